import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { api } from '@/api/client';
import { productStatus } from '@/api/enumerations';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { currentAccount } from '@/session/session';
import { useAccount } from '@/session/useAccount';
import { useSeesCost } from '@/session/useRights';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import type { Read } from '@/shared/loading/firstReads';
import { lazyPart } from '@/shared/loading/lazyPart';
import { failsInPlace } from '@/shared/loading/readFailure';
import { Button } from '@/shared/ui/buttons/Button';
import { Card } from '@/shared/ui/records/Card';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { type Renewal, renewalsQuery } from '../queries';
import { snoozedIds, useSnoozed, wake } from './snoozed';
import styles from './Today.module.css';
import { messages } from './todayMessages';

const TodayActions = lazyPart(() => import('./TodayActions'), { isLater: true });

/** As many rows as a person takes in at a glance. */
const shownRows = 4;

/** What needs attention today, above the figures of the dashboard. */
export function Today() {
  const seesCost = useSeesCost();
  return (
    <section className={styles.today} aria-labelledby="today">
      <header>
        <h2 id="today">{messages.title}</h2>
        <Link to={paths.app.renewals()}>{messages.next}</Link>
      </header>
      <div className={styles.parts}>
        <TodayPart part="thisWeek" />
        <TodayPart part="overdue" />
        <Waiting />
        {seesCost && <TodayPart part="losing" />}
      </div>
    </section>
  );
}

/** The last day of this week, a Sunday. */
function sunday(now = Date.now()): string {
  const last = now + ((7 - new Date(now).getUTCDay()) % 7) * 86_400_000;
  return new Date(last).toISOString().slice(0, 10);
}

type Part = 'thisWeek' | 'overdue' | 'losing';

/** What each part asks for: the address of the whole list, and the same as the server's query has it. */
const parts: Record<Part, () => { search: string; query: Parameters<typeof renewalsQuery>[1] }> = {
  thisWeek: () => {
    const to = sunday();
    const query = { State: 'active', EndTo: `${to}T23:59:59.999Z`, SortBy: 'endAt' } as const;
    return { search: `preset=any&to=${to}`, query: () => query };
  },
  overdue: () => ({
    search: 'preset=overdue',
    query: () => ({ State: 'ended', SortBy: 'endAt', SortDescending: true }),
  }),
  losing: () => ({ search: 'preset=losing', query: () => ({ Losing: true, SortBy: 'margin' }) }),
};

/** The server gives no more at once. */
const mostRows = 200;

/** As many rows as are shown, besides those that are put off. */
function partQuery(part: Part, snoozed: number) {
  const { search, query } = parts[part]();
  const PageSize = Math.min(shownRows + snoozed, mostRows);
  return renewalsQuery({ today: search, PageSize }, () => ({ ...query(), PageSize }));
}

/** Reads the parts that every user sees. */
export function readToday(read: Read): void {
  const snoozed = snoozedIds(currentAccount()?.email ?? '').size;
  read(partQuery('thisWeek', snoozed));
  read(partQuery('overdue', snoozed));
  read(waitingQuery);
}

/** The first rows of a list of renewals, and the way to all of it. */
function TodayPart({ part }: { part: Part }) {
  // The margin tells more than the day.
  const isLoss = part === 'losing';
  const { email } = useAccount();
  const snoozed = useSnoozed(email);
  const result = useQuery(partQuery(part, snoozed.size));
  const { data } = result;
  const isSnoozed = ({ id }: Renewal) => snoozed.has(id);
  const away = data?.data.filter(isSnoozed) ?? [];
  return (
    <Box
      title={messages[part]}
      none={messages.none[part]}
      all={data && { count: data.pagination.totalItems, to: `${paths.app.renewals()}?${parts[part]().search}` }}
      query={result}
      after={
        away.length > 0 && (
          <p className={styles.away}>
            {messages.away(away.length)}
            <Button
              variant="quiet"
              onClick={() =>
                wake(
                  email,
                  away.map(({ id }) => id),
                )
              }
            >
              {messages.wake}
            </Button>
          </p>
        )
      }
    >
      {data?.data
        .filter((row) => !isSnoozed(row))
        .slice(0, shownRows)
        .map((row) => (
          <Row
            key={row.id}
            to={paths.projects.subscription(row.projectId, row.id)}
            name={row.subscription.name}
            of={`${row.companyName}, ${row.projectName}`}
            value={isLoss ? lossOf(row) : formatDay(row.endAt)}
            worth={isLoss ? undefined : worthOf(row)}
            actions={isLoss ? undefined : <TodayActions row={row} />}
          />
        ))}
    </Box>
  );
}

/** What goes with it: a month of one that runs, or the last price of one that is over. */
function worthOf({ state, price, monthlyPrice }: Renewal): string {
  return state === 'ended' ? messages.lastPrice(formatMoney(price)) : messages.aMonth(formatMoney(monthlyPrice));
}

const waitingQuery = queryOptions({
  queryKey: [...queryKeys.projectProducts, { waiting: true }],
  meta: failsInPlace,
  queryFn: ({ signal }) => {
    const query = { Status: String(productStatus.WaitingConfirm), SortBy: 'createdAt' as const, PageSize: shownRows };
    return api.list('/project/product', { query, signal });
  },
});

/** Products that the customer has not confirmed yet, the oldest first. */
function Waiting() {
  const result = useQuery(waitingQuery);
  const { data } = result;
  return (
    <Box
      title={messages.waiting}
      none={messages.none.waiting}
      all={
        data && {
          count: data.pagination.totalItems,
          to: `${paths.projects.list()}?status=${productStatus.WaitingConfirm}`,
          isOfProjects: true,
        }
      }
      query={result}
    >
      {data?.data.map(({ id, projectId, product, companyName, price }) => (
        <Row
          key={id}
          to={paths.projects.product(projectId, id)}
          name={product.name}
          of={companyName}
          value={messages.once(formatMoney(price))}
        />
      ))}
    </Box>
  );
}

function lossOf({ margin }: Renewal): string {
  return margin === null ? '–' : messages.aMonth(formatMoney(margin));
}

interface BoxProps {
  title: string;
  none: string;
  /** How many there are, and the page that shows them: itself, or the projects that have them. Not known yet without. */
  all: { count: number; to: string; isOfProjects?: boolean } | undefined;
  query: { isError: boolean; isFetching: boolean; refetch: () => unknown };
  after?: ReactNode;
  children: ReactNode;
}

function Box({ title, none, all, query, after, children }: BoxProps) {
  return (
    <Card className={styles.part}>
      <header>
        <p className={styles.title}>{title}</p>
        {all && all.count > 0 && (
          <Link
            to={all.to}
            aria-label={
              all.isOfProjects ? messages.inProjectsOf(title, all.count) : messages.showAllOf(title, all.count)
            }
          >
            {all.isOfProjects ? messages.inProjects(all.count) : messages.showAll(all.count)}
          </Link>
        )}
      </header>
      {query.isError && !all ? (
        <FailedQuery query={query} message={messages.notLoaded} />
      ) : !all ? (
        <Skeleton height="8rem" />
      ) : all.count === 0 ? (
        <Note>{none}</Note>
      ) : (
        <ul aria-label={title}>{children}</ul>
      )}
      {after}
    </Card>
  );
}

interface RowProps {
  to: string;
  name: string;
  of: string;
  value: string;
  /** Below the value. */
  worth?: string | undefined;
  actions?: ReactNode;
}

function Row({ to, name, of, value, worth, actions }: RowProps) {
  return (
    <li>
      <Link to={to} className={styles.name} dir="auto" title={name}>
        {name}
      </Link>
      <span className={styles.of} dir="auto" title={of}>
        {of}
      </span>
      <span className={styles.value}>{value}</span>
      {worth && <span className={styles.worth}>{worth}</span>}
      {actions && <span className={styles.actions}>{actions}</span>}
    </li>
  );
}
