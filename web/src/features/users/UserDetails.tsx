import { useQueryClient } from '@tanstack/react-query';
import { MailPlus, Pencil, ShieldMinus, ShieldPlus, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { api, type BodyOf } from '@/api/client';
import { disableReason, userStatus } from '@/api/enumerations';
import { rules } from '@/api/rules.gen';
import { paths } from '@/paths';
import { DetailsPage, RecordFacts } from '@/resource/RecordPage';
import { storeRecord } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import { isolate } from '@/shared/format/isolate';
import { FormDialog } from '@/shared/forms/FormDialog';
import { SelectField } from '@/shared/forms/fields';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { failsPage } from '@/shared/readFailure';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/Button';
import { Columns } from '@/shared/ui/Card';
import { ComponentBoundary } from '@/shared/ui/ComponentBoundary';
import { ActionDialog } from '@/shared/ui/Dialog';
import { Menu, type MenuItem } from '@/shared/ui/Menu';
import { type User, users } from './resource';

export function UserDetailsPage() {
  return (
    <DetailsPage resource={users} renderActions={(user) => <UserActions user={user} />}>
      {(user) => (
        <Columns>
          <ComponentBoundary>
            <RecordFacts resource={users} record={user} />
          </ComponentBoundary>
        </Columns>
      )}
    </DetailsPage>
  );
}

type Asking = 'disable' | 'promote' | 'demote';

/** The life of a user. Nobody takes their own access or rights away. */
export function UserActions({ user }: { user: User }) {
  const { email: ownEmail } = useAccount();
  const [asking, setAsking] = useState<Asking>();
  const change = useUserChange(user);
  const enabling = useActionWithToast(
    () => change('is enabled.', (email) => api.put('/UserManagement/enable', { body: { email } })),
    failsPage,
  );
  const invitation = useActionWithToast(
    () => change('is invited again.', (email) => api.post('/UserManagement/invite', { body: { email } })),
    failsPage,
  );
  const done = () => setAsking(undefined);
  const isDisabled = user.status === userStatus.Disabled;
  const isOneself = user.email === ownEmail;

  const items: MenuItem[] = [];
  if (!isDisabled && !isOneself) {
    // A user who has set a password asks for a reset link instead.
    if (!user.hasPassword) {
      items.push({ label: 'Invite again', icon: <MailPlus aria-hidden />, onSelect: () => void invitation.run() });
    }
    items.push(
      user.isAdmin
        ? { label: 'Remove administrator', icon: <ShieldMinus aria-hidden />, onSelect: () => setAsking('demote') }
        : { label: 'Make administrator', icon: <ShieldPlus aria-hidden />, onSelect: () => setAsking('promote') },
      { label: 'Disable', icon: <UserX aria-hidden />, danger: true, onSelect: () => setAsking('disable') },
    );
  }

  return (
    <>
      {isDisabled && (
        <Button
          icon={<UserCheck aria-hidden />}
          busy={enabling.status === 'in progress'}
          onClick={() => void enabling.run()}
        >
          Enable
        </Button>
      )}
      <CommandLink command="edit" to={paths.users.edit(user.email)} icon={<Pencil aria-hidden />}>
        Edit
      </CommandLink>
      {items.length > 0 && <Menu items={items} />}
      {asking === 'disable' && <DisableUser user={user} onDone={done} />}
      {(asking === 'promote' || asking === 'demote') && (
        <SetAdministrator user={user} isAdmin={asking === 'promote'} onDone={done} />
      )}
    </>
  );
}

interface SetAdministratorProps {
  user: User;
  /** What they shall be. */
  isAdmin: boolean;
  onDone: () => void;
}

function SetAdministrator({ user, isAdmin, onDone }: SetAdministratorProps) {
  const { displayName } = user;
  const change = useUserChange(user);
  const success = isAdmin ? 'is an administrator now.' : 'is no longer an administrator.';
  const setting = useAction(
    () => change(success, (email) => api.put('/UserManagement/admin', { body: { email, isAdmin } })),
    failsPage,
  );
  return (
    <ActionDialog
      title={isAdmin ? `New Administrator: ${isolate(displayName)}` : `Removing Administrator: ${isolate(displayName)}`}
      message={
        isAdmin
          ? 'Administrators see and change everything, and manage users.'
          : 'They keep what they may do as a moderator of companies and projects.'
      }
      verb={isAdmin ? 'Make administrator' : 'Remove'}
      danger={!isAdmin}
      action={setting}
      onClose={onDone}
    />
  );
}

/** Changes a user without a form, and tells of it in a toast. */
function useUserChange(user: User) {
  const client = useQueryClient();
  return async (success: string, call: (email: string) => Promise<User>) => {
    storeRecord(client, users, await call(user.email));
    notify.success(`${isolate(user.displayName)} ${success}`);
  };
}

/** None is no reason: the server asks for one. */
const offeredReasons = [disableReason.AdminRemoval, disableReason.UserRequestedDisable];

const { reason } = rules.DisableInput;
const initial: Pick<BodyOf<'/UserManagement/disable', 'put'>, 'reason'> = { reason: disableReason.AdminRemoval };

function DisableUser({ user: { email, displayName }, onDone }: { user: User; onDone: () => void }) {
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
        storeRecord(client, users, await api.put('/UserManagement/disable', { body: { ...input, email } }));
        notify.success(`${isolate(displayName)} is disabled.`);
        onDone();
      }}
    >
      <SelectField name="reason" only={offeredReasons} />
    </FormDialog>
  );
}
