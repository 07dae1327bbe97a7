import { availability, nameOf } from '@/api/enumerations';
import { Badge } from '@/shared/ui/Badge';
import type { Item } from './catalogue';

const tones = ['good', 'warn', 'neutral'] as const;

export function ItemStatus({ status }: Pick<Item, 'status'>) {
  return <Badge tone={tones[status]}>{nameOf(availability, status)}</Badge>;
}
