import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type Blocker, dependantsQuery, type Removal, type Shape } from '@/resource/resource';
import styles from './Blockers.module.css';
import { messages } from './messages';

/** The first of what uses something, as links, and how many more there are. */
export function Blockers({ total, blockers }: { total: number; blockers: Blocker[] }) {
  const more = total - blockers.length;
  return (
    <ul className={styles.blockers}>
      {blockers.map(({ id, name, to }) => (
        <li key={id}>
          <Link to={to}>{name}</Link>
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{messages.andMore(more)}</li>}
    </ul>
  );
}

interface UsesWarningProps<S extends Shape> {
  removal: Removal<S>;
  item: S['record'] & { id: string };
}

/** Says before an item is removed that projects use it. */
export function UsesWarning<S extends Shape>({ removal, item }: UsesWarningProps<S>) {
  const { data: uses } = useQuery(dependantsQuery(removal, item.id));
  if (!uses || uses.total === 0) return null;
  return (
    <>
      <p>{messages.staysWhileUsed(uses.total)}</p>
      <Blockers total={uses.total} blockers={uses.data.map((use) => removal.blocker(use, item))} />
    </>
  );
}
