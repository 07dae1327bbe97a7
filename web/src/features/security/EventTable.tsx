import { Link } from 'react-router';
import { translate } from '@/api/serverTexts';
import { paths } from '@/paths';
import { formatExact, formatInstantDay, formatTime } from '@/shared/format/date';
import { type Column, Table } from '@/shared/table/Table';
import { TableCard } from '@/shared/table/TableCard';
import { KindBadge, type SecurityEvent } from './events';
import { messages } from './messages';

const columns: Column<SecurityEvent>[] = [
  { header: messages.at, narrow: true, lead: true, cell: ({ at }) => <TimestampText at={at} /> },
  { header: messages.kind, lead: true, cell: ({ kind }) => <KindBadge kind={kind} /> },
  {
    header: messages.person,
    lead: true,
    cell: ({ email }) => (email ? <Link to={paths.users.details(email)}>{email}</Link> : ''),
  },
  {
    header: messages.details,
    grow: true,
    lead: true,
    cell: ({ details, detailsText }) => details && <span dir="auto">{translate(details, detailsText)}</span>,
  },
  { header: messages.address, narrow: true, wide: true, cell: ({ address }) => address },
];

/** The day and the time of an instant, with its second and its zone on hover. */
function TimestampText({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {`${formatInstantDay(at)}, ${formatTime(at)}`}
    </time>
  );
}

/** A table of security events of all people. */
export function EventTable({ events }: { events: SecurityEvent[] }) {
  return (
    <TableCard>
      <Table caption={messages.caption} columns={columns} rows={events} keyOf={({ id }) => id} />
    </TableCard>
  );
}
