import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { useAccount } from '@/session/useAccount';
import { BarChart } from '@/shared/chart/BarChart';
import { ChartCard } from '@/shared/chart/Chart';
import { ColumnChart } from '@/shared/chart/ColumnChart';
import { formatMonth, formatShortMonth } from '@/shared/format/date';
import { formatDollars, formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import { ExportButton } from '@/shared/list/ExportButton';
import { failsInPlace } from '@/shared/loading/readFailure';
import { useMinute } from '@/shared/loading/timing';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { type Column, Table } from '@/shared/table/Table';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { Chips } from '@/shared/ui/inputs/Chips';
import { PageHeader } from '@/shared/ui/page/PageHeader';
import { Amount } from '@/shared/ui/records/Amount';
import { Section } from '@/shared/ui/records/Card';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { ByMail } from './ByMail';
import { messages } from './messages';
import { fileNameOf, type Period, readPeriod, shifted } from './period';
import styles from './Reports.module.css';
import { rowsOf } from './rows';
import { type Comparison, PeriodBar, Summary } from './Summary';

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
  const today = new Date(useMinute() * 60_000).toISOString().slice(0, 10);
  const now = today.slice(0, 7);
  const range = knownOption(ranges, params.get('range'));
  const { period, kind } = readPeriod(params, now);
  const compare: Comparison = params.get('compare') === 'year' ? 'year' : 'previous';
  const [from, to] = range === 'ahead' ? [now, shifted(now, 11)] : [shifted(now, 1 - Number(range)), shifted(now, 2)];
  const result = useQuery({
    ...reportQuery(from, to, 'none'),
    placeholderData: keepPreviousData,
  });
  const { data, isError } = result;
  return (
    <>
      <div className={styles.screenOnly}>
        <PageHeader title={messages.title} actions={<Actions period={period} compare={compare} />} />
        <PeriodBar period={period} kind={kind} compare={compare} now={now} onChange={change} />
      </div>
      <div className={styles.report}>
        <Summary period={period} compare={compare} today={today} />
      </div>
      <div className={styles.ranges}>
        <h2>{messages.byMonth}</h2>
        <Chips
          label={messages.range}
          options={ranges}
          value={range}
          onChange={(value) => change({ range: value === '12' ? undefined : value })}
        />
        <ExportButton
          label={messages.exportMonths}
          fileName={fileNameOf('recurring', { from, to }, 'xlsx')}
          load={(transfer) =>
            api.download('/report/recurring/export', {
              query: { From: from, To: to, By: 'company', Format: 'xlsx' },
              ...transfer,
            })
          }
        />
      </div>
      {isError && !data ? (
        <FailedQuery query={result} message={messages.notLoaded} />
      ) : !data ? (
        <Skeleton height="320px" />
      ) : (
        <>
          <div className={styles.second}>
            <Value months={data.months} now={now} />
            {data.months.some(hasRun) && <Moves months={data.months} now={now} />}
          </div>
          {data.months.some(hasRun) && (
            <div className={cx(styles.groups, styles.screenOnly)}>
              <Groups now={now} by="company" />
              <Groups now={now} by="category" />
            </div>
          )}
        </>
      )}
    </>
  );
}

/** Whether a month has anything to tell of. */
const hasRun = ({ count, started, ended }: Month) => count > 0 || started !== 0 || ended !== 0;

/** What one does with the report: hand it over as a file, on paper or by mail. */
function Actions({ period, compare }: { period: Period; compare: Comparison }) {
  const query = { From: period.from, To: period.to, Compare: compare };
  return (
    <>
      {(['xlsx', 'csv'] as const).map((Format) => (
        <ExportButton
          key={Format}
          label={messages.exports[Format]}
          fileName={fileNameOf('summary', period, Format)}
          load={(transfer) => api.download('/report/summary/export', { query: { ...query, Format }, ...transfer })}
        />
      ))}
      <Button data-icon-on-phone icon={<Printer aria-hidden />} onClick={() => window.print()}>
        {messages.print}
      </Button>
      <ByMail />
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
      help={<FigureHelp topic="months-ahead" of={messages.price} />}
      detail={shown ?? messages.valueText(formatMoney(current?.price ?? 0), current?.count ?? 0)}
      empty={months.some(hasRun) ? undefined : messages.noValue}
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
      {seesCost && !isAdmin && <Note>{messages.costsSeen}</Note>}
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
      help={<FigureHelp topic="value-a-month" of={messages.price} />}
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
