import { Link } from 'react-router';
import { paths } from '@/paths';
import { formatMoney } from '@/shared/format/money';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid, type Fact } from '@/shared/ui/DefinitionGrid';
import { DateText } from '@/shared/ui/RelativeTime';
import { useMinute } from '@/shared/useMinute';
import styles from './ProjectFacts.module.css';
import type { Project } from './queries';
import { isRunning } from './subscriptionState';

export function ProjectFacts({ project }: { project: Project }) {
  useMinute();
  const { createdAt, isLive, subscriptions, products } = project;
  // What waits for its removal, or whose company does, runs no more.
  const running = isLive ? subscriptions.filter((item) => isRunning(item)) : [];
  return (
    <Section title="Overview">
      <DefinitionGrid
        facts={[
          companyFact(project),
          { label: 'Created', value: <DateText at={createdAt} /> },
          { label: 'Running subscriptions', value: <Totals items={running} /> },
          { label: 'Products', value: <Totals items={products} /> },
        ]}
      />
    </Section>
  );
}

/** Beside an item of a project: where it belongs. */
export function ProjectOfItem({ project }: { project: Project }) {
  const { id, name } = project;
  return (
    <Section title="Project">
      <DefinitionGrid
        facts={[
          { label: 'Name', value: <Link to={paths.projects.details(id)}>{name}</Link>, wide: true },
          { ...companyFact(project), wide: true },
        ]}
      />
    </Section>
  );
}

function companyFact({ companyId, companyName, access }: Project): Fact {
  const link = access.seeCompany && <Link to={paths.companies.details(companyId)}>{companyName}</Link>;
  return { label: 'Company', value: link || companyName };
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
