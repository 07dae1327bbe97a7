import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { BarChart } from '@/shared/chart/BarChart';
import { ChartCard } from '@/shared/chart/Chart';
import { ColumnChart } from '@/shared/chart/ColumnChart';
import { formatMonth, formatShortMonth } from '@/shared/format/date';
import { formatDollars, formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import { failsInPlace } from '@/shared/readFailure';
import { type Column, Table } from '@/shared/table/Table';
import { useMinute } from '@/shared/timing';
import { Amount } from '@/shared/ui/Amount';
import { Section } from '@/shared/ui/Card';
import { Chips } from '@/shared/ui/Chips';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Skeleton } from '@/shared/ui/Skeleton';
import { Toolbar } from '@/shared/ui/Toolbar';
import { knownOption, useUrlParams } from '@/shared/useUrlParams';
import { messages } from './messages';
import styles from './Reports.module.css';

type Report = AnswerOf<'/report/recurring', 'get'>;
type Month = Report['months'][number];
type Group = Report['groups'][number];

const ranges = [
  { value: '12', label: messages.ranges[12] },
  { value: '24', label: messages.ranges[24] },
  { value: 'ahead', label: messages.ranges.ahead },
] as const;

function reportQuery(From: string, To: string, By: 'none' | 'company' | 'category') {
  return queryOptions({
    queryKey: [...queryKeys.recurring, { From, To, By }],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/report/recurring', { query: { From, To, By }, signal }),
  });
}

/** What subscriptions bring in by the month, what moved that, and where it comes from. */
export function ReportsPage() {
  const { params, change } = useUrlParams();
  const now = new Date(useMinute() * 60_000).toISOString().slice(0, 7);
  const range = knownOption(ranges, params.get('range'));
  const [from, to] = range === 'ahead' ? [now, shifted(now, 11)] : [shifted(now, 1 - Number(range)), shifted(now, 2)];
  const result = useQuery({
    ...reportQuery(from, to, 'none'),
    placeholderData: keepPreviousData,
  });
  const { data, isError } = result;
  return (
    <>
      <PageHeader title={messages.title} />
      <Toolbar>
        <Chips
          label={messages.range}
          options={ranges}
          value={range}
          onChange={(value) => change({ range: value === '12' ? undefined : value })}
        />
      </Toolbar>
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Skeleton height="320px" />
      ) : (
        <>
          <div className={styles.report}>
            <Value months={data.months} now={now} />
            <Moves months={data.months} now={now} />
          </div>
          <div className={styles.groups}>
            <Groups now={now} by="company" />
            <Groups now={now} by="category" />
          </div>
        </>
      )}
    </>
  );
}

interface MonthsProps {
  months: Month[];
  /** The running month. */
  now: string;
}

function Value({ months, now }: MonthsProps) {
  const [shown, show] = useState<string>();
  const current = months.find(({ month }) => month === now) ?? months.at(-1);
  const inWords = ({ month, price, count }: Month) => {
    const text = messages.inMonth(formatMonth(`${month}-01`), formatMoney(price), count);
    return month > now ? messages.expected(text) : text;
  };
  return (
    <ChartCard
      heading="h2"
      title={messages.value}
      detail={shown ?? messages.valueText(formatMoney(current?.price ?? 0), current?.count ?? 0)}
      empty={months.every(({ count }) => count === 0) ? messages.noValue : undefined}
      table={{
        columns: [messages.month, messages.price],
        rows: months.map(({ month, price }) => [formatMonth(`${month}-01`), formatMoney(price)]),
      }}
    >
      <ColumnChart
        label={messages.value}
        onShow={show}
        format={formatDollars}
        columns={months.map((month) => ({
          key: month.month,
          name: formatShortMonth(`${month.month}-01`),
          value: month.price,
          isQuiet: month.month > now,
          label: inWords(month),
          to: month.count > 0 ? rowsOf(month.month, now) : undefined,
        }))}
      />
    </ChartCard>
  );
}

/** What was added to the value of each month, and what was taken from it; the newest month first. */
function Moves({ months, now }: MonthsProps) {
  const { isAdmin } = useAccount();
  const seesCost = months.some(({ cost }) => cost !== null);
  return (
    <Section title={messages.moves}>
      <div className={styles.moves}>
        <Table
          caption={messages.moves}
          columns={columnsOf(now)}
          rows={months.toReversed()}
          keyOf={({ month }) => month}
          // The sum of costs leaves out those that are hidden: only an administrator sees all of them.
          hidden={seesCost ? (isAdmin ? [] : [messages.margin]) : [messages.cost, messages.margin]}
        />
      </div>
    </Section>
  );
}

function columnsOf(now: string): Column<Month>[] {
  const amount = { numeric: true, narrow: true } as const;
  return [
    {
      header: messages.month,
      lead: true,
      narrow: true,
      cell: ({ month, count }) => (
        <>
          {count > 0 ? <Link to={rowsOf(month, now)}>{formatMonth(`${month}-01`)}</Link> : formatMonth(`${month}-01`)}
          {month === now && messages.isNow}
        </>
      ),
    },
    { header: messages.running, ...amount, cell: ({ count }) => formatCount(count) },
    { header: messages.started, ...amount, cell: ({ started }) => signed(started) },
    { header: messages.ended, ...amount, cell: ({ ended }) => signed(-ended) },
    { header: messages.repriced, ...amount, cell: ({ repriced }) => signed(repriced) },
    { header: messages.price, ...amount, cell: ({ price }) => formatMoney(price) },
    { header: messages.cost, ...amount, cell: ({ cost }) => <Amount value={cost} /> },
    {
      header: messages.margin,
      ...amount,
      cell: ({ price, cost }) => <Amount value={cost === null ? null : marginOf(price, cost)} />,
    },
  ];
}

function signed(amount: number): string {
  if (amount === 0) return '–';
  return amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);
}

/** More would be a list; the table of renewals has them all. */
const shownGroups = 10;

function Groups({ now, by }: { now: string; by: 'company' | 'category' }) {
  const [shown, show] = useState<string>();
  const result = useQuery(reportQuery(now, now, by));
  const { data, isError } = result;
  if (isError && !data) {
    return <FailedQuery query={result} message={messages.notLoaded} />;
  }
  if (!data) return <Skeleton height="20rem" />;
  const groups = data.groups.filter(({ months }) => (months[0]?.count ?? 0) > 0).slice(0, shownGroups);
  const title = by === 'company' ? messages.byCompany : messages.byCategory;
  return (
    <ChartCard
      heading="h2"
      title={title}
      detail={shown ?? messages.groups(groups.length)}
      empty={groups.length === 0 ? messages.nothing : undefined}
      table={{
        columns: [by === 'company' ? messages.company : messages.category, messages.price],
        rows: groups.map((group) => [group.name, formatMoney(amountsIn(group).price)]),
      }}
    >
      <BarChart
        label={title}
        onShow={show}
        rows={groups.map((group) => {
          const { price, cost } = amountsIn(group);
          const [priceText, costText] = [messages.priceOf(formatMoney(price)), messages.costOf(formatMoney(cost ?? 0))];
          return {
            key: group.id ?? group.name,
            name: group.name,
            bars: [
              { value: price, text: priceText, tone: 'accent' as const },
              ...(cost === null ? [] : [{ value: cost, text: costText, tone: 'quiet' as const }]),
            ],
            label: messages.amountsOf(group.name, cost === null ? [priceText] : [priceText, costText]),
            to: group.id === null ? undefined : `${rowsOf(now, now)}&${new URLSearchParams({ [by]: group.id })}`,
          };
        })}
      />
    </ChartCard>
  );
}

function amountsIn({ months }: Group): { price: number; cost: number | null } {
  return months[0] ?? { price: 0, cost: null };
}

/** The rows that make up the value of a month: at its end, or now in the running one. */
function rowsOf(month: string, now: string): string {
  const running = `${paths.app.renewals()}?preset=any&kind=both`;
  if (month === now) return running;
  const end = new Date(Date.parse(`${shifted(month, 1)}-01`) - 1000).toISOString();
  return `${running}&at=${end}`;
}

function shifted(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + months)).toISOString().slice(0, 7);
}
