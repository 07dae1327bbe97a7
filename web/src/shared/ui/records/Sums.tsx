import { type CostsSeen, formatMoney, marginOf } from '@/shared/format/money';
import { Margin } from './Amount';
import styles from './Sums.module.css';
import { messages } from './sumMessages';

/** Instead of a sum that would not be true, or below one: why. */
export function NoSum({ text }: { text: string }) {
  return <span className={styles.reason}>{text}</span>;
}

interface SumProps {
  /** Of the costs that the user sees; null where that is none. */
  cost: number | null;
  seen: CostsSeen;
}

/** A sum of costs, which says what it leaves out. */
export function CostSum({ cost, seen }: SumProps) {
  if (cost === null) return <NoSum text={messages.hiddenCosts} />;
  if (seen === 'all') return formatMoney(cost);
  return (
    <span className={styles.part}>
      {formatMoney(cost)} <NoSum text={messages.costsSeen} />
    </span>
  );
}

/** What is left of a sum of prices, or why that is not known. */
export function MarginSum({ price, cost, seen }: SumProps & { price: number }) {
  if (cost === null || seen === 'some') return <NoSum text={messages.hiddenCosts} />;
  if (seen === 'unknown') return <NoSum text={messages.perhapsHiddenCosts} />;
  return <Margin price={price} margin={marginOf(price, cost)} />;
}
