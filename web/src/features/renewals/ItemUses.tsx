import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { type Column, Table } from '@/shared/table/Table';
import { Amount } from '@/shared/ui/Amount';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { DateText } from '@/shared/ui/RelativeTime';
import { Skeleton } from '@/shared/ui/Skeleton';
import { StateBadge } from './cells';
import { valueMessages as messages } from './messages';
import { type Renewal, renewalsQuery } from './queries';
import styles from './Renewals.module.css';

const most = 50;

/** The uses of a subscription of the catalogue, running or not. */
function usesQuery(SubscriptionId: string) {
  return renewalsQuery({ item: SubscriptionId, uses: true }, () => ({ SubscriptionId, PageSize: most }));
}

interface ItemUsesTableProps {
  item: { id: string; cost: number | null };
  /** What is not among the rows that are shown. */
  children: (shown: ReadonlySet<string>) => ReactNode;
}

/** The projects that use a subscription of the catalogue: what they pay, and what it costs now and from the next renewal on. */
export function ItemUsesTable({ item, children }: ItemUsesTableProps) {
  const { data, isPending } = useQuery(usesQuery(item.id));
  if (isPending) return <Skeleton height="6rem" />;
  const rows = data?.data ?? [];
  const total = data?.pagination.totalItems ?? 0;
  return (
    <>
      {rows.length > 0 && (
        <div className={styles.uses}>
          <Table caption={messages.uses} columns={columnsOf(item)} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
      {total > rows.length ? (
        <Link to={`${paths.app.renewals()}?preset=all&item=${item.id}`}>{messages.showAll(total)}</Link>
      ) : (
        children(new Set(rows.map(({ id }) => id)))
      )}
    </>
  );
}

function columnsOf({ cost: newCost }: ItemUsesTableProps['item']): Column<Renewal>[] {
  const amount = { numeric: true, narrow: true } as const;
  return [
    {
      header: messages.project,
      lead: true,
      cell: ({ id, projectId, projectName, companyName }) => (
        <>
          <Link to={paths.projects.subscription(projectId, id)} className={styles.name}>
            {projectName}
          </Link>
          <span className={styles.second}>{companyName}</span>
        </>
      ),
    },
    { header: messages.state, narrow: true, lead: true, cell: (row) => <StateBadge row={row} /> },
    { header: messages.end, narrow: true, cell: ({ endAt }) => <DateText at={endAt} /> },
    { header: messages.price, ...amount, cell: ({ price }) => formatMoney(price) },
    { header: messages.costNow, ...amount, cell: ({ cost }) => <Amount value={cost} /> },
    {
      header: messages.costAtRenewal,
      ...amount,
      cell: ({ state, price }) =>
        state === 'renews' && newCost !== null ? (
          <span className={newCost > price ? styles.loss : undefined}>{formatMoney(newCost)}</span>
        ) : (
          '–'
        ),
    },
    { header: messages.margin, ...amount, cell: ({ margin }) => <Amount value={margin} /> },
  ];
}

const mostLooked = 200;

interface CostPreviewProps {
  item: { id: string; cost: number | null };
  /** As it is typed. */
  cost: number;
}

/** Before a new cost is saved: who keeps the old one until when, and who then loses money. */
export function CostPreview({ item, cost }: CostPreviewProps) {
  const result = useQuery(
    renewalsQuery({ item: item.id, running: true }, () => ({
      SubscriptionId: item.id,
      State: 'active,renews',
      PageSize: mostLooked,
    })),
  );
  const { data, isError } = result;
  if (isError && !data) {
    return <FailedQuery query={result} message={messages.previewFailed} />;
  }
  if (!data) return null;
  const { totalItems } = data.pagination;
  const losing = data.data.filter(({ state, price }) => state === 'renews' && price < cost);
  return (
    <section className={styles.preview} aria-label={messages.newCost} aria-live="polite">
      <p>{totalItems === 0 ? messages.noneRuns : messages.keep(totalItems)}</p>
      {totalItems > 0 && <p>{losing.length > 0 ? `${messages.loses(losing.length)}:` : messages.losesNone}</p>}
      {losing.length > 0 && (
        <ul>
          {losing.map(({ id, projectId, projectName, companyName, endAt, price }) => (
            <li key={id}>
              <Link to={paths.projects.subscription(projectId, id)}>{projectName}</Link>
              {`, ${companyName}: `}
              {messages.losesFrom(formatDay(endAt), formatMoney(price), formatMoney(cost))}
            </li>
          ))}
        </ul>
      )}
      {totalItems > data.data.length && <p>{messages.first(data.data.length, totalItems)}</p>}
    </section>
  );
}
