import { useQueryClient } from '@tanstack/react-query';
import { api, type BodyOf } from '@/api/client';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { AddressPage, EditRecordPage, RecordFields } from '@/resource/forms';
import { blankOf, inputFieldsOf, listCrumb, storeRecord } from '@/resource/resource';
import { rightsMessages } from '@/session/messages';
import { AdminsOnly } from '@/session/rights';
import { useAccount } from '@/session/useAccount';
import { Form } from '@/shared/forms/Form';
import { fieldsFor } from '@/shared/forms/fields/fields';
import { messages as formMessages } from '@/shared/forms/messages';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation/navigation';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { notify } from '@/shared/toast';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { Chips } from '@/shared/ui/inputs/Chips';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Card } from '@/shared/ui/records/Card';
import { keepInvitationLink } from './invitationLink';
import { messages } from './messages';
import styles from './NewUser.module.css';
import { users } from './resource';

const { PasswordField, TextField } = fieldsFor(rules.AdminInput);

export const EditUserPage = () => <EditRecordPage resource={users} />;
export const UserAddressPage = () => <AddressPage resource={users} />;

export function NewUserPage() {
  return (
    <AdminsOnly title={messages.newUser}>
      <PageHeader title={messages.newUser} trail={[listCrumb(users)]} />
      <NewUser />
    </AdminsOnly>
  );
}

type AdminInput = BodyOf<'/UserManagement/admin', 'post'>;

const kinds = [
  { value: 'user', label: messages.ordinaryUser },
  { value: 'admin', label: rightsMessages.administrator },
] as const;

const blank: AdminInput = { ...blankOf(users), password: '' };
const fieldsOfBoth = inputFieldsOf(users).filter(({ name }) => name !== 'email');

/** An ordinary user is invited by mail and sets a password; an administrator is registered with one. */
export function NewUser() {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { noMailServer } = useAccount();
  const addUserText = noMailServer ? messages.addUserTextByLink : messages.addUserText;
  // In the address, so that whoever comes back to what they typed comes back to the same kind.
  const { params, change } = useUrlParams();
  const kind = knownOption(kinds, params.get('kind'));

  async function create({ password, ...input }: AdminInput) {
    const user = await (kind === 'admin'
      ? api.post('/UserManagement/admin', { body: { ...input, password } })
      : users.calls.create(input));
    storeRecord(client, users, user);
    const added = keepInvitationLink(user) ? messages.isAddedByLink : messages.isAdded;
    notify.success((kind === 'admin' ? messages.isRegistered : added)(user.displayName));
    await navigateAfterSave(paths.users.details(user.email), { replace: true });
  }

  return (
    <Card>
      <Form
        rules={kind === 'admin' ? rules.AdminInput : rules.UserInput}
        defaultValues={blank}
        submitLabel={kind === 'admin' ? messages.registerAdmin : messages.addUser}
        onSubmit={create}
        actions={<ButtonLink to={paths.users.list()}>{common.cancel}</ButtonLink>}
      >
        <div className={styles.kind}>
          <Chips label={messages.kind} options={kinds} value={kind} onChange={(chosen) => change({ kind: chosen })} />
          <p>{kind === 'admin' ? messages.registerAdminText : addUserText}</p>
        </div>
        <TextField name="email" type="email" autoComplete="off" />
        {kind === 'admin' && (
          <PasswordField name="password" autoComplete="new-password" help={formMessages.newPasswordHelp} />
        )}
        <RecordFields fields={fieldsOfBoth} />
      </Form>
    </Card>
  );
}
