import { useQueryClient } from '@tanstack/react-query';
import { invalidate } from '@/api/invalidate';
import * as rules from '@/api/settingsRules.gen';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages } from './messages';
import type { Notification } from './queries';
import { dayAfter, snooze } from './snooze';

const { label, checks } = rules.SnoozeInput.until;
const isLater = (day: unknown) => String(day) === '' || String(day) > dayAfter(new Date(), {});
const snoozeRules = {
  until: { label, checks: [...checks, { code: 'later', message: messages.untilRefused, test: isLater }] },
};
const { TextField } = fieldsFor(snoozeRules);

interface SnoozeDialogProps {
  notification: Notification;
  onClose: () => void;
}

export default function SnoozeDialog({ notification: { id, details }, onClose }: SnoozeDialogProps) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.snoozeTitle}
      intro={<p dir="auto">{details}</p>}
      onClose={onClose}
      rules={snoozeRules}
      defaultValues={{ until: '' }}
      submitLabel={messages.snooze}
      onSubmit={async ({ until }) => {
        await snooze(id, until);
        await invalidate(client, 'notification', id);
        onClose();
      }}
    >
      <TextField name="until" type="date" autoComplete="off" width="medium" />
    </FormDialog>
  );
}
