import { useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@/api/client';
import { disableReason } from '@/api/enumerations';
import * as rules from '@/api/rules.gen';
import { storeRecord } from '@/resource/resource';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify, undoOfAnswer } from '@/shared/toast';
import { messages } from './actionMessages';
import type { User } from './record';
import { users } from './resource';

/** None is no reason: the server asks for one. */
const offeredReasons = [disableReason.AdminRemoval, disableReason.UserRequestedDisable];

const { reason } = rules.DisableInput;
const { SelectField } = fieldsFor(rules.DisableInput);
const initial: Pick<BodyOf<'/UserManagement/disable', 'put'>, 'reason'> = { reason: disableReason.AdminRemoval };

/** Asks why, and disables a user. */
export default function DisableUser({ user: { email, displayName }, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={messages.disabling(displayName)}
      intro={<p>{messages.disablingText}</p>}
      onClose={onDone}
      rules={{ reason }}
      defaultValues={initial}
      submitLabel={messages.disable}
      danger
      onSubmit={async (input) => {
        const disabled = await api.put('/UserManagement/disable', { body: { ...input, email } });
        storeRecord(client, users, disabled);
        notify.success(messages.isDisabled(displayName), undoOfAnswer(disabled));
        onDone();
      }}
    >
      <SelectField name="reason" only={offeredReasons} />
    </FormDialog>
  );
}
