import { useQueryClient } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { useState } from 'react';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { rules } from '@/api/rules.gen';
import { isolate } from '@/shared/format/isolate';
import { FormDialog } from '@/shared/forms/FormDialog';
import { TextAreaField } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/Button';
import type { ProjectSubscription } from './state';

const { cancelationReason } = rules.CancelInput;

/** Asks for the reason; a canceled subscription stays so. */
export function CancelSubscription({ subscription: { id, subscription } }: { subscription: ProjectSubscription }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const done = () => setAsking(false);
  return (
    <>
      <Button icon={<Ban aria-hidden />} onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      {asking && (
        <FormDialog
          title={`Canceling Subscription: ${isolate(subscription.name)}`}
          cancelLabel="Keep it"
          onClose={done}
          rules={{ cancelationReason }}
          defaultValues={{ cancelationReason: '' }}
          submitLabel="Cancel subscription"
          danger
          ofPage
          onSubmit={async (input) => {
            await api.put('/project/subscription/cancel', { body: { id, ...input } });
            await invalidate(client, 'projectSubscription', id);
            notify.success(`${isolate(subscription.name)} is canceled.`);
            done();
          }}
        >
          <TextAreaField
            name="cancelationReason"
            help="Moderators read it in the notification. It can not be undone."
          />
        </FormDialog>
      )}
    </>
  );
}
