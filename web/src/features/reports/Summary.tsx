import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ChartColumn, ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { BarChart } from '@/shared/chart/BarChart';
import { ChartCard } from '@/shared/chart/Chart';
import { formatExact } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { formatCount, formatTenth } from '@/shared/format/number';
import { failsInPlace } from '@/shared/loading/readFailure';
import { type Column, Table } from '@/shared/table/Table';
import { ButtonLink } from '@/shared/ui/buttons/Button';
import { IconButton } from '@/shared/ui/buttons/IconButton';
import { cx } from '@/shared/ui/cx';
import { Chips } from '@/shared/ui/inputs/Chips';
import { Select } from '@/shared/ui/inputs/Select';
import { Toolbar } from '@/shared/ui/page/Toolbar';
import { Section } from '@/shared/ui/records/Card';
import { FigureHelp, type FigureTopic } from '@/shared/ui/records/FigureHelp';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './messages';
import {
  daysOf,
  endOf,
  nameOf,
  nameSoFar,
  type Period,
  type PeriodKind,
  periodKinds,
  periodOf,
  stepped,
} from './period';
import styles from './Reports.module.css';
import { rowsOf } from './rows';

type Answer = AnswerOf<'/report/summary', 'get'>;
type Figure = Answer['figures'][number];
export type Comparison = keyof typeof messages.comparisons;

const comparisons = (Object.entries(messages.comparisons) as [Comparison, string][]).map(([value, label]) => ({
  value,
  label,
}));

function summaryQuery({ from: From, to: To }: Period, Compare: Comparison) {
  return queryOptions({
    queryKey: [...queryKeys.recurring, 'summary', { From, To, Compare }],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/report/summary', { query: { From, To, Compare }, signal }),
  });
}

interface PeriodBarProps {
  period: Period;
  kind: PeriodKind;
  compare: Comparison;
  now: string;
  onChange: (changes: Record<string, string | undefined>) => void;
}

/** The period of the report, and what it is compared with. */
export function PeriodBar({ period, kind, compare, now, onChange }: PeriodBarProps) {
  const choose = (next: Period, isOwn = false) => onChange({ ...next, period: isOwn ? 'own' : undefined });
  return (
    <Toolbar>
      <Chips
        label={messages.period}
        options={periodKinds}
        value={kind}
        onChange={(value) => (value === 'own' ? choose(period, true) : choose(periodOf(value, now)))}
      />
      {kind === 'own' ? (
        <span className={styles.months}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end}>
              {messages.ends[end]}
              <input
                type="month"
                value={period[end]}
                onChange={({ target: { value } }) => {
                  if (!value) return;
                  const next = { ...period, [end]: value };
                  choose(next.from <= next.to ? next : { from: value, to: value }, true);
                }}
              />
            </label>
          ))}
        </span>
      ) : (
        kind !== 'last12' && (
          <span className={styles.months}>
            <IconButton label={messages.earlier} icon={<ChevronLeft />} onClick={() => choose(stepped(period, -1))} />
            <span className={styles.name}>{nameOf(period)}</span>
            <IconButton label={messages.later} icon={<ChevronRight />} onClick={() => choose(stepped(period, 1))} />
          </span>
        )
      )}
      <Select
        label={messages.compare}
        options={comparisons}
        value={compare}
        onChange={(value) => onChange({ compare: value === 'previous' ? undefined : value })}
      />
    </Toolbar>
  );
}

interface SummaryProps {
  period: Period;
  compare: Comparison;
  /** In UTC, as 2026-11-19. */
  today: string;
}

/** The figures of a period beside those of another one, in words first. */
export function Summary({ period, compare, today }: SummaryProps) {
  const result = useQuery({ ...summaryQuery(period, compare), placeholderData: keepPreviousData });
  const { data, isError } = result;
  if (isError && !data) return <FailedQuery query={result} message={messages.notLoaded} />;
  // About as high as what comes, so that nothing below it is in sight and jumps.
  if (!data) return <Skeleton height="1310px" />;
  if (data.figures.every(({ value, before }) => !value && !before)) {
    return (
      <EmptyState
        icon={<ChartColumn />}
        title={messages.none(nameOf(data, true))}
        text={messages.noneText}
        action={<ButtonLink to={paths.projects.list()}>{messages.toProjects}</ButtonLink>}
      />
    );
  }
  const days = daysOf(data, today);
  return (
    <>
      <PaperHeading summary={data} today={today} />
      <Section title={messages.summary(nameSoFar(data, today, true))}>
        <p className={styles.headline}>{headlineOf(data)}</p>
        {days && <Note>{messages.partOfDays(days, nameOf(data.compared, true))}</Note>}
        <div className={cx(styles.moves, styles.figures)}>
          <Table
            caption={messages.figures}
            columns={figureColumns(data, today)}
            rows={data.figures.filter(({ value, before }) => value !== null || before !== null)}
            keyOf={({ name }) => name}
          />
        </div>
        <Note>{messages.figuresNote(nameOf(data, true), nameOf(data.compared, true))}</Note>
      </Section>
      <div className={styles.groups}>
        <Movers summary={data} today={today} direction="up" />
        <Movers summary={data} today={today} direction="down" />
      </div>
    </>
  );
}

/** What the screen shows around the report, for paper. */
function PaperHeading({ summary, today }: { summary: Answer; today: string }) {
  const [made] = useState(() => new Date().toISOString());
  return (
    <header className={styles.paper}>
      <p className={styles.paperTitle}>{messages.paperTitle(nameSoFar(summary, today, true))}</p>
      <p>{messages.paperText(nameOf(summary.compared, true), formatExact(made), window.location.host)}</p>
    </header>
  );
}

function figureIn({ figures }: Answer, name: string): { value: number; before: number } {
  const { value, before } = figures.find((figure) => figure.name === name) ?? {};
  return { value: value ?? 0, before: before ?? 0 };
}

/** What a boss reads: the value, its change, what came and went, and whose price rose most. */
function headlineOf(summary: Answer): string {
  const price = figureIn(summary, 'monthlyPrice');
  const first = summary.movers.find(({ value, before }) => value > before);
  return messages.headline({
    amount: formatMoney(price.value),
    change: partOf(price.value, price.before),
    compared: nameOf(summary.compared, true),
    started: formatMoney(figureIn(summary, 'started').value),
    ended: formatMoney(figureIn(summary, 'ended').value),
    most: first?.companyName,
  });
}

/** The change in percent of what was before, to a tenth; undefined where there was nothing. */
function partOf(value: number, before: number): number | undefined {
  return before > 0 ? Math.round(((value - before) / before) * 1000) / 10 : undefined;
}

const countedFigures = new Set(['running', 'customers']);

function written(name: string, value: number): string {
  if (name === 'marginPercent') return messages.percent(formatTenth(value));
  return countedFigures.has(name) ? formatCount(value) : formatMoney(value);
}

function figureColumns(summary: Answer, today: string): Column<Figure>[] {
  const now = today.slice(0, 7);
  const amount = { numeric: true, narrow: true } as const;
  const cell = (value: number | null, name: string, period: Period): ReactNode =>
    value === null ? '–' : <Link to={rowsOfFigure(name, period, now)}>{written(name, value)}</Link>;
  return [
    {
      header: messages.figure,
      lead: true,
      grow: true,
      cell: ({ name }) => <FigureName name={name as FigureName} />,
    },
    { header: nameSoFar(summary, today), ...amount, cell: ({ name, value }) => cell(value, name, summary) },
    { header: nameOf(summary.compared), ...amount, cell: ({ name, before }) => cell(before, name, summary.compared) },
    { header: messages.change, ...amount, wide: true, cell: changeOf },
  ];
}

type FigureName = keyof typeof messages.names;

const topics: Partial<Record<FigureName, FigureTopic>> = {
  monthlyPrice: 'value-a-month',
  margin: 'cost-and-margin-a-month',
  running: 'running-ends-soon-ended',
  oneOff: 'one-off-products',
};

/** The name of a figure, and what it opens unless those rows add up to it. */
function FigureName({ name }: { name: FigureName }) {
  const label = messages.names[name];
  const topic = topics[name];
  const opens = (messages.opens as Partial<Record<FigureName, string>>)[name];
  return (
    <>
      {label}
      {topic && <FigureHelp topic={topic} of={label} />}
      {opens && <Note className={styles.screenOnly}>{opens}</Note>}
    </>
  );
}

/** The change with its sign, and in percent. */
function changeOf({ name, value, before }: Figure): string {
  if (value === null || before === null) return '–';
  const change = Math.round((value - before) * 100) / 100;
  if (change === 0) return messages.unchanged;
  const amount =
    name === 'marginPercent' ? messages.points(formatTenth(Math.abs(change))) : written(name, Math.abs(change));
  const part = name === 'marginPercent' ? undefined : partOf(value, before);
  return messages.changed(change > 0, amount, part === undefined ? undefined : formatTenth(Math.abs(part)));
}

/** The month at whose end the figures are taken: a period that is not over is taken now. */
function lastMonth({ to }: Period, now: string): string {
  return to < now ? to : now;
}

/** The rows that make up a figure of an end; those that tell of a figure of a period, as messages.opens says. */
function rowsOfFigure(name: string, period: Period, now: string): string {
  const { from, to } = period;
  const days = `from=${from}-01&to=${endOf(to).slice(0, 10)}`;
  const rows = rowsOf(lastMonth(period, now), now);
  switch (name) {
    case 'started':
      return `${rows}&sort=-startAt`;
    case 'ended':
      return `${paths.app.renewals()}?preset=all&state=ended,canceled&${days}`;
    case 'repriced':
      return `${paths.app.activity()}?entity=projectSubscription&action=edit&${days}`;
    case 'oneOff':
      return `${paths.app.activity()}?entity=projectProduct&action=create&${days}`;
    case 'customers':
      return `${rows}&sort=companyName`;
    default:
      return rows;
  }
}

/** The companies that bring more, or less, than before. */
function Movers({ summary, today, direction }: { summary: Answer; today: string; direction: 'up' | 'down' }) {
  const now = today.slice(0, 7);
  const [shown, show] = useState<string>();
  const isUp = direction === 'up';
  const movers = summary.movers.filter(({ value, before }) => value > before === isUp);
  const title = messages.movers[direction];
  const rows = movers.map(({ companyId, companyName, value, before }) => {
    const change = messages.changed(isUp, formatMoney(Math.abs(value - before)), undefined);
    return {
      key: companyId,
      name: companyName,
      bars: [{ value: Math.abs(value - before), text: change, tone: isUp ? ('good' as const) : ('warn' as const) }],
      label: messages.mover(companyName, change, formatMoney(before), formatMoney(value)),
      to: `${rowsOf(lastMonth(isUp ? summary : summary.compared, now), now)}&company=${companyId}`,
    };
  });
  return (
    <ChartCard
      heading="h2"
      title={title}
      detail={shown ?? messages.moversText[direction]}
      empty={rows.length === 0 ? messages.noMovers[direction] : undefined}
      table={{
        columns: [messages.company, nameSoFar(summary, today), nameOf(summary.compared)],
        rows: movers.map(({ companyName, value, before }) => [companyName, formatMoney(value), formatMoney(before)]),
      }}
    >
      <BarChart label={title} onShow={show} rows={rows} />
    </ChartCard>
  );
}
