import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '@/shared/ui/Dialog';

interface UnsavedGuardProps {
  dirty: boolean;
  /** True while the form itself saves and then leads on. */
  leaving: RefObject<boolean>;
}

/** Asks before unsaved changes are left behind, by a link, the back button or closing the tab. */
export function UnsavedGuard({ dirty, leaving }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      dirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  if (blocker.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      message="The changes on this page will be lost."
      verb="Leave"
      danger
      onConfirm={() => blocker.proceed()}
      onCancel={() => blocker.reset()}
    />
  );
}
