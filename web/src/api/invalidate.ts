import {
  type DataTag,
  matchQuery,
  type Query,
  type QueryClient,
  type QueryKey,
  type Updater,
} from '@tanstack/react-query';
import { queryKeys } from './queryKeys';

/** The beginnings of the keys of cached data that a change makes stale. */
interface StaleKeys {
  /** Of the changed record itself. */
  record: QueryKey[];
  /** Of everything else that shows it. */
  others: QueryKey[];
}

const figures = [queryKeys.statistics, queryKeys.charts];

/** An event does not name the parent of a moderator or an attached item; the project on the screen may be it. */
const attached = [queryKeys.projects, queryKeys.companies, ...figures];

/** A new moderator sees more than before. Another role may see more or less of what is confidential. */
const moderated = [...attached, queryKeys.documents, queryKeys.fields];

const itemRules = (kind: 'product' | 'subscription') => (id: string) => ({
  record: [queryKeys.catalogueItem(kind, id), queryKeys.catalogueDependants(kind, id)],
  others: [
    queryKeys.catalogueLists(kind),
    queryKeys.categories(kind),
    // The last item that goes lets its category go.
    queryKeys.categoryUses(kind),
    // Projects show the names and photos of the items they use.
    queryKeys.projects,
    ...figures,
  ],
});

const categoryRules = (kind: 'product' | 'subscription') => (name: string) => ({
  record: [queryKeys.categoryDependants(kind, name)],
  others: [queryKeys.catalogueLists(kind), queryKeys.categories(kind), ...figures],
});

/**
 * Records that have notes, documents and fields that administrators gave them: where those are shown. The registry of
 * records (records/index.ts) names the same ones, or does not compile.
 */
const holders = {
  company: queryKeys.companies,
  project: queryKeys.projects,
  projectProduct: queryKeys.projects,
  projectSubscription: queryKeys.projects,
  product: queryKeys.catalogues,
  subscription: queryKeys.catalogues,
} as const;

export type HolderKind = keyof typeof holders;

/** What a change of each entity makes stale, for saves and live events alike. */
const rules = {
  company: (id) => ({
    record: [queryKeys.company(id), queryKeys.companyDependants(id), queryKeys.recordAccess('company', id)],
    // Projects show the name of their company.
    others: [queryKeys.companyLists, queryKeys.projects, ...figures],
  }),
  companyModerator: () => ({ record: [], others: moderated }),
  project: (id) => ({
    record: [queryKeys.project(id), queryKeys.projectDependants(id), queryKeys.recordAccess('project', id)],
    others: [
      queryKeys.projectLists,
      queryKeys.access,
      queryKeys.companies,
      queryKeys.catalogueUses('product'),
      queryKeys.catalogueUses('subscription'),
      ...figures,
    ],
  }),
  projectModerator: () => ({ record: [], others: moderated }),
  projectProduct: () => ({
    record: [],
    others: [...attached, queryKeys.catalogueUses('product')],
  }),
  projectSubscription: (id) => ({
    record: [queryKeys.projectSubscription(id)],
    // Notifications lead to a subscription while it exists.
    others: [...attached, queryKeys.catalogueUses('subscription'), queryKeys.notificationPages],
  }),
  product: itemRules('product'),
  subscription: itemRules('subscription'),
  productCategory: categoryRules('product'),
  subscriptionCategory: categoryRules('subscription'),
  user: (email) => ({
    record: [queryKeys.user(email)],
    // Companies and projects show the names of their moderators.
    others: [
      queryKeys.userLists,
      queryKeys.userSearches,
      queryKeys.companies,
      queryKeys.projects,
      queryKeys.statistics,
    ],
  }),
  // Records carry the values of such a field.
  field: () => ({
    record: [],
    others: [queryKeys.fields, ...Object.values(holders)],
  }),
  note: () => ({ record: [], others: [queryKeys.notes, queryKeys.notificationPages] }),
  document: () => ({ record: [], others: [queryKeys.documents] }),
  view: () => ({ record: [], others: [queryKeys.views] }),
  plan: () => ({ record: [], others: [queryKeys.plans] }),
  notification: () => ({ record: [], others: [queryKeys.notifications] }),
} satisfies Record<string, (id: string) => StaleKeys>;

export type Entity = keyof typeof rules;

function staleKeys(entity: Entity, id: string): StaleKeys {
  const { record, others }: StaleKeys = rules[entity](id);
  // A page asks for these of its record, and must not once that is gone.
  if (entity in holders) record.push(queryKeys.notesOf(entity, id), queryKeys.documentsOf(entity, id));
  // Every change stands in the history; viewed marks, views and plans are none.
  return entity === 'notification' || entity === 'view' || entity === 'plan'
    ? { record, others }
    : { record, others: [...others, queryKeys.changes] };
}

type Matches = (query: Query) => boolean;

/**
 * What becomes of the cached record after its change: `read` reads it again, `keep` leaves the answer that
 * setServerData put there, `gone` only marks it stale, because its page must not ask for it while it is left.
 */
type RecordState = 'read' | 'keep' | 'gone';

/** Removed records by the time of their last read. Until they are read anew, by a page that is opened, nobody asks for them. */
const gone = new WeakMap<Query, number>();

/** Marks as stale whatever shows a changed record, and reads again what is on the screen. Resolves when it is read. */
export function invalidate(
  client: QueryClient,
  entity: Entity,
  id: string,
  state: RecordState = 'read',
): Promise<void> {
  const { record, others } = staleKeys(entity, id);
  endWatch(entity, id);
  for (const query of client.getQueryCache().findAll({ predicate: hasKey(record) })) {
    if (state === 'gone') gone.set(query, query.state.dataUpdatedAt);
    else gone.delete(query);
  }
  if (state === 'gone') markStale(client, hasKey(record));
  return readAgain(client, hasKey(state === 'read' ? [...record, ...others] : others));
}

/** What ends the watch over a record that is being removed, by the record. */
const watches = new Map<string, () => void>();

function endWatch(entity: Entity, id: string) {
  watches.get(`${entity} ${id}`)?.();
  watches.delete(`${entity} ${id}`);
}

/**
 * Removes a record by a call. From its start on nobody reads the record, not even parts of its page that arrive only now, or when
 * others tell of a change of it: the server would find nothing. That lasts until it is invalidated, as whoever removes it
 * does. If the call fails, the record is read again.
 */
export async function withReadsCanceled<T>(
  client: QueryClient,
  entity: Entity,
  id: string,
  remove: () => Promise<T>,
): Promise<T> {
  const predicate = hasKey(staleKeys(entity, id).record);
  await client.cancelQueries({ predicate });
  const queries = client.getQueryCache().findAll({ predicate });
  for (const query of queries) gone.set(query, query.state.dataUpdatedAt);
  endWatch(entity, id);
  watches.set(
    `${entity} ${id}`,
    client.getQueryCache().subscribe((event) => {
      const begins = event.type === 'updated' && event.action.type === 'fetch';
      if (!begins || !predicate(event.query)) return;
      // The library tells of a read before there is anything to cancel.
      queueMicrotask(() => void client.cancelQueries({ predicate: (query) => query === event.query }));
    }),
  );
  try {
    return await remove();
  } catch (error) {
    endWatch(entity, id);
    for (const query of queries) gone.delete(query);
    void client.refetchQueries({ predicate, type: 'active' });
    throw error;
  }
}

/** Matches the queries that one of several changes makes stale. An entity that this version does not know matches none. */
export function isStaleAfter(changes: { entity: string; id: string }[]): Matches {
  const known = changes.filter(({ entity }) => Object.hasOwn(rules, entity));
  return hasKey(
    known.flatMap(({ entity, id }) => {
      const { record, others } = staleKeys(entity as Entity, id);
      return [...record, ...others];
    }),
  );
}

/** Marks queries as stale: the next screen that shows one reads it. */
export function markStale(client: QueryClient, matches: Matches): void {
  void client.invalidateQueries({ predicate: (query) => wasRead(query) && matches(query), refetchType: 'none' });
}

/** Marks queries as stale and reads again those on the screen. In a hidden tab they are read when somebody looks. */
export function readAgain(client: QueryClient, matches: Matches): Promise<void> {
  // The answer of a first read under way may be older than the change. Other reads are restarted by invalidating them.
  for (const query of client.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: matches })) {
    const again = () => readAgain(client, (other) => other === query);
    if (!wasRead(query)) query.promise?.then(again, () => undefined);
  }
  return client.invalidateQueries({
    predicate: (query) => wasRead(query) && !isGone(query) && matches(query),
    refetchType: document.hidden ? 'none' : 'active',
  });
}

/** Puts the answer to a save into the cache. A read under way may hold the state before it, and is canceled. */
export function setServerData<T>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, T, Error>,
  data: Updater<T | undefined, T>,
): void {
  void client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey as QueryKey, data);
}

function hasKey(keys: QueryKey[]): Matches {
  return (query) => keys.some((queryKey) => matchQuery({ queryKey }, query));
}

function isGone(query: Query): boolean {
  return gone.get(query) === query.state.dataUpdatedAt;
}

/** A query that failed shows a button to try again: it is not read behind the user's back. */
function wasRead(query: Query): boolean {
  return query.state.data !== undefined;
}
