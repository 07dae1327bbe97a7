import { Link } from 'react-router';
import { paths } from '@/paths';
import { formatMoney } from '@/shared/format/money';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { useMinute } from '@/shared/useMinute';
import styles from './ProjectFacts.module.css';
import type { Project } from './queries';
import { isRunning } from './subscriptionState';

export function ProjectFacts({ project }: { project: Project }) {
  useMinute();
  const { companyId, companyName, createdAt, isLive, access, subscriptions, products } = project;
  // What waits for its removal, or whose company does, runs no more.
  const running = isLive ? subscriptions.filter((item) => isRunning(item)) : [];
  return (
    <Section title="Overview">
      <DefinitionGrid
        facts={[
          {
            label: 'Company',
            value: access.seeCompany ? <Link to={paths.companies.details(companyId)}>{companyName}</Link> : companyName,
          },
          { label: 'Created', value: <DateText at={createdAt} /> },
          { label: 'Running subscriptions', value: <Totals items={running} /> },
          { label: 'Products', value: <Totals items={products} /> },
        ]}
      />
    </Section>
  );
}

interface Priced {
  price: number;
  cost: number | null;
}

function Totals({ items }: { items: Priced[] }) {
  const price = formatMoney(sum(items.map((item) => item.price)));
  const costs = items.map(({ cost }) => cost).filter((cost) => cost !== null);
  if (costs.length === 0) return `${price} price`;
  return (
    <>
      <span className={styles.amount}>{price} price,</span>{' '}
      <span className={styles.amount}>{formatMoney(sum(costs))} cost</span>
    </>
  );
}

/** In whole cents: fractions of dollars do not add up exactly. */
function sum(amounts: number[]): number {
  return amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100;
}
