import { Link } from 'react-router';
import { formatMoney } from '@/shared/format/money';
import type { Column } from '@/shared/table/Table';
import styles from './ProjectItems.module.css';

interface NameCellProps {
  to: string;
  item: { name: string; categoryName: string };
}

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

interface Priced {
  price: number;
  cost: number | null;
}

/** Price, and cost for those who may see it. */
export function moneyColumns<Row extends Priced>(seesCost: boolean): Column<Row>[] {
  const price: Column<Row> = { header: 'Price', numeric: true, narrow: true, cell: (row) => formatMoney(row.price) };
  const cost: Column<Row> = {
    header: 'Cost',
    numeric: true,
    narrow: true,
    cell: (row) => (row.cost === null ? '–' : formatMoney(row.cost)),
  };
  return seesCost ? [price, cost] : [price];
}
