import { queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type AnswerOf, api, type QueryOf } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { failsInPlace } from '@/shared/readFailure';
import { type Column, Table } from '@/shared/table/Table';
import { Badge } from '@/shared/ui/Badge';
import { RelativeTime } from '@/shared/ui/RelativeTime';
import { messages } from './messages';

type SecurityEvent = AnswerOf<'/securityEvent', 'get'>[number];
export type EventFilter = Omit<QueryOf<'/securityEvent'>, 'PageNumber' | 'PageSize'>;

/** Security events, newest first. */
export function eventsQuery(filter: EventFilter, PageSize: number, PageNumber = 1) {
  const query = { ...filter, PageNumber, PageSize };
  return queryOptions({
    queryKey: [...queryKeys.securityEvents, query],
    meta: failsInPlace,
    queryFn: ({ signal }) => api.list('/securityEvent', { query, signal }),
  });
}

/** What asks for a second look. */
const failures = ['signInFailed', 'secondFactorFailed'];

const person: Column<SecurityEvent> = {
  header: messages.person,
  cell: ({ email }) => (email ? <Link to={paths.users.details(email)}>{email}</Link> : ''),
};

const columns: Column<SecurityEvent>[] = [
  { header: messages.at, narrow: true, cell: ({ at }) => <RelativeTime at={at} /> },
  {
    header: messages.kind,
    lead: true,
    cell: ({ kind }) => (
      <Badge tone={failures.includes(kind) ? 'bad' : 'neutral'}>{messages.kinds[kind] ?? kind}</Badge>
    ),
  },
  { header: messages.details, grow: true, wide: true, cell: ({ details }) => <span dir="auto">{details}</span> },
  { header: messages.address, narrow: true, cell: ({ address }) => address },
];

/** A table of security events; those of one person do not name the person. */
export function EventTable({ events, isOfOne = false }: { events: SecurityEvent[]; isOfOne?: boolean }) {
  const [at, kind, ...rest] = columns as [Column<SecurityEvent>, Column<SecurityEvent>, ...Column<SecurityEvent>[]];
  return (
    <Table
      caption={messages.caption}
      columns={isOfOne ? columns : [at, kind, person, ...rest]}
      rows={events}
      keyOf={({ id }) => id}
    />
  );
}
