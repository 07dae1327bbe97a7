import { useQuery } from '@tanstack/react-query';
import { isolate } from '@/shared/format/isolate';
import { counted } from '@/shared/format/number';
import { ActionDialog } from '@/shared/ui/Dialog';
import { Blockers, itemsAsBlockers } from './Blockers';
import type { Catalogue } from './catalogue';
import { useRemoveCategory } from './categoryRemoval';
import { categoryItemsQuery } from './queries';

interface CategoryRemovalDialogProps {
  catalogue: Catalogue;
  name: string;
  onGone: () => void;
  onDone: () => void;
}

/** Comes when it is opened, hence a default export. */
export default function CategoryRemovalDialog({ catalogue, name, onGone, onDone }: CategoryRemovalDialogProps) {
  const { data: items } = useQuery(categoryItemsQuery(catalogue, name));
  const removal = useRemoveCategory(catalogue, name);
  const { one, many } = catalogue.noun;
  return (
    <ActionDialog
      title={`Removing Category: ${isolate(name)}`}
      message={
        <>
          <p>Are you sure you want to remove this category?</p>
          {items && items.total > 0 && (
            <>
              <p>It stays, marked, until nothing is left in it: {counted(items.total, one, many)} now.</p>
              <Blockers total={items.total} blockers={itemsAsBlockers(catalogue, items)} />
            </>
          )}
        </>
      }
      verb="Delete"
      danger
      action={{ ...removal, run: () => removal.run().then((isGone) => isGone && onGone()) }}
      onClose={onDone}
    />
  );
}
