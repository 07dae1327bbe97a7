import { Link } from 'react-router';
import { formatCount } from '@/shared/format/number';
import type { Blocker } from '@/shared/ui/RemovalNotice';
import styles from './Blockers.module.css';
import type { Catalogue } from './catalogue';
import type { Dependants } from './queries';

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
      {more > 0 && <li className={styles.more}>and {formatCount(more)} more</li>}
    </ul>
  );
}

/** The items that keep a category. */
export function itemsAsBlockers({ paths }: Catalogue, items: Dependants | undefined): Blocker[] {
  return (items?.data ?? []).map(({ id, name }) => ({ id, name, to: paths.details(id) }));
}
