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
import { cx } from '@/shared/ui/cx';
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

type BoxName = 'soon' | 'overdue' | 'losing' | 'waiting';

interface TodayProps {
  /** Given where nothing can be in any box yet: what each says instead, in as little room as it needs. */
  renderToBe?: ((box: BoxName) => ReactNode) | undefined;
}

/** What needs attention today, above the figures of the dashboard. */
export function Today({ renderToBe }: TodayProps) {
  const seesCost = useSeesCost();
  return (
    <section className={cx(styles.today, renderToBe && styles.new)} aria-labelledby="today">
      <header>
        <h2 id="today">{messages.title}</h2>
        <Link to={paths.app.renewals()}>{messages.next}</Link>
      </header>
      <div className={styles.parts}>
        <TodayPart box="soon" renderToBe={renderToBe} />
        <TodayPart box="overdue" renderToBe={renderToBe} />
        <Waiting renderToBe={renderToBe} />
        {seesCost && <TodayPart box="losing" renderToBe={renderToBe} />}
      </div>
    </section>
  );
}

/** The days of the coming week: today, and the same weekday of the next one. */
function comingWeek(now = Date.now()): [string, string] {
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
  return [dayAt(now), dayAt(now + 7 * 86_400_000)];
}

type Part = 'ending' | 'toCancel' | 'overdue' | 'losing';

/** What each part asks for: the address of the whole list, and the same as the server's query has it. */
const parts: Record<Part, () => { search: string; query: Parameters<typeof renewalsQuery>[1] }> = {
  ending: () => {
    const [, to] = comingWeek();
    const query = { State: 'active', EndTo: `${to}T23:59:59.999Z`, SortBy: 'endAt' } as const;
    return { search: `preset=any&to=${to}`, query: () => query };
  },
  toCancel: () => {
    const [from, to] = comingWeek();
    const days = { CancelFrom: `${from}T00:00:00Z`, CancelTo: `${to}T23:59:59.999Z` };
    const query = { State: 'renews', ...days, SortBy: 'endAt' } as const;
    return { search: `preset=any&kind=renews&cancelFrom=${from}&cancelTo=${to}`, query: () => query };
  },
  overdue: () => ({
    search: 'preset=overdue',
    query: () => ({ State: 'ended', SortBy: 'endAt', SortDescending: true }),
  }),
  losing: () => ({ search: 'preset=losing', query: () => ({ Losing: true, SortBy: 'margin' }) }),
};

/** The parts of each box. Those of one box are shown by day, as one list. */
const boxes: Record<Exclude<BoxName, 'waiting'>, [Part, Part?]> = {
  soon: ['ending', 'toCancel'],
  overdue: ['overdue'],
  losing: ['losing'],
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
  for (const part of ['ending', 'toCancel', 'overdue'] as const) read(partQuery(part, snoozed));
  read(waitingQuery);
}

/** The first rows of lists of renewals, and the way to all of them. */
function TodayPart({ box, renderToBe }: TodayProps & { box: keyof typeof boxes }) {
  const { email } = useAccount();
  const snoozed = useSnoozed(email);
  const [part, other = part] = boxes[box];
  const ofBox = other === part ? [part] : [part, other];
  // The one query again where the box has one part: useQueries would weigh on every page.
  const results = [useQuery(partQuery(part, snoozed.size)), useQuery(partQuery(other, snoozed.size))];
  const lists = ofBox.map((part, index) => ({ part, data: results[index]?.data }));
  const all = lists.flatMap(({ part, data }) => data?.data.map((row) => ({ part, row })) ?? []);
  if (ofBox.length > 1) all.sort((one, other) => dayOf(one).localeCompare(dayOf(other)));
  const isSnoozed = ({ row }: TodayRow) => snoozed.has(row.id);
  const away = all.filter(isSnoozed);
  return (
    <Box
      title={messages[box]}
      none={renderToBe?.(box) ?? <Note>{messages.none[box]}</Note>}
      links={lists.map(({ part, data }) => data && linkOf(part, data.pagination.totalItems))}
      queries={results}
      after={
        away.length > 0 && (
          <p className={styles.away}>
            {messages.away(away.length)}
            <Button
              variant="quiet"
              onClick={() =>
                wake(
                  email,
                  away.map(({ row }) => row.id),
                )
              }
            >
              {messages.wake}
            </Button>
          </p>
        )
      }
    >
      {all
        .filter((one) => !isSnoozed(one))
        .slice(0, shownRows)
        .map(({ part, row }) => (
          <Row
            key={row.id}
            to={paths.projects.subscription(row.projectId, row.id)}
            name={row.subscription.name}
            of={`${row.companyName}, ${row.projectName}`}
            value={dayOrLossOf({ part, row })}
            // The margin tells more than the day.
            worth={part === 'losing' ? undefined : worthOf(row)}
            actions={part === 'losing' ? undefined : <TodayActions row={row} />}
          />
        ))}
    </Box>
  );
}

interface TodayRow {
  part: Part;
  row: Renewal;
}

/** The day that a row is about. */
function dayOf({ part, row }: TodayRow): string {
  return (part === 'toCancel' && row.cancelBy) || row.endAt;
}

function dayOrLossOf({ part, row }: TodayRow): string {
  if (part === 'losing') return row.margin === null ? '–' : messages.aMonth(formatMoney(row.margin));
  const day = formatDay(dayOf({ part, row }));
  return part === 'overdue' ? day : messages.on[part](day);
}

/** What goes with it: a month of one that runs, or the last price of one that is over. */
function worthOf({ state, price, monthlyPrice }: Renewal): string {
  return state === 'ended' ? messages.lastPrice(formatMoney(price)) : messages.aMonth(formatMoney(monthlyPrice));
}

/** The way to the whole list of a part. */
function linkOf(part: Part, count: number): BoxLink {
  const to = `${paths.app.renewals()}?${parts[part]().search}`;
  return part === 'ending' || part === 'toCancel'
    ? { count, to, text: messages.count[part](count), label: messages.countOf[part](count) }
    : { count, to, text: messages.showAll(count), label: messages.showAllOf(messages[part], count) };
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
function Waiting({ renderToBe }: TodayProps) {
  const result = useQuery(waitingQuery);
  const { data } = result;
  const count = data?.pagination.totalItems ?? 0;
  return (
    <Box
      title={messages.waiting}
      none={renderToBe?.('waiting') ?? <Note>{messages.none.waiting}</Note>}
      links={[
        data && {
          count,
          to: `${paths.projects.list()}?status=${productStatus.WaitingConfirm}`,
          text: messages.inProjects(count),
          label: messages.inProjectsOf(messages.waiting, count),
        },
      ]}
      queries={[result]}
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

/** A page that shows all there are of something. */
interface BoxLink {
  count: number;
  to: string;
  text: string;
  label: string;
}

interface BoxProps {
  title: string;
  none: ReactNode;
  /** Undefined is a count that is not known yet. */
  links: (BoxLink | undefined)[];
  queries: { isError: boolean; isFetching: boolean; refetch: () => unknown }[];
  after?: ReactNode;
  children: ReactNode;
}

function Box({ title, none, links, queries, after, children }: BoxProps) {
  const known = links.filter((link) => link !== undefined);
  const isKnown = known.length === links.length;
  const failed = queries.find(({ isError }) => isError);
  const shown = known.filter(({ count }) => count > 0);
  return (
    <Card className={styles.part}>
      <header>
        <p className={styles.title}>{title}</p>
        <span className={styles.links}>
          {shown.map(({ to, text, label }) => (
            <Link key={to} to={to} aria-label={label}>
              {text}
            </Link>
          ))}
        </span>
      </header>
      {failed && !isKnown ? (
        <FailedQuery query={failed} message={messages.notLoaded} />
      ) : !isKnown ? (
        <Skeleton height="8rem" />
      ) : shown.length === 0 ? (
        none
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
