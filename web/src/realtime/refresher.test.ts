import { MutationObserver, QueryClient, type QueryKey, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ownChanges } from '@/api/client';
import { queryKeys } from '@/api/queryKeys';
import { createRefresher } from './refresher';

/** Screens that show something of each area; answers which of them have been read again. */
function openScreens() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const shown: Record<string, QueryKey> = {
    'company a': queryKeys.company('a'),
    'company b': queryKeys.company('b'),
    companies: [...queryKeys.companyLists, { PageNumber: 1 }],
    project: queryKeys.project('p'),
    product: queryKeys.catalogueItem('product', 'x'),
    'uses of product': queryKeys.catalogueDependants('product', 'x'),
    'product categories': queryKeys.categories('product'),
    'items of a category': queryKeys.categoryDependants('product', 'c'),
    'subscription categories': queryKeys.categories('subscription'),
    user: queryKeys.user('ada@example.com'),
    users: [...queryKeys.userLists, { PageNumber: 1 }],
    statistics: queryKeys.statistics,
    charts: queryKeys.charts,
    notifications: [...queryKeys.notificationPages, { page: 1 }],
    documents: queryKeys.documentsOf('company', 'b'),
    fields: queryKeys.fields,
  };
  const read: string[] = [];
  for (const [name, queryKey] of Object.entries(shown)) {
    client.setQueryData(queryKey, 'old');
    new QueryObserver(client, { queryKey, queryFn: () => read.push(name) }).subscribe(() => {});
  }
  return { client, read };
}

/** Something that the user does; returns how it ends. */
function startAction(client: QueryClient): () => void {
  let end = () => {};
  const mutationFn = () => new Promise<void>((resolve) => (end = resolve));
  void new MutationObserver(client, { mutationFn }).mutate();
  return () => end();
}

let seq = 0;
function change(entity: string, id: string) {
  seq += 1;
  return { seq, entity, id, action: 'edit', by: 'Grace' };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['company', 'a', ['company a', 'companies', 'project', 'statistics', 'charts']],
  [
    'companyModerator',
    'm',
    ['company a', 'company b', 'companies', 'project', 'statistics', 'charts', 'documents', 'fields'],
  ],
  ['project', 'p', ['company a', 'company b', 'companies', 'project', 'uses of product', 'statistics', 'charts']],
  [
    'projectProduct',
    'y',
    ['company a', 'company b', 'companies', 'project', 'uses of product', 'statistics', 'charts'],
  ],
  [
    'product',
    'x',
    ['project', 'product', 'uses of product', 'product categories', 'items of a category', 'statistics', 'charts'],
  ],
  ['subscriptionCategory', 'c', ['subscription categories', 'statistics', 'charts']],
  ['user', 'ada@example.com', ['company a', 'company b', 'companies', 'project', 'user', 'users', 'statistics']],
  ['notification', 'n', ['notifications']],
  // As one that became confidential: the event does not say so.
  ['document', 'd', ['documents']],
  ['something new', 'z', []],
])('a change of a %s has the screens read again that show it', (entity, id, screens) => {
  const { client, read } = openScreens();
  createRefresher(client).hear(change(entity, id));
  vi.advanceTimersByTime(100);
  expect(read).toEqual(screens);
});

it('reads once for many changes, and once a second while they go on', () => {
  const { client, read } = openScreens();
  const { hear } = createRefresher(client);
  for (let at = 0; at < 2000; at += 50) {
    hear(change('company', 'a'));
    vi.advanceTimersByTime(50);
  }
  expect(read.filter((name) => name === 'company a')).toHaveLength(2);
});

it('does not read again what this page has changed itself, but knows that it is old elsewhere', async () => {
  const { client, read } = openScreens();
  const own = change('company', 'a');
  createRefresher(client).hear(own);
  // The event may be quicker than the answer.
  const end = startAction(client);
  await vi.advanceTimersByTimeAsync(5000);
  end();
  ownChanges.add(own.seq);
  await vi.advanceTimersByTimeAsync(200);
  expect(read).toEqual([]);
  expect(client.getQueryState(queryKeys.project('p'))?.isInvalidated).toBe(true);
  expect(client.getQueryState(queryKeys.company('b'))?.isInvalidated).toBe(false);
  expect(ownChanges.size).toBe(0);
});

it.each(['hear', 'refreshAll'] as const)('a first read under way may be too old for it: %s', async (way) => {
  const client = new QueryClient();
  const answers: ((name: string) => void)[] = [];
  const queryKey = queryKeys.company('a');
  const queryFn = () => new Promise<string>((resolve) => void answers.push(resolve));
  const screen = new QueryObserver(client, { queryKey, queryFn });
  screen.subscribe(() => {});
  const refresher = createRefresher(client);
  if (way === 'hear') refresher.hear(change('company', 'a'));
  else refresher.refreshAll();
  await vi.advanceTimersByTimeAsync(100);
  answers[0]?.('old');
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getCurrentResult().data).toBe('old');
  expect(answers).toHaveLength(2);
  answers[1]?.('new');
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getCurrentResult()).toMatchObject({ data: 'new', isFetching: false });
});

it('reads nothing again while something is being done, which may lead away from what is gone', async () => {
  const { client, read } = openScreens();
  const end = startAction(client);
  createRefresher(client).refreshAll();
  await vi.advanceTimersByTimeAsync(5000);
  expect(read).toEqual([]);
  end();
  await vi.advanceTimersByTimeAsync(200);
  expect(read).toContain('company a');
});

it('leaves what could not be read to the button beside it', () => {
  const { client, read } = openScreens();
  client.getQueryCache().find({ queryKey: queryKeys.statistics })?.setState({ data: undefined, status: 'error' });
  createRefresher(client).refreshAll();
  vi.advanceTimersByTime(100);
  expect(read).toContain('charts');
  expect(read).not.toContain('statistics');
});

it('waits with reading while nobody looks, and reads nothing once it is stopped', () => {
  const { client, read } = openScreens();
  const { hear, refreshAll, stop } = createRefresher(client);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  refreshAll();
  vi.advanceTimersByTime(100);
  expect(read).toEqual([]);
  expect(client.getQueryState(queryKeys.statistics)?.isInvalidated).toBe(true);
  vi.restoreAllMocks();
  hear(change('company', 'a'));
  stop();
  vi.advanceTimersByTime(1000);
  expect(read).toEqual([]);
});
