import { useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@/api/client';
import { disableReason } from '@/api/enumerations';
import { rules } from '@/api/rules.gen';
import { isolate } from '@/shared/format/isolate';
import { FormDialog } from '@/shared/forms/FormDialog';
import { SelectField } from '@/shared/forms/fields';
import { notify } from '@/shared/toast';
import { storeUser, type User } from './queries';

/** None is no reason: the server asks for one. */
const offeredReasons = [disableReason.AdminRemoval, disableReason.UserRequestedDisable];

const { reason } = rules.DisableInput;
const initial: Pick<BodyOf<'/UserManagement/disable', 'put'>, 'reason'> = { reason: disableReason.AdminRemoval };

export function DisableUser({ user: { email, displayName }, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  return (
    <FormDialog
      title={`Disabling User: ${isolate(displayName)}`}
      intro={<p>They are signed out everywhere at once and can not sign in until they are enabled again.</p>}
      onClose={onDone}
      rules={{ reason }}
      defaultValues={initial}
      submitLabel="Disable"
      danger
      ofPage
      onSubmit={async (input) => {
        storeUser(client, await api.put('/UserManagement/disable', { body: { ...input, email } }));
        notify.success(`${isolate(displayName)} is disabled.`);
        onDone();
      }}
    >
      <SelectField name="reason" only={offeredReasons} />
    </FormDialog>
  );
}
