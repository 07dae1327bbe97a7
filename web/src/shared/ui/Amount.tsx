import { formatMoney } from '@/shared/format/money';
import styles from './Amount.module.css';

/** An amount of money. A loss has its sign, and its colour. A hidden amount is a dash. */
export function Amount({ value }: { value: number | null }) {
  if (value === null) return '–';
  return <span className={value < 0 ? styles.loss : undefined}>{formatMoney(value)}</span>;
}
