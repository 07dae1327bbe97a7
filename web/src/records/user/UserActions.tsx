import { useQueryClient } from '@tanstack/react-query';
import {
  DoorOpen,
  Download,
  Eraser,
  LogOut,
  MailPlus,
  Pencil,
  ShieldMinus,
  ShieldOff,
  ShieldPlus,
  UserCheck,
  UserX,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api } from '@/api/client';
import { userStatus } from '@/api/enumerations';
import { paths } from '@/paths';
import { storeRecord } from '@/resource/resource';
import { useAccount } from '@/session/useAccount';
import { CommandLink } from '@/shared/commands';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { lazyPart } from '@/shared/loading/lazyPart';
import { common } from '@/shared/messages';
import { notify, undoOfAnswer } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { Menu, type MenuItem } from '@/shared/ui/overlays/Menu';
import { messages } from './actionMessages';
import { keepInvitationLink } from './invitationLink';
import type { User } from './record';
import { users } from './resource';
import { SignOutUser } from './SignOutUser';

/** They come with all that forms need, and are seldom opened. */
const DisableUser = lazyPart(() => import('./DisableUser'));
const DisableForm = lazyPart(async () => ({ default: (await import('./DisableUser')).DisableForm }));
const EraseUser = lazyPart(() => import('./EraseUser'));

type Asking = 'disable' | 'promote' | 'demote' | 'removeFactors' | 'signOut' | 'leave' | 'erase';

interface UserActionsProps {
  user: User;
  /** What is done when they leave, which ends with disabling them. */
  renderLeaving: (disabling: ReactNode, onClose: () => void) => ReactNode;
}

/** The life of a user. Nobody takes their own access or rights away. */
export function UserActions({ user, renderLeaving }: UserActionsProps) {
  const { email: ownEmail } = useAccount();
  const [asking, setAsking] = useState<Asking>();
  const change = useUserChange(user);
  const enabling = useActionWithToast(() =>
    change(messages.isEnabled, (email) => api.put('/UserManagement/enable', { body: { email } })),
  );
  const client = useQueryClient();
  const invitation = useActionWithToast(async () => {
    const invited = await api.post('/UserManagement/invite', { body: { email: user.email } });
    storeRecord(client, users, invited);
    const told = keepInvitationLink(invited) ? messages.isInvitedByLink : messages.isInvited;
    notify.success(told(user.displayName));
  });
  const done = () => setAsking(undefined);
  const isDisabled = user.status === userStatus.Disabled;
  const isOneself = user.email === ownEmail;

  const downloading = useActionWithToast(async () => {
    const data = await api.get('/UserManagement/{email}/data', { path: { email: user.email } });
    const { saveFile } = await import('@/shared/files/followDownload');
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), messages.dataFile(user.email));
  });

  const items: MenuItem[] = [
    { label: messages.download, icon: <Download aria-hidden />, onSelect: () => void downloading.run() },
  ];
  if ((user.hasSecondFactor || user.hasSignOn) && !isOneself) {
    items.push({
      label: user.hasSecondFactor ? messages.removeFactors : messages.endSignOn,
      icon: <ShieldOff aria-hidden />,
      onSelect: () => setAsking('removeFactors'),
    });
  }
  // A user who has set a password asks for a reset link instead.
  const mayInvite = !isDisabled && !isOneself && !user.hasPassword;
  if (mayInvite && user.hasSignOn) {
    items.push({
      label: messages.inviteAgain,
      icon: <MailPlus aria-hidden />,
      onSelect: () => void invitation.run(),
    });
  }
  if (!isDisabled && !isOneself) {
    items.push(
      user.isAdmin
        ? { label: messages.removeAdmin, icon: <ShieldMinus aria-hidden />, onSelect: () => setAsking('demote') }
        : { label: messages.makeAdmin, icon: <ShieldPlus aria-hidden />, onSelect: () => setAsking('promote') },
      { label: messages.signOut, icon: <LogOut aria-hidden />, onSelect: () => setAsking('signOut') },
      { label: messages.leave, icon: <DoorOpen aria-hidden />, onSelect: () => setAsking('leave') },
      { label: messages.disable, icon: <UserX aria-hidden />, danger: true, onSelect: () => setAsking('disable') },
    );
  }

  if (isDisabled && !user.isErased && !isOneself) {
    items.push({
      label: messages.erase,
      icon: <Eraser aria-hidden />,
      danger: true,
      onSelect: () => setAsking('erase'),
    });
  }

  return (
    <>
      {isDisabled && !user.isErased && (
        <Button
          icon={<UserCheck aria-hidden />}
          busy={enabling.status === 'in progress'}
          onClick={() => void enabling.run()}
        >
          {messages.enable}
        </Button>
      )}
      {mayInvite && !user.hasSignOn && (
        <Button
          icon={<MailPlus aria-hidden />}
          busy={invitation.status === 'in progress'}
          onClick={() => void invitation.run()}
        >
          {messages.inviteAgain}
        </Button>
      )}
      {!user.isErased && (
        <CommandLink command="edit" data-icon-on-phone to={paths.users.edit(user.email)} icon={<Pencil aria-hidden />}>
          {common.edit}
        </CommandLink>
      )}
      <Menu items={items} />
      {asking === 'erase' && <EraseUser user={user} onDone={done} />}
      {asking === 'disable' && <DisableUser user={user} onDone={done} />}
      {(asking === 'promote' || asking === 'demote') && (
        <SetAdministrator user={user} isAdmin={asking === 'promote'} onDone={done} />
      )}
      {asking === 'removeFactors' && <RemoveFactors user={user} onDone={done} />}
      {asking === 'leave' && renderLeaving(<DisableForm user={user} onDone={done} />, done)}
      {asking === 'signOut' && <SignOutUser user={user} onDone={done} />}
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
  const success = isAdmin ? messages.isAdmin : messages.isNoAdmin;
  const setting = useAction(() =>
    change(success, (email) => api.put('/UserManagement/admin', { body: { email, isAdmin } })),
  );
  return (
    <ActionDialog
      title={(isAdmin ? messages.makingAdmin : messages.removingAdmin)(displayName)}
      message={isAdmin ? messages.makingAdminText : messages.removingAdminText}
      verb={isAdmin ? messages.makeAdmin : messages.remove}
      danger={!isAdmin}
      action={setting}
      onClose={onDone}
    />
  );
}

/** For somebody who lost what they sign in with besides their password, or uses another account at the provider. */
function RemoveFactors({ user, onDone }: { user: User; onDone: () => void }) {
  const { displayName, hasSecondFactor } = user;
  const change = useUserChange(user);
  const success = hasSecondFactor ? messages.hasNoFactors : messages.hasNoSignOn;
  const removing = useAction(() =>
    change(success, (email) => api.delete('/UserManagement/secondFactor', { body: { email } }), false),
  );
  return (
    <ActionDialog
      title={(hasSecondFactor ? messages.removingFactors : messages.endingSignOn)(displayName)}
      message={hasSecondFactor ? messages.removingFactorsText : messages.endingSignOnText}
      verb={messages.remove}
      danger
      action={removing}
      onClose={onDone}
    />
  );
}

/** Changes a user without a form, and tells of it in a toast. */
function useUserChange(user: User) {
  const client = useQueryClient();
  return async (success: (name: string) => string, call: (email: string) => Promise<User>, isUndoable = true) => {
    const changed = await call(user.email);
    storeRecord(client, users, changed);
    notify.success(success(user.displayName), isUndoable ? undoOfAnswer(changed) : undefined);
  };
}
