import type { QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query';
import { categoriesQuery, itemPages } from '@/features/catalogue/queries';
import { companies } from '@/features/companies/resource';
import { statisticsQuery } from '@/features/dashboard/queries';
import { notificationsQuery } from '@/features/notifications/queries';
import { readList, recordPages } from '@/resource/resource';
import { pageQuery, unfiltered } from '@/shared/list/pages';

const catalogues = [
  { kind: 'product', address: '/product' },
  { kind: 'subscription', address: '/subscription' },
] as const;

interface Query<Key extends QueryKey> {
  queryKey: Key;
  queryFn?: QueryFunction<unknown, Key>;
}

/**
 * Loads what most people look at next: statistics, notifications, companies, and the categories and items of both
 * catalogues. What a screen has asked for already stays with it, a failure and its button included.
 */
export async function prefetchNextScreens(client: QueryClient, isOver: () => boolean): Promise<void> {
  const load = async <Key extends QueryKey>(query: Query<Key>) => {
    if (isOver() || client.getQueryState(query.queryKey) !== undefined) return;
    await client.prefetchQuery(query);
  };
  await load(statisticsQuery);
  await load(notificationsQuery(1, false));
  await load(pageQuery(recordPages(companies, readList(companies, new URLSearchParams()).query), 1));
  for (const catalogue of catalogues) {
    await load(categoriesQuery(catalogue));
    await load(pageQuery(itemPages(catalogue, { ...unfiltered, CategoryName: '', Status: '' }), 1));
  }
}
