import { userStatus } from '@/api/enumerations';
import { Badge } from '@/shared/ui/Badge';
import type { User } from './queries';

/** What is out of the ordinary about a user. */
export function UserState({ user: { status, isAdmin } }: { user: User }) {
  if (status === userStatus.Disabled) return <Badge tone="bad">Disabled</Badge>;
  return isAdmin && <Badge tone="accent">Administrator</Badge>;
}
