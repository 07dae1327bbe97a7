import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from '@/shared/ui/Dialog';

interface UnsavedGuardProps {
  /** True while the form itself saves and then leads on. */
  leaving: RefObject<boolean>;
}

/**
 * Asks before unsaved changes are left behind, by a link, the back button or closing the tab. To be rendered only while
 * there are any: the router listens to one guard at a time, and a page may hold several forms.
 */
export function UnsavedGuard({ leaving }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);

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
