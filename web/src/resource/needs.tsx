import { Lock } from 'lucide-react';
import type { rolesByRight } from '@/api/roles.gen';
import { useAccount } from '@/session/useAccount';
import { messages } from './messages';
import styles from './needs.module.css';
import type { Resource, Shape } from './resource';

/** A right on a company or project that some roles have. */
export type RoleRight = keyof typeof rolesByRight;

/** Something that the user does not see a button for, and the roles that would do; none, if only administrators may. */
export interface Lack {
  doing: keyof typeof messages.doing;
  roles?: readonly string[] | undefined;
}

/** In the place of buttons that are missing for lack of a role: which role would do. */
export function NeedsRole({ lacks }: { lacks: Lack[] }) {
  const sentences = byRoles(lacks).map(({ doing, roles }) =>
    messages.needs(
      doing.map((one) => messages.doing[one]),
      roles,
    ),
  );
  if (sentences.length === 0) return null;
  return (
    <p className={styles.needs}>
      <Lock size={14} aria-hidden />
      {sentences.join(' ')}
    </p>
  );
}

/** What the same roles would do is said at once. */
function byRoles(lacks: Lack[]) {
  const groups = new Map<string, { doing: Lack['doing'][]; roles: readonly string[] }>();
  for (const { doing, roles = [] } of lacks) {
    const group = groups.get(roles.join());
    if (group) group.doing.push(doing);
    else groups.set(roles.join(), { doing: [doing], roles });
  }
  return [...groups.values()];
}

interface RecordNeedsProps<S extends Shape> {
  resource: Resource<S>;
  record: S['record'];
}

/** Below the title of a record that the user may not edit, or not remove. */
export function RecordNeeds<S extends Shape>({ resource, record }: RecordNeedsProps<S>) {
  const account = useAccount();
  const { mayEdit, removal, needs } = resource;
  const lacks: Lack[] = [];
  if (!mayEdit(record, account)) lacks.push({ doing: 'edit', roles: needs?.edit });
  if (removal && !removal.may(record, account) && !record.isRemoved)
    lacks.push({ doing: 'remove', roles: needs?.remove });
  return <NeedsRole lacks={lacks} />;
}
