import { useQuery } from '@tanstack/react-query';
import type { AnswerOf } from '@/api/client';
import { paths } from '@/paths';
import { messages as projectMessages } from '@/records/project/messages';
import { messages as itemMessages } from '@/records/projectItem/messages';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { formatChange, formatMarginPercent } from '@/shared/format/margin';
import { formatMoney, marginOf } from '@/shared/format/money';
import { type Column, Table } from '@/shared/table/Table';
import { Amount, Margin } from '@/shared/ui/records/Amount';
import { Badge } from '@/shared/ui/records/Badge';
import { Section } from '@/shared/ui/records/Card';
import { DefinitionGrid, type Fact } from '@/shared/ui/records/DefinitionGrid';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { LeadFigure } from '@/shared/ui/records/LeadFigure';
import { People } from '@/shared/ui/records/People';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { DateText } from '@/shared/ui/text/RelativeTime';
import { PeriodLine } from './PeriodLine';
import { lengthOf, termInWords } from './period';
import { subscriptionQuery } from './queries';
import { plannedInWords } from './term';
import { messages as termMessages } from './termMessages';
import styles from './Value.module.css';
import { messages } from './valueMessages';

type Details = AnswerOf<'/project/subscription/{id}', 'get'>;

/** What a subscription of a project is worth a month, its term and what comes after it. */
export function SubscriptionValue({ id }: { id: string }) {
  const { isAdmin } = useAccount();
  const result = useQuery(subscriptionQuery(id));
  const { data, isError } = result;
  return (
    <Section title={messages.value}>
      {data ? (
        <>
          <LeadFigure amount={data.monthlyPrice}>
            {itemMessages.forTerm(formatMoney(data.price), inWords(data))}
          </LeadFigure>
          <DefinitionGrid facts={factsOf(data, isAdmin)} />
        </>
      ) : isError ? (
        <FailedQuery query={result} message={messages.valueFailed} />
      ) : (
        <Skeleton height="13rem" />
      )}
    </Section>
  );
}

function factsOf(details: Details, isAdmin: boolean): Fact[] {
  const { monthlyPrice, monthlyCost, margin, cancelBy, responsible, planned, runsFrom, startAt } = details;
  const length = termOf(details);
  return [
    ...(monthlyCost !== null ? [{ label: messages.monthlyCost, value: formatMoney(monthlyCost) }] : []),
    ...(margin !== null
      ? [
          {
            label: messages.margin,
            help: <FigureHelp topic="cost-and-margin-a-month" of={messages.margin} />,
            value: <Margin price={monthlyPrice} margin={margin} />,
          },
        ]
      : []),
    ...(planned
      ? [{ label: termMessages.planned, value: <Badge tone="accent">{plannedInWords(planned)}</Badge>, wide: true }]
      : []),
    ...(runsFrom
      ? [{ label: messages.running, value: messages.runsUntil(formatDay(runsFrom), formatDay(startAt)), wide: true }]
      : []),
    {
      label: messages.nextPeriod,
      value: details.isCanceled
        ? messages.noNextPeriodCanceled
        : details.autoRenew
          ? messages.fromTo(formatDay(length.next.startAt), formatDay(length.next.endAt))
          : messages.noNextPeriod,
    },
    { label: messages.cancelBy, value: cancelBy ? <DateText at={cancelBy} /> : messages.noNotice },
    {
      label: projectMessages.responsible,
      value: responsible.length > 0 && <People people={responsible} hrefOf={isAdmin && paths.users.details} />,
      wide: true,
    },
  ];
}

function termOf(details: Details) {
  const [, ...earlier] = details.periods;
  return lengthOf(details, earlier);
}

/** How long the term is. */
function inWords(details: Details): string {
  return termInWords(termOf(details));
}

type Period = Details['periods'][number];

/** All terms of a subscription of a project, the running one first. */
export function SubscriptionPeriods({ id }: { id: string }) {
  const { data, isError } = useQuery(subscriptionQuery(id));
  if (!data) {
    if (isError) return null; // told by the value beside it
    return (
      <Section title={messages.periods}>
        <Skeleton height="4.75rem" />
      </Section>
    );
  }
  return (
    <Section title={messages.periods} count={data.periods.length}>
      {(data.planned || data.periods.length > 1) && (
        <PeriodLine periods={data.periods} next={termOf(data).next} planned={data.planned} />
      )}
      <Table
        caption={messages.periods}
        columns={periodColumns(data.periods)}
        rows={data.periods}
        keyOf={({ startAt }) => startAt}
      />
    </Section>
  );
}

function periodColumns(periods: Period[]): Column<Period>[] {
  const columns: Column<Period>[] = [
    {
      header: messages.period,
      lead: true,
      cell: ({ startAt, endAt }) => messages.fromTo(formatDay(startAt), formatDay(endAt)),
    },
    {
      header: messages.price,
      numeric: true,
      narrow: true,
      cell: (period) => <PeriodPrice period={period} before={periods[periods.indexOf(period) + 1]} />,
    },
  ];
  if (periods.some(({ cost }) => cost !== null)) {
    columns.push({ header: messages.cost, numeric: true, narrow: true, cell: ({ cost }) => <Amount value={cost} /> });
  }
  return columns;
}

/** The price of a period, and how it has changed since the one before. */
function PeriodPrice({ period: { price }, before }: { period: Period; before: Period | undefined }) {
  if (!before || price === before.price) return formatMoney(price);
  const change = formatMarginPercent(before.price, marginOf(price, before.price));
  return (
    <>
      {formatMoney(price)}
      <span className={styles.change}>
        {formatChange(marginOf(price, before.price))} {change && `(${change})`}
      </span>
    </>
  );
}
