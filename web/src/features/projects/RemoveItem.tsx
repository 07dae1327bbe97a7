import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { isolate } from '@/shared/format/isolate';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { notify, undoBy } from '@/shared/toast';
import { ActionDialog } from '@/shared/ui/Dialog';
import { useNavigateAfterSave } from '@/shared/useNavigateAfterSave';
import { tellRestored } from '@/shared/useRemoval';

interface RemoveItemProps {
  kind: 'product' | 'subscription';
  item: { id: string; projectId: string };
  name: string;
  onDone: () => void;
}

const calls = { product: '/project/product', subscription: '/project/subscription' } as const;
const entities = { product: 'projectProduct', subscription: 'projectSubscription' } as const;
const titles = { product: 'Removing Product', subscription: 'Removing Subscription' };

/** Asks, and takes an item off its project, with an Undo; the catalogue keeps it. */
export function RemoveItem({ kind, item: { id, projectId }, name, onDone }: RemoveItemProps) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const restoration = useActionWithToast(async () => {
    const result = await api.put(`${calls[kind]}/restore` as const, { body: { id } });
    tellRestored(result, name, `its project or the ${kind} in the catalogue`);
    await invalidate(client, entities[kind], id);
  });
  const removal = useAction(async () => {
    await api.delete(calls[kind], { body: { id } });
    // The item's own page is left before the project is read again without it.
    await navigateAfterSave(paths.projects.details(projectId), { replace: true });
    notify.success(
      `${isolate(name)} is removed.`,
      undoBy(() => void restoration.run()),
    );
    await invalidate(client, entities[kind], id);
  });
  return (
    <ActionDialog
      title={`${titles[kind]}: ${isolate(name)}`}
      message={`Are you sure you want to remove this ${kind} from the project?`}
      verb="Delete"
      danger
      action={removal}
      onClose={onDone}
    />
  );
}
