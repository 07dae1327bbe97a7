import { useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@/api/client';
import { disableReason } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/rules.gen';
import { storeRecord } from '@/resource/resource';
import { Form } from '@/shared/forms/Form';
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

interface DisableUserProps {
  user: User;
  onDone: () => void;
}

function useDisabling({ user: { email, displayName }, onDone }: DisableUserProps) {
  const client = useQueryClient();
  return {
    rules: { reason },
    defaultValues: initial,
    submitLabel: messages.disable,
    danger: true,
    onSubmit: async (input: typeof initial) => {
      const disabled = await api.put('/UserManagement/disable', { body: { ...input, email } });
      storeRecord(client, users, disabled);
      // It ends their sessions.
      void client.invalidateQueries({ queryKey: queryKeys.securityEvents });
      notify.success(messages.isDisabled(displayName), undoOfAnswer(disabled));
      onDone();
    },
    children: <SelectField name="reason" only={offeredReasons} />,
  };
}

/** Asks why, and disables a user. */
export default function DisableUser(props: DisableUserProps) {
  const disabling = useDisabling(props);
  return (
    <FormDialog
      title={messages.disabling(props.user.displayName)}
      intro={<p>{messages.disablingText}</p>}
      onClose={props.onDone}
      {...disabling}
    />
  );
}

/** The same where it is a step of something longer. */
export function DisableForm(props: DisableUserProps) {
  return <Form label={messages.disable} inDialog {...useDisabling(props)} />;
}
