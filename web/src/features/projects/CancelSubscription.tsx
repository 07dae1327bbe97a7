import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { isolate } from '@/shared/format/isolate';
import { FormDialog } from '@/shared/forms/FormDialog';
import { TextAreaField } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import type { ProjectSubscription } from './queries';

interface CancelSubscriptionProps {
  subscription: ProjectSubscription;
  onDone: () => void;
}

const { cancelationReason } = rules.CancelInput;

/** Asks for the reason; a canceled subscription stays so. */
export function CancelSubscription({ subscription: { id, subscription }, onDone }: CancelSubscriptionProps) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={`Canceling Subscription: ${isolate(subscription.name)}`}
      cancelLabel="Keep it"
      onClose={onDone}
      rules={{ cancelationReason }}
      defaultValues={{ cancelationReason: '' }}
      submitLabel="Cancel subscription"
      danger
      ofPage
      onSubmit={async (input) => {
        await api.put('/project/subscription/cancel', { body: { id, ...input } });
        await invalidate(client, 'projectSubscription', id);
        notify.success(`${isolate(subscription.name)} is canceled.`);
        onDone();
      }}
    >
      <TextAreaField name="cancelationReason" help="Moderators read it in the notification. It can not be undone." />
    </FormDialog>
  );
}
