import { formatMarginPercent } from '@/shared/format/margin';
import { formatMoney } from '@/shared/format/money';
import styles from './Amount.module.css';

/** An amount of money. A loss has its sign, and its colour. A hidden amount is a dash. */
export function Amount({ value }: { value: number | null }) {
  if (value === null) return '–';
  return <span className={value < 0 ? styles.loss : undefined}>{formatMoney(value)}</span>;
}

/** What is left of a price, and which part of it that is. */
export function Margin({ price, margin }: { price: number; margin: number | null }) {
  const percent = margin === null ? undefined : formatMarginPercent(price, margin);
  return (
    <>
      <Amount value={margin} />
      {percent && <span className={styles.percent}> {percent}</span>}
    </>
  );
}
