import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CommandLink } from '@/shared/commands';
import { isolate } from '@/shared/format/isolate';
import { counted } from '@/shared/format/number';
import { DeleteButton } from '@/shared/ui/DeleteButton';
import { ActionDialog } from '@/shared/ui/Dialog';
import { Blockers } from './Blockers';
import type { Catalogue, Item } from './catalogue';
import { usesAsBlockers } from './ItemUses';
import { usesQuery } from './queries';
import { useItemRemoval } from './removal';

/** What an administrator may do with an item. */
export function ItemActions({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <CommandLink command="edit" to={catalogue.paths.edit(item.id)} icon={<Pencil aria-hidden />}>
        Edit
      </CommandLink>
      {!item.isRemoved && <DeleteButton onClick={() => setAsking(true)} />}
      {asking && <RemovalDialog catalogue={catalogue} item={item} onDone={() => setAsking(false)} />}
    </>
  );
}

interface RemovalDialogProps {
  catalogue: Catalogue;
  item: Item;
  onDone: () => void;
}

function RemovalDialog({ catalogue, item, onDone }: RemovalDialogProps) {
  const { data: uses } = useQuery(usesQuery(catalogue, item.id));
  const { removal } = useItemRemoval(catalogue, item);
  const { one } = catalogue.noun;
  return (
    <ActionDialog
      title={`Removing ${catalogue.label}: ${isolate(item.name)}`}
      message={
        <>
          <p>Are you sure you want to remove this {one}?</p>
          {uses && uses.total > 0 && (
            <>
              <p>It stays, marked, until no project uses it: {counted(uses.total, 'use', 'uses')} now.</p>
              <Blockers total={uses.total} blockers={usesAsBlockers(catalogue, uses)} />
            </>
          )}
        </>
      }
      verb="Delete"
      danger
      action={removal}
      onClose={onDone}
    />
  );
}
