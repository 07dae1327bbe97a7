import { queryOptions } from '@tanstack/react-query';
import { Boxes, Building2, FolderKanban, type LucideIcon, Repeat, UserRound } from 'lucide-react';
import { type AnswerOf, api } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { paths } from '@/paths';
import { failsInPlace } from '@/shared/readFailure';
import { messages } from './messages';

export type RecordHit = AnswerOf<'/search', 'get'>['data'][number];

interface Kind {
  group: string;
  Icon: LucideIcon;
  path: (id: string) => string;
}

/** The kinds of records that a search finds, in the order in which they are shown. */
export const kinds: Record<string, Kind> = {
  company: { group: messages.records.company, Icon: Building2, path: paths.companies.details },
  project: { group: messages.records.project, Icon: FolderKanban, path: paths.projects.details },
  product: { group: messages.records.product, Icon: Boxes, path: paths.products.details },
  subscription: { group: messages.records.subscription, Icon: Repeat, path: paths.subscriptions.details },
  user: { group: messages.records.user, Icon: UserRound, path: paths.users.details },
};

export function recordsQuery(text: string) {
  return queryOptions({
    queryKey: queryKeys.search(text),
    meta: failsInPlace,
    queryFn: async ({ signal }) => (await api.get('/search', { query: { Search: text }, signal })).data,
    enabled: text !== '',
  });
}
