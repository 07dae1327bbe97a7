import { formatMoney } from '@/shared/format/money';
import { useMinute } from '@/shared/timing';
import { messages } from '../messages';
import { isRunning } from '../subscriptions/state';
import type { Project } from './resource';
import styles from './Totals.module.css';

/** What the running subscriptions of a project come to, as the time goes on. */
export function RunningTotals({ project: { isLive, subscriptions } }: { project: Project }) {
  useMinute();
  // What waits for its removal, or whose company does, runs no more.
  return <Totals items={isLive ? subscriptions.filter((item) => isRunning(item)) : []} />;
}

export function ProductTotals({ products }: Pick<Project, 'products'>) {
  return <Totals items={products} />;
}

interface Priced {
  price: number;
  cost: number | null;
}

function Totals({ items }: { items: Priced[] }) {
  const price = formatMoney(sum(items.map((item) => item.price)));
  const costs = items.map(({ cost }) => cost).filter((cost) => cost !== null);
  if (costs.length === 0) return messages.price(price);
  return (
    <>
      <span className={styles.amount}>{messages.priceAnd(price)}</span>{' '}
      <span className={styles.amount}>{messages.cost(formatMoney(sum(costs)))}</span>
    </>
  );
}

/** In whole cents: fractions of dollars do not add up exactly. */
function sum(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
