import { Link } from 'react-router';
import styles from './ItemSection.module.css';

interface NameCellProps {
  to: string;
  item: { name: string; categoryName: string };
}

/** The name of an item as a link, above its category. */
export function NameCell({ to, item }: NameCellProps) {
  return (
    <>
      <Link to={to} className={styles.name}>
        {item.name}
      </Link>
      <span className={styles.category}>{item.categoryName}</span>
    </>
  );
}
