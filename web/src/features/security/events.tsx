import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, api, type QueryOf } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { failsInPlace } from '@/shared/loading/readFailure';
import { Badge } from '@/shared/ui/records/Badge';
import { messages } from './messages';

export type SecurityEvent = AnswerOf<'/securityEvent', 'get'>[number];
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

export function KindBadge({ kind }: Pick<SecurityEvent, 'kind'>) {
  return <Badge tone={failures.includes(kind) ? 'bad' : 'neutral'}>{messages.kinds[kind] ?? kind}</Badge>;
}
