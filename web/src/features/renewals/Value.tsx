import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { formatMoney, marginOf } from '@/shared/format/money';
import { formatCount } from '@/shared/format/number';
import { Amount } from '@/shared/ui/Amount';
import { Section } from '@/shared/ui/Card';
import { DefinitionGrid } from '@/shared/ui/DefinitionGrid';
import { FailedQuery } from '@/shared/ui/ErrorState';
import { Skeleton } from '@/shared/ui/Skeleton';
import { valueMessages as messages } from './messages';
import { renewalsQuery, seesEveryCost } from './queries';

/** The server gives no more at once. */
const most = 200;

/** The subscriptions of a company that run, by their end. */
export function runningQuery(CompanyId: string) {
  return renewalsQuery({ company: CompanyId, running: true }, () => ({
    CompanyId,
    State: 'active,renews',
    SortBy: 'endAt',
    PageSize: most,
  }));
}

/** What the running subscriptions of a company are worth a month, and which of them ends first. */
export function CompanyValue({ companyId }: { companyId: string }) {
  const { isAdmin } = useAccount();
  const result = useQuery(runningQuery(companyId));
  const { data, isError } = result;
  if (isError && !data) {
    return (
      <Section title={messages.value}>
        <FailedQuery query={result} message={messages.valueFailed} />
      </Section>
    );
  }
  if (!data) {
    return (
      <Section title={messages.value}>
        <Skeleton height="6rem" />
      </Section>
    );
  }
  const { monthlyPrice, monthlyCost, count } = data.totals;
  const [next] = data.data;
  return (
    <Section title={messages.value}>
      <DefinitionGrid
        facts={[
          { label: messages.monthlyPrice, value: formatMoney(monthlyPrice) },
          ...(monthlyCost !== null && (isAdmin || seesEveryCost(data))
            ? [
                { label: messages.monthlyCost, value: formatMoney(monthlyCost) },
                { label: messages.margin, value: <Amount value={marginOf(monthlyPrice, monthlyCost)} /> },
              ]
            : []),
          {
            label: messages.running,
            value: (
              <Link to={`${paths.app.renewals()}?preset=any&kind=both&company=${companyId}`}>{formatCount(count)}</Link>
            ),
          },
          {
            label: messages.nextEnd,
            wide: true,
            value: next ? (
              <Link to={paths.projects.subscription(next.projectId, next.id)}>
                {messages.nextEndOf(formatDay(next.endAt), next.subscription.name)}
              </Link>
            ) : (
              messages.nothingRuns
            ),
          },
        ]}
      />
    </Section>
  );
}

interface ProjectValues {
  value: string | undefined;
  to: string | undefined;
  nextEnd: { day: string; to: string } | undefined;
}

/**
 * What each project of a company is worth a month, and which of its subscriptions ends next. The rows come by their end, so
 * that the first one of a project is its next end even where not all of them came; a sum needs all.
 */
export function useProjectValues(companyId: string): (projectId: string) => ProjectValues {
  const { data } = useQuery(runningQuery(companyId));
  return (projectId) => {
    const rows = data?.data.filter((row) => row.projectId === projectId) ?? [];
    const cents = rows.reduce((sum, { monthlyPrice }) => sum + Math.round(monthlyPrice * 100), 0);
    const hasAll = data && data.pagination.totalItems <= data.data.length;
    const [next] = rows;
    const isNothing = !data || (hasAll && !next);
    return {
      value: !data ? '–' : hasAll ? formatMoney(cents / 100) : undefined,
      to: isNothing ? undefined : `${paths.app.renewals()}?preset=any&kind=both&project=${projectId}`,
      nextEnd: next && { day: formatDay(next.endAt), to: paths.projects.subscription(next.projectId, next.id) },
    };
  };
}
