import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { failsPage } from '@/shared/readFailure';
import { notify, undoBy } from '@/shared/toast';
import { useNavigateAfterSave } from './navigation';
import { recordMessages } from './recordMessages';

/** How the server answers, whatever is removed or restored. */
export const removalResult = { NotFound: 0, RequireFinalization: 1, Removed: 2, Error: 3 } as const;
export const restoreResult = { NotFound: 0, Restored: 1, NotRestored: 2 } as const;

interface Removable {
  name: string;
  /** Both answer their result. */
  remove: () => Promise<number>;
  restore: () => Promise<number>;
  /** Invalidates whatever shows it: it stays, marked or unmarked, and is read again, or it is gone. */
  invalidate: (state: 'read' | 'gone') => Promise<void>;
  /** The page above its own. */
  parent: string;
  /** What it can not be restored without. */
  needs?: string;
}

/** Removal in two steps: what is used stays, marked, until it is not; anything else is gone at once, with an Undo. */
export function useRemoval({ name, remove, restore, invalidate, parent, needs }: Removable) {
  const navigateAfterSave = useNavigateAfterSave();
  /** What is gone must not be asked for again by its own page: that one is left first. */
  async function leave() {
    await navigateAfterSave(parent, { replace: true });
    void invalidate('gone');
  }

  const restoration = useActionWithToast(async () => {
    const result = await restore();
    tellRestored(result, name, needs);
    if (result === restoreResult.Restored) {
      await invalidate('read');
    } else if (result === restoreResult.NotFound) {
      await leave();
    }
  }, failsPage);
  const removal = useAction(async () => {
    const result = await remove();
    if (result === removalResult.RequireFinalization) {
      await invalidate('read');
      return;
    }
    if (result === removalResult.Removed) {
      notify.success(
        recordMessages.isRemoved(name),
        undoBy(() => void restoration.run()),
      );
    }
    await leave();
  }, failsPage);
  return { removal, restoration };
}

/** Tells how a restore ended. */
export function tellRestored(result: number, name: string, needs = recordMessages.whatItBelongsTo): void {
  if (result === restoreResult.Restored) notify.success(recordMessages.isRestored(name));
  else if (result === restoreResult.NotFound) notify.error(recordMessages.isGone(name));
  else notify.error(recordMessages.notRestoredWithout(name, needs));
}
