import { useQuery } from '@tanstack/react-query';
import { Boxes, Building2, FolderKanban, type LucideIcon, Repeat, Users } from 'lucide-react';
import { paths } from '@/paths';
import { formatMoney } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import { lazyPart } from '@/shared/loading/lazyPart';
import { cx } from '@/shared/ui/cx';
import { CardLink } from '@/shared/ui/records/Card';
import type { FigureTopic } from '@/shared/ui/records/FigureHelp';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { messages } from './messages';
import { type Statistics, statisticsQuery } from './queries';
import styles from './StatisticCards.module.css';

/** Once the figures are painted. */
const FigureHelp = lazyPart(async () => ({ default: (await import('@/shared/ui/records/FigureHelp')).FigureHelp }), {
  isLater: true,
  failed: false,
});

type Money = 'projectsSubscriptions' | 'projectsProducts';
type Count = Exclude<keyof Statistics, `${Money}${string}` | 'currencyName'>;

interface Card {
  label: string;
  /** What it counts or adds up, where the label does not tell. */
  sums?: { text: string; topic: FigureTopic };
  to: string;
  Icon: LucideIcon;
}

/** A figure leaves out what waits for its removal; so does the list that it opens. */
const active = '?removed=exclude';
const projects = { to: `${paths.projects.list()}${active}`, Icon: FolderKanban };
const products = { to: `${paths.products.list()}${active}`, Icon: Boxes };
const subscriptions = { to: `${paths.subscriptions.list()}${active}`, Icon: Repeat };
const users = { to: paths.users.list(), Icon: Users };

const cards: (Card & ({ count: Count } | { money: Money }))[] = [
  { count: 'companies', label: messages.companies, to: `${paths.companies.list()}${active}`, Icon: Building2 },
  { count: 'projects', label: messages.projects, ...projects },
  {
    count: 'subscriptionsEndingInTwoWeeks',
    label: messages.endingSoon,
    sums: { text: messages.inTwoWeeks, topic: 'running-ends-soon-ended' },
    to: `${paths.app.renewals()}?preset=14`,
    Icon: Repeat,
  },
  {
    money: 'projectsSubscriptions',
    label: messages.subscriptionsMoney,
    sums: { text: messages.wholeTerms, topic: 'prices-of-whole-terms' },
    ...projects,
    Icon: Repeat,
  },
  {
    money: 'projectsProducts',
    label: messages.productsMoney,
    sums: { text: messages.onceOnly, topic: 'one-off-products' },
    ...projects,
    Icon: Boxes,
  },
  { count: 'productCategories', label: messages.productCategories, ...products },
  { count: 'products', label: messages.products, ...products },
  { count: 'subscriptionCategories', label: messages.subscriptionCategories, ...subscriptions },
  { count: 'subscriptions', label: messages.subscriptions, ...subscriptions },
  { count: 'adminUsers', label: messages.adminUsers, ...users, to: `${users.to}?admins=true` },
  { count: 'allUsers', label: messages.allUsers, ...users },
];

/** Figures that this user may not see are null; until they come, the role tells how many cards to expect. */
export function StatisticCards({ isAdmin }: { isAdmin: boolean }) {
  const result = useQuery(statisticsQuery);
  const { data, isError } = result;
  if (isError && !data) {
    return <FailedQuery query={result} message={messages.statisticsFailed} />;
  }
  const shown = cards.filter((card) =>
    data && 'count' in card ? data[card.count] !== null : isAdmin || card.Icon !== users.Icon,
  );
  return (
    <section aria-busy={!data}>
      <header className={styles.header}>
        <h2>{data ? messages.statistics : messages.loadingStatistics}</h2>
        <p>{messages.withoutPending}</p>
      </header>
      <ul className={styles.cards}>
        {shown.map((card) => (
          <li key={card.label}>
            <CardLink to={card.to} className={styles.card}>
              <span className={styles.icon} aria-hidden>
                <card.Icon size={18} />
              </span>
              <p className={styles.label}>{card.label}</p>
              {!data ? (
                <Skeleton width={'money' in card ? '16ch' : '4ch'} height={'money' in card ? '2.75rem' : '2.375rem'} />
              ) : 'money' in card ? (
                <Amounts cost={data[`${card.money}Cost`]} price={data[`${card.money}Price`]} />
              ) : (
                <Figure count={data[card.count] ?? 0} />
              )}
              {card.sums && <p className={styles.sums}>{card.sums.text}</p>}
            </CardLink>
            {card.sums && (
              <span className={styles.help}>
                <FigureHelp topic={card.sums.topic} of={card.label} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figure({ count }: { count: number }) {
  const text = formatCount(count);
  return <p className={cx(styles.figure, text.length > '12,345'.length && styles.long)}>{text}</p>;
}

/** Side by side where there is room. A hidden cost is a dash, with who sees it. */
function Amounts({ cost, price }: { cost: number | null; price: number }) {
  return (
    <div className={styles.amounts}>
      <p className={styles.amount}>
        <span>{messages.cost}</span>
        {cost !== null ? (
          formatMoney(cost)
        ) : (
          <b>
            – <small>{messages.whoSeesCost}</small>
          </b>
        )}
      </p>
      <p className={styles.amount}>
        <span>{messages.price}</span>
        {formatMoney(price)}
      </p>
    </div>
  );
}
