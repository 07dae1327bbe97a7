import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDay } from '@/shared/format/date';
import { costsSeen, formatMoney, marginOf } from '@/shared/format/money';
import { Margin } from '@/shared/ui/records/Amount';
import { Section } from '@/shared/ui/records/Card';
import { DefinitionGrid } from '@/shared/ui/records/DefinitionGrid';
import { FigureHelp } from '@/shared/ui/records/FigureHelp';
import { LeadFigure } from '@/shared/ui/records/LeadFigure';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { Skeleton } from '@/shared/ui/states/Skeleton';
import { type Renewal, renewalsQuery } from '../queries';
import { messages as nextMessages } from './nextMessages';
import styles from './Value.module.css';
import { messages } from './valueMessages';

/** The server gives no more at once. */
const most = 200;

/** The subscriptions of a company or project that run, by their end. */
function runningOf(of: { CompanyId: string } | { ProjectId: string }, PageSize: number) {
  return renewalsQuery({ ...of, running: true }, () => ({ ...of, State: 'active,renews', SortBy: 'endAt', PageSize }));
}

/** The subscriptions of a company that run. */
export function runningQuery(CompanyId: string) {
  return runningOf({ CompanyId }, most);
}

/** The subscriptions of a project that run. */
export function runningInProjectQuery(ProjectId: string) {
  return runningOf({ ProjectId }, most);
}

/** What the running subscriptions of a company are worth a month, and which of them ends or renews first. */
export function CompanyValue({ companyId, maySeeCost }: { companyId: string; maySeeCost: boolean }) {
  return <Value query={runningQuery(companyId)} of={`company=${companyId}`} maySeeCost={maySeeCost} />;
}

/** What the running subscriptions of a project are worth a month, and which of them ends or renews first. */
export function ProjectValue({ projectId, maySeeCost }: { projectId: string; maySeeCost: boolean }) {
  return <Value query={runningInProjectQuery(projectId)} of={`project=${projectId}`} maySeeCost={maySeeCost} />;
}

interface ValueProps {
  query: ReturnType<typeof runningOf>;
  /** The same, as the address of renewals has it. */
  of: string;
  maySeeCost: boolean;
}

function Value({ query, of, maySeeCost }: ValueProps) {
  const { isAdmin } = useAccount();
  const result = useQuery(query);
  const { data, isError } = result;
  if (isError && !data) {
    return (
      <Section title={messages.value}>
        <FailedQuery query={result} message={messages.valueFailed} />
      </Section>
    );
  }
  if (!data) return <LoadingValue maySeeCost={maySeeCost} />;
  const { monthlyPrice, monthlyCost, count } = data.totals;
  const [next] = data.data;
  const costs = data.data.map((row) => row.monthlyCost);
  const seen = isAdmin ? 'all' : costsSeen(costs, data.pagination.totalItems);
  return (
    <Section
      title={messages.value}
      action={
        count > 0 && (
          <Link to={`${paths.app.renewals()}?preset=any&kind=both&${of}`}>{messages.showRunning(count)}</Link>
        )
      }
    >
      <LeadFigure amount={monthlyPrice}>{messages.runs(count)}</LeadFigure>
      <DefinitionGrid
        facts={[
          ...(monthlyCost !== null && seen === 'all'
            ? [
                { label: messages.monthlyCost, value: formatMoney(monthlyCost) },
                {
                  label: messages.margin,
                  help: <FigureHelp topic="cost-and-margin-a-month" of={messages.margin} />,
                  value: <Margin price={monthlyPrice} margin={marginOf(monthlyPrice, monthlyCost)} />,
                },
              ]
            : // Those who see no cost at all are told nothing of it.
              monthlyCost === null
              ? []
              : [
                  {
                    label: messages.margin,
                    value: messages.noMargin[seen === 'some' ? 'hidden' : 'perhapsHidden'],
                    wide: true,
                  },
                ]),
          {
            label: next?.state === 'renews' ? nextMessages.nextRenewal : nextMessages.nextEnd,
            help: <FigureHelp topic="next-end" of={nextMessages.nextEnd} />,
            wide: true,
            value: next ? <NextLink {...next} /> : messages.nothingRuns,
          },
        ]}
      />
    </Section>
  );
}

function NextLink({ projectId, id, endAt, monthlyPrice, subscription }: Renewal) {
  const text = nextMessages.nextOf(formatDay(endAt), formatMoney(monthlyPrice), subscription.name);
  return (
    <Link to={paths.projects.subscription(projectId, id)} className={styles.next} title={text}>
      {text}
    </Link>
  );
}

/** As tall as what comes. */
function LoadingValue({ maySeeCost }: { maySeeCost: boolean }) {
  const value = <Skeleton width="50%" />;
  const ofCost = maySeeCost ? [messages.monthlyCost, messages.margin] : [];
  return (
    <Section title={messages.value}>
      <LeadFigure amount={undefined}>
        <Skeleton width="8rem" />
      </LeadFigure>
      <DefinitionGrid
        facts={[
          ...ofCost.map((label) => ({ label, value })),
          { label: nextMessages.nextEnd, value: <span className={styles.next}>{value}</span>, wide: true },
        ]}
      />
    </Section>
  );
}

interface ProjectValues {
  value: string | undefined;
  to: string | undefined;
  nextEnd: { text: string; to: string } | undefined;
}

/** The day, which the column calls an end, unless it says otherwise. */
function endOf({ endAt, state }: Renewal): string {
  return state === 'renews' ? nextMessages.renewsOn(formatDay(endAt)) : formatDay(endAt);
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
      nextEnd: next && { text: endOf(next), to: paths.projects.subscription(next.projectId, next.id) },
    };
  };
}
