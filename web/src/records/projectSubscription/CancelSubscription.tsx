import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/rules.gen';
import { messages } from '@/records/projectItem/messages';
import { formatDay } from '@/shared/format/date';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { cancelMessages } from './cancelMessages';
import type { ProjectSubscription } from './state';

const { cancelationReason } = rules.CancelInput;
const { TextAreaField } = fieldsFor(rules.CancelInput);

interface CancelSubscriptionProps {
  subscription: ProjectSubscription;
  onDone: () => void;
}

/** Asks for the reason. Opened now and then, it comes with all that forms need only then: hence a default export. */
export default function CancelSubscription(props: CancelSubscriptionProps) {
  const { onDone } = props;
  const { id, subscription, endAt } = props.subscription;
  const client = useQueryClient();
  return (
    <FormDialog
      title={cancelMessages.canceling(subscription.name)}
      intro={<p>{cancelMessages.cancelCounts(formatDay(endAt))}</p>}
      cancelLabel={cancelMessages.keepIt}
      onClose={onDone}
      rules={{ cancelationReason }}
      defaultValues={{ cancelationReason: '' }}
      submitLabel={messages.cancelSubscription}
      danger
      onSubmit={async (input) => {
        const canceled = await api.put('/project/subscription/cancel', { body: { id, ...input } });
        await invalidate(client, 'projectSubscription', id);
        notify.success(cancelMessages.isCanceled(subscription.name), undoOfAnswer(canceled));
        onDone();
      }}
    >
      <TextAreaField name="cancelationReason" help={cancelMessages.cancelHelp} />
    </FormDialog>
  );
}
