import { queryOptions, useQuery } from '@tanstack/react-query';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { messages as projectMessages } from '@/records/project/messages';
import { messages as itemMessages } from '@/records/projectItem/messages';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { formatMoney } from '@/shared/format/money';
import { failsInPlace } from '@/shared/readFailure';
import { type Column, Table } from '@/shared/table/Table';
import { Amount } from '@/shared/ui/Amount';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid, type Fact } from '@/shared/ui/DefinitionGrid';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { People } from '@/shared/ui/People';
import { DateText } from '@/shared/ui/RelativeTime';
import { Skeleton } from '@/shared/ui/Skeleton';
import { lengthOf, termInWords } from './period';
import { messages } from './valueMessages';

type Details = AnswerOf<'/project/subscription/{id}', 'get'>;

function detailsQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.projectSubscription(id),
    meta: failsInPlace,
    queryFn: ({ signal }) => api.get('/project/subscription/{id}', { path: { id }, signal }),
  });
}

/** What a subscription of a project is worth a month, its term and what comes after it. */
export function SubscriptionValue({ id }: { id: string }) {
  const { isAdmin } = useAccount();
  const result = useQuery(detailsQuery(id));
  const { data, isError } = result;
  return (
    <Section title={messages.value}>
      {data ? (
        <DefinitionGrid facts={factsOf(data, isAdmin)} />
      ) : isError ? (
        <FailedQuery query={result} message={messages.valueFailed} />
      ) : (
        <Skeleton height="10rem" />
      )}
    </Section>
  );
}

function factsOf(details: Details, isAdmin: boolean): Fact[] {
  const { monthlyPrice, monthlyCost, margin, cancelBy, responsible } = details;
  const [, ...earlier] = details.periods;
  const length = lengthOf(details, earlier);
  return [
    { label: projectMessages.monthlyPrice, value: formatMoney(monthlyPrice) },
    ...(monthlyCost !== null ? [{ label: messages.monthlyCost, value: formatMoney(monthlyCost) }] : []),
    ...(margin !== null ? [{ label: messages.margin, value: <Amount value={margin} /> }] : []),
    { label: itemMessages.term, value: termInWords(length) },
    {
      label: messages.nextPeriod,
      value: details.isCanceled
        ? messages.noNextPeriodCanceled
        : details.autoRenew
          ? messages.fromTo(formatDay(length.next.startAt), formatDay(length.next.endAt))
          : messages.noNextPeriod,
      wide: true,
    },
    { label: messages.cancelBy, value: cancelBy ? <DateText at={cancelBy} /> : messages.noNotice, wide: true },
    {
      label: projectMessages.responsible,
      value: responsible.length > 0 && <People people={responsible} hrefOf={isAdmin && paths.users.details} />,
      wide: true,
    },
  ];
}

type Period = Details['periods'][number];

/** All terms of a subscription of a project, the running one first. */
export function SubscriptionPeriods({ id }: { id: string }) {
  const { data, isError } = useQuery(detailsQuery(id));
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
    { header: itemMessages.start, narrow: true, cell: ({ startAt }) => <DateText at={startAt} /> },
    { header: itemMessages.end, narrow: true, cell: ({ endAt }) => <DateText at={endAt} /> },
    { header: messages.periodPrice, numeric: true, cell: ({ price }) => formatMoney(price) },
  ];
  if (periods.some(({ cost }) => cost !== null)) {
    columns.push({ header: messages.periodCost, numeric: true, cell: ({ cost }) => <Amount value={cost} /> });
  }
  return columns;
}
