import { QueryClient, type QueryKey, QueryObserver, queryOptions } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { type Entity, invalidate, isStaleAfter, readAgain, setServerData, withReadsCanceled } from './invalidate';
import { queryKeys } from './queryKeys';

const keys: QueryKey[] = [
  queryKeys.company('1'),
  queryKeys.companyDependants('1'),
  queryKeys.companyLists,
  queryKeys.project('1'),
  queryKeys.projectLists,
  queryKeys.catalogueItem('product', '1'),
  queryKeys.catalogueDependants('product', '1'),
  queryKeys.categories('product'),
  queryKeys.categories('subscription'),
  queryKeys.user('1'),
  queryKeys.userLists,
  queryKeys.notificationPages,
  queryKeys.statistics,
  queryKeys.charts,
];

/** A cache in which every query is on the screen; tells what is read again. */
function openScreens() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const read: QueryKey[] = [];
  for (const queryKey of keys) {
    client.setQueryData(queryKey, 'old');
    new QueryObserver(client, { queryKey, queryFn: () => read.push(queryKey) }).subscribe(() => {});
  }
  return { client, read };
}

const entities: Entity[] = [
  'company',
  'project',
  'projectProduct',
  'product',
  'productCategory',
  'user',
  'notification',
];

it.each(entities)('a save of a %s makes stale what a live event about it would', async (entity) => {
  const { client, read } = openScreens();
  await invalidate(client, entity, '1');
  const concerned = client.getQueryCache().findAll({ predicate: isStaleAfter([{ entity, id: '1' }]) });
  expect(concerned.length).toBeGreaterThan(0);
  expect(read).toEqual(concerned.map(({ queryKey }) => queryKey));
});

it('another price of a subscription has the figures of companies and projects read again', async () => {
  const { client, read } = openScreens();
  await invalidate(client, 'projectSubscription', '1');
  expect(read).toEqual(expect.arrayContaining([queryKeys.companyLists, queryKeys.projectLists]));
});

it('a saved company has projects and charts read again, and not what the answer told', async () => {
  const { client, read } = openScreens();
  await invalidate(client, 'company', '1', 'keep');
  expect(read).toEqual([
    queryKeys.companyLists,
    queryKeys.project('1'),
    queryKeys.projectLists,
    queryKeys.statistics,
    queryKeys.charts,
  ]);
  expect(client.getQueryState(queryKeys.company('1'))?.isInvalidated).toBe(false);
});

it('a removed company is not asked for, but known to be old', async () => {
  const { client, read } = openScreens();
  await invalidate(client, 'company', '1', 'gone');
  expect(read).toContainEqual(queryKeys.companyLists);
  expect(read).not.toContainEqual(queryKeys.company('1'));
  expect(read).not.toContainEqual(queryKeys.companyDependants('1'));
  expect(client.getQueryState(queryKeys.company('1'))?.isInvalidated).toBe(true);

  // The page that is being left may still stand when the live connection does.
  read.length = 0;
  await readAgain(client, () => true);
  expect(read).toContainEqual(queryKeys.companyLists);
  expect(read).not.toContainEqual(queryKeys.company('1'));

  // Undo.
  await invalidate(client, 'company', '1');
  expect(read).toContainEqual(queryKeys.company('1'));
});

it('an entity that is not known makes nothing stale', () => {
  const { client } = openScreens();
  expect(client.getQueryCache().findAll({ predicate: isStaleAfter([{ entity: 'toString', id: '1' }]) })).toEqual([]);
});

it('the answer to a save is not written over by a read that began before', async () => {
  const client = new QueryClient();
  const slow = Promise.resolve('version 4');
  const query = queryOptions({ queryKey: ['company'], queryFn: () => slow });
  client.setQueryData(query.queryKey, 'version 4');
  const reading = client.fetchQuery(query);
  setServerData(client, query.queryKey, 'version 5');
  await reading;
  expect(client.getQueryData(query.queryKey)).toBe('version 5');
});

it('what a page asks for while its record is being removed is not read, and made up for when the removal fails', async () => {
  const client = new QueryClient();
  const reads: AbortSignal[] = [];
  const askForNotes = () =>
    new QueryObserver(client, {
      queryKey: queryKeys.notesOf('project', '1'),
      queryFn: ({ signal }) => {
        reads.push(signal);
        return new Promise<string>(() => {});
      },
    }).subscribe(() => {});
  await withReadsCanceled(client, 'project', '1', async () => void askForNotes());
  await vi.waitFor(() => expect(reads[0]?.aborted).toBe(true));

  client.clear();
  await expect(
    withReadsCanceled(client, 'project', '1', () => {
      askForNotes();
      return Promise.reject(new Error('no'));
    }),
  ).rejects.toThrow('no');
  await vi.waitFor(() => expect(reads.map(({ aborted }) => aborted)).toEqual([true, true, false]));
  void invalidate(client, 'project', '1');
});

it('a read that is under way when a record is removed is canceled, and made up for when the removal fails', async () => {
  const client = new QueryClient();
  const queryKey = queryKeys.project('1');
  const reads: AbortSignal[] = [];
  const read = new QueryObserver(client, {
    queryKey,
    initialData: 'old',
    queryFn: ({ signal }) => {
      reads.push(signal);
      return new Promise<string>(() => {});
    },
  });
  read.subscribe(() => {});
  await vi.waitFor(() => expect(reads).toHaveLength(1));

  await withReadsCanceled(client, 'project', '1', async () => {
    expect(reads[0]?.aborted).toBe(true);
    // Others tell of the removal before its answer comes.
    await readAgain(client, isStaleAfter([{ entity: 'project', id: '1' }]));
  });
  expect(reads).toHaveLength(1);

  void client.refetchQueries({ queryKey });
  const failing = withReadsCanceled(client, 'project', '1', () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(reads).toHaveLength(3);
  expect(client.getQueryData(queryKey)).toBe('old');
});
