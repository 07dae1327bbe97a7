import { useQueryClient } from '@tanstack/react-query';
import { api } from '@/api/client';
import { invalidate } from '@/api/invalidate';
import { paths } from '@/paths';
import { useAction, useActionWithToast } from '@/shared/forms/useAction';
import { common } from '@/shared/messages';
import { useNavigateAfterSave } from '@/shared/navigation';
import { recordMessages } from '@/shared/recordMessages';
import { notify, undoBy } from '@/shared/toast';
import { ActionDialog } from '@/shared/ui/Dialog';
import { tellRestored } from '@/shared/useRemoval';
import { messages } from '../messages';
import type { ItemShape, ProjectItems } from './items';

interface RemoveItemProps<S extends ItemShape> {
  items: ProjectItems<S>;
  item: S['record'];
  onDone: () => void;
}

/** Asks, and takes an item off its project, with an Undo; the catalogue keeps it. */
export function RemoveItem<S extends ItemShape>({ items, item, onDone }: RemoveItemProps<S>) {
  const client = useQueryClient();
  const navigateAfterSave = useNavigateAfterSave();
  const { kind, entity, label } = items;
  const { id, projectId } = item;
  const name = items.nameOf(item);
  const restoration = useActionWithToast(async () => {
    const result = await api.put(`/project/${kind}/restore` as const, { body: { id } });
    tellRestored(result, name, messages.needsProjectOr(items.noun));
    await invalidate(client, entity, id);
  });
  const removal = useAction(async () => {
    await api.delete(`/project/${kind}` as const, { body: { id } });
    // The item's own page is left before the project is read again without it.
    await navigateAfterSave(paths.projects.details(projectId), { replace: true });
    notify.success(
      recordMessages.isRemoved(name),
      undoBy(() => void restoration.run()),
    );
    await invalidate(client, entity, id);
  });
  return (
    <ActionDialog
      title={recordMessages.removing(label, name)}
      message={messages.removingItem(items.noun)}
      verb={common.delete}
      danger
      action={removal}
      onClose={onDone}
    />
  );
}
