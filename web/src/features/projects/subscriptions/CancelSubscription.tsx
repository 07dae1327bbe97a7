import { useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/Button';
import { messages } from '../messages';
import type { ProjectSubscription } from './state';

const { cancelationReason } = rules.CancelInput;
const { TextAreaField } = fieldsFor(rules.CancelInput);

/** Asks for the reason. */
export function CancelSubscription({ subscription: { id, subscription } }: { subscription: ProjectSubscription }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const done = () => setAsking(false);
  return (
    <>
      <Button icon={<Ban aria-hidden />} onClick={() => setAsking(true)}>
        {messages.cancelSubscription}
      </Button>
      {asking && (
        <FormDialog
          title={messages.canceling(subscription.name)}
          cancelLabel={messages.keepIt}
          onClose={done}
          rules={{ cancelationReason }}
          defaultValues={{ cancelationReason: '' }}
          submitLabel={messages.cancelSubscription}
          danger
          ofPage
          onSubmit={async (input) => {
            const canceled = await api.put('/project/subscription/cancel', { body: { id, ...input } });
            await invalidate(client, 'projectSubscription', id);
            notify.success(messages.isCanceled(subscription.name), undoOfAnswer(canceled));
            done();
          }}
        >
          <TextAreaField name="cancelationReason" help={messages.cancelHelp} />
        </FormDialog>
      )}
    </>
  );
}
