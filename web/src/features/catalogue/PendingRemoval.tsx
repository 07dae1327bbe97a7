import { useQuery } from '@tanstack/react-query';
import { useAccount } from '@/session/useAccount';
import { counted } from '@/shared/format/number';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { RemovalNotice } from '@/shared/ui/RemovalNotice';
import type { Catalogue, Item } from './catalogue';
import { usesAsBlockers } from './ItemUses';
import { usesQuery } from './queries';
import { useItemRemoval } from './removal';

export function PendingRemoval({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const { isAdmin } = useAccount();
  const { data: uses } = useQuery({ ...usesQuery(catalogue, item.id), enabled: isAdmin });
  const removal = useItemRemoval(catalogue, item);
  const isUnused = uses?.total === 0;

  return (
    <RemovalNotice
      kind={catalogue.label}
      name={item.name}
      title={isUnused ? 'No project uses this item any more.' : 'Must Remove all projects using this item first.'}
      blockers={usesAsBlockers(catalogue, uses)}
      isUnused={isUnused}
      ways={isAdmin && removal}
    >
      This {catalogue.noun.one} was marked for removal {item.removedAt && <RelativeTime at={item.removedAt} />}.{' '}
      {isUnused
        ? 'Its removal can be finalized.'
        : `It is gone once no project uses it${uses ? `; ${counted(uses.total, 'use is', 'uses are')} left.` : '.'}`}
    </RemovalNotice>
  );
}
