import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarCheck, CalendarClock, CalendarX, Repeat, SearchX, Tag } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Navigate } from 'react-router';
import { paths } from '@/paths';
import { useAccount } from '@/session/useAccount';
import { formatDaysUntil, formatMonth } from '@/shared/format/date';
import { formatChange } from '@/shared/format/margin';
import { formatMoney } from '@/shared/format/money';
import { knownOption, useUrlParams } from '@/shared/navigation/useUrlParams';
import { Button, ButtonLink } from '@/shared/ui/buttons/Button';
import { Chips, NarrowingChip } from '@/shared/ui/inputs/Chips';
import { Pagination } from '@/shared/ui/page/Pagination';
import { Section } from '@/shared/ui/records/Card';
import { People } from '@/shared/ui/records/People';
import { EmptyState } from '@/shared/ui/states/EmptyState';
import { FailedQuery } from '@/shared/ui/states/ErrorState';
import { SkeletonLines } from '@/shared/ui/states/Skeleton';
import { Note } from '@/shared/ui/text/Note';
import { DateText } from '@/shared/ui/text/RelativeTime';
import { ChoiceMenu, type ChoicesProps } from './Choices';
import { messages } from './messages';
import styles from './Plan.module.css';
import { byMonth } from './plan';
import { eventsQuery } from './queries';
import type { ForecastEvent } from './types';

const kinds = [
  { value: '', label: messages.kinds[''] },
  { value: 'cancelBy', label: messages.kinds.cancelBy },
  { value: 'renews', label: messages.kinds.renews },
  { value: 'ends', label: messages.kinds.ends },
  { value: 'price', label: messages.kinds.price },
] as const;

const icons = { cancelBy: CalendarClock, renews: Repeat, ends: CalendarX, price: Tag };

interface EventsProps extends ChoicesProps {
  until: string;
  /** Called with what was read: other parts of the page know names by it. */
  onSeen: (events: readonly ForecastEvent[]) => void;
}

/** What happens if nobody does anything, by month; what is asked for is in the address. */
export function Events({ until, onSeen, ...choices }: EventsProps) {
  const { email } = useAccount();
  const { params, page, change, hrefOfPage } = useUrlParams();
  const kind = knownOption(kinds, params.get('kind'));
  const isMine = params.get('mine') === 'true';
  const company = /^[0-9a-f-]{36}$/i.exec(params.get('company') ?? '')?.[0] ?? '';
  const result = useQuery({
    ...eventsQuery(until, { kind, company, responsible: isMine ? email : '', page }),
    placeholderData: keepPreviousData,
  });
  const { data, isError, isPlaceholderData } = result;
  const rows = data?.data;
  useEffect(() => {
    if (rows) onSeen(rows);
  }, [rows, onSeen]);
  const isNarrowed = kind !== '' || isMine || company !== '';
  const clear = () => change({ kind: undefined, mine: undefined, company: undefined });
  if (data && !isPlaceholderData && page > 1 && data.data.length === 0) {
    // The address may name any page.
    return <Navigate to={hrefOfPage(Math.max(1, data.pagination.totalPages))} replace />;
  }
  return (
    <div className={styles.events}>
      <Section
        title={messages.events}
        action={
          <span className={styles.filters}>
            <Chips
              label={messages.kind}
              options={kinds}
              value={kind}
              onChange={(value) => change({ kind: value || undefined })}
            />
            <Chips
              label={messages.responsible}
              options={[{ value: 'true', label: messages.mine }]}
              value={isMine ? 'true' : ''}
              onChange={() => change({ mine: isMine ? undefined : 'true' })}
            />
            {company !== '' && (
              <NarrowingChip
                label={messages.ofCompany(data?.data[0]?.companyName ?? messages.thisCompany)}
                onRemove={() => change({ company: undefined })}
              />
            )}
          </span>
        }
      >
        {isError && !data ? (
          <FailedQuery query={result} message={messages.eventsFailed} />
        ) : !data ? (
          <SkeletonLines widths={[70, 55, 62, 48, 66, 58]} height="2rem" />
        ) : data.data.length === 0 ? (
          <EmptyState
            icon={isNarrowed ? <SearchX /> : <CalendarCheck />}
            title={isNarrowed ? messages.noMatch : messages.noEvents}
            text={isNarrowed ? messages.noMatchText : messages.noEventsText}
            action={
              isNarrowed ? (
                <Button onClick={clear}>{messages.clear}</Button>
              ) : (
                <ButtonLink to={paths.projects.list()}>{messages.toProjects}</ButtonLink>
              )
            }
          />
        ) : (
          <>
            {data.totals && (
              <Note>
                {messages.eventsTotal(
                  data.totals.count,
                  formatMonth(`${until}-01`),
                  formatChange(data.totals.monthlyPrice),
                )}
              </Note>
            )}
            {byMonth(data.data).map(({ month, events }) => (
              <section key={month} className={styles.month} aria-labelledby={`events-${month}`}>
                <h3 id={`events-${month}`}>{formatMonth(`${month}-01`)}</h3>
                <ul>
                  {events.map((event) => (
                    <EventRow
                      key={`${event.subscriptionId} ${event.kind} ${event.on}`}
                      event={event}
                      onCompany={company === '' ? () => change({ company: event.companyId }) : undefined}
                      {...choices}
                    />
                  ))}
                </ul>
              </section>
            ))}
            <Pagination {...data.pagination} hrefOf={hrefOfPage} />
          </>
        )}
      </Section>
    </div>
  );
}

interface EventRowProps extends ChoicesProps {
  event: ForecastEvent;
  onCompany: (() => void) | undefined;
}

function EventRow({ event, onCompany, ...choices }: EventRowProps) {
  const { isAdmin } = useAccount();
  const { on, kind, name, projectId, subscriptionId, projectName, companyName, responsible } = event;
  const Icon = icons[kind];
  return (
    <li className={styles.event} data-kind={kind}>
      <span className={styles.on}>
        <DateText at={on} />
        <Note as="span">{formatDaysUntil(on)}</Note>
      </span>
      <span className={styles.kind}>
        <Icon size={16} aria-hidden />
        {messages.kinds[kind]}
      </span>
      <span className={styles.of}>
        <Link
          to={paths.projects.subscription(projectId, subscriptionId)}
          className={styles.what}
          title={name}
          dir="auto"
        >
          {name}
        </Link>
        <span className={styles.where} title={`${companyName}, ${projectName}`} dir="auto">
          {onCompany ? (
            <button type="button" title={messages.onlyCompany(companyName)} onClick={onCompany}>
              {companyName}
            </button>
          ) : (
            companyName
          )}
          , {projectName}
        </span>
      </span>
      <span className={styles.money}>
        <EventMoney event={event} />
      </span>
      <span className={styles.people} dir="auto">
        {responsible.length === 0 ? (
          messages.nobody
        ) : (
          <People people={responsible} hrefOf={isAdmin && paths.users.details} />
        )}
      </span>
      <span className={styles.choice}>
        <ChoiceMenu event={event} {...choices} />
      </span>
    </li>
  );
}

/** What it changes in a month; where it changes nothing, what it is about. */
function EventMoney({ event: { monthlyPrice } }: { event: ForecastEvent }) {
  const { before, after } = monthlyPrice;
  if (before === after) return <Note as="span">{messages.aMonth(formatMoney(before))}</Note>;
  return (
    <>
      <span data-tone={after > before ? 'good' : 'bad'}>{messages.aMonth(formatChange(after - before))}</span>
      <Note as="span">
        {formatMoney(before)} → {formatMoney(after)}
      </Note>
    </>
  );
}
