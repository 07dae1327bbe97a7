import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { useAction } from '@/shared/forms/useAction';
import { notify } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { ActionDialog } from '@/shared/ui/overlays/Dialog';
import { messages } from './actionMessages';
import type { User } from './record';

/** Ends every session of somebody who keeps their access. */
export function SignOutUser({ user: { email, displayName }, onDone }: { user: User; onDone: () => void }) {
  const client = useQueryClient();
  const signingOut = useAction(async () => {
    await api.delete('/UserManagement/session', { body: { email } });
    void client.invalidateQueries({ queryKey: queryKeys.securityEvents });
    notify.success(messages.isSignedOut(displayName));
  });
  return (
    <ActionDialog
      title={messages.signingOut(displayName)}
      message={messages.signingOutText}
      verb={messages.signOut}
      danger
      action={signingOut}
      onClose={onDone}
    />
  );
}

/** Beside the list of their sessions. */
export function SignOutButton({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{messages.signOut}</Button>
      {isAsking && <SignOutUser user={user} onDone={() => setIsAsking(false)} />}
    </>
  );
}
