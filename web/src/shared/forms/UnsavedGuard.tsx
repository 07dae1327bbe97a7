import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { reasonOf } from '@/shared/navigation/navigation';
import { ConfirmDialog } from '@/shared/ui/overlays/Dialog';
import { messages } from './messages';

interface UnsavedGuardProps {
  /** Whether the form is being saved: if that fails, it may have to make way for an error page. */
  isSaving: boolean;
  /** The user leaves the changes behind. */
  onLeave: () => void;
}

/**
 * Asks before unsaved changes are left behind, by a link, the back button or closing the tab. To be rendered only while
 * there are any: the router listens to one guard at a time, and a page may hold several forms.
 */
export function UnsavedGuard({ isSaving, onLeave }: UnsavedGuardProps) {
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    if (currentLocation.pathname === nextLocation.pathname) return false;
    // The history remembers how a place was first reached; going back there is up to the user.
    const reason = historyAction === 'POP' ? undefined : reasonOf(nextLocation.state);
    return reason !== 'done' && !(reason === 'failed' && isSaving);
  });

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={messages.leaveQuestion}
      message={messages.leaveText}
      verb={messages.leave}
      danger
      onConfirm={() => {
        onLeave();
        blocker.proceed();
      }}
      onCancel={() => blocker.reset()}
    />
  );
}
