import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api } from '@/api/client';
import { ApiError } from '@/api/errors';
import { queryKeys } from '@/api/queryKeys';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { storeRecord } from '@/resource/resource';
import { FormDialog } from '@/shared/forms/FormDialog';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { notify } from '@/shared/toast';
import { messages } from './actionMessages';
import { eraseMessages } from './eraseMessages';
import type { User } from './record';
import { users } from './resource';

const { TextField } = fieldsFor(rules.EmailInput);

/** Asks for the e-mail address, and erases a disabled user for good. */
export default function EraseUser({ user: { email, displayName }, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <FormDialog
      title={eraseMessages.erasing(displayName)}
      intro={
        <>
          <p>{eraseMessages.erasingText}</p>
          <p>{eraseMessages.eraseConfirm(email)}</p>
        </>
      }
      onClose={onDone}
      rules={rules.EmailInput}
      defaultValues={{ email: '' }}
      submitLabel={messages.erase}
      danger
      onSubmit={async (typed) => {
        if (typed.email.trim().toLowerCase() !== email) {
          throw new ApiError(400, { errors: { Email: [eraseMessages.eraseMismatch] } });
        }
        const erased = await api.put('/UserManagement/erase', { body: { email } });
        storeRecord(client, users, erased);
        notify.success(eraseMessages.isErased(displayName, erased.leftToDo));
        onDone();
        await navigate(paths.users.details(erased.email), { replace: true });
        client.removeQueries({ queryKey: queryKeys.user(email) });
      }}
    >
      <TextField name="email" autoComplete="off" />
    </FormDialog>
  );
}
