import { Avatar } from '@/shared/ui/Avatar';
import { Badge } from '@/shared/ui/Badge';
import { RecordCard } from '@/shared/ui/RecordCard';
import type { Catalogue, Item } from './catalogue';
import { ItemStatus } from './ItemStatus';

export function ItemCard({ catalogue, item }: { catalogue: Catalogue; item: Item }) {
  const { id, name, categoryName, details, status, isRemoved } = item;
  const { Icon } = catalogue;
  return (
    <RecordCard
      to={catalogue.paths.details(id)}
      name={name}
      picture={<Avatar name={name} photoUrl={photoOf(item)} size={56} square fallback={<Icon />} />}
      state={isRemoved ? <Badge tone="bad">Pending Remove</Badge> : <ItemStatus status={status} />}
      facts={'photoUrl' in item ? [categoryName] : [details ?? '-', categoryName]}
    />
  );
}

function photoOf(item: Item): string | null {
  return 'photoUrl' in item ? item.photoUrl : null;
}
