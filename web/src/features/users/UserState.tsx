import { userStatus } from '@/api/enumerations';
import { Badge } from '@/shared/ui/Badge';
import type { User } from './queries';

/** What is out of the ordinary about a user. */
export function UserState({ user: { status, isAdmin, hasPassword } }: { user: User }) {
  if (status === userStatus.Disabled) return <Badge tone="bad">Disabled</Badge>;
  if (!hasPassword) return <Badge tone="warn">Invited</Badge>;
  return isAdmin && <Badge tone="accent">Administrator</Badge>;
}
