import type { QueryClient, QueryFunction, QueryKey } from '@tanstack/react-query';
import { categoriesQuery } from '@/features/catalogue/categories';
import { products, subscriptions } from '@/features/catalogue/resource';
import { companies } from '@/features/companies/resource';
import { statisticsQuery } from '@/features/dashboard/queries';
import { notificationsQuery } from '@/features/notifications/queries';
import { type Resource, readList, recordPages, type Shape } from '@/resource/resource';
import { pageQuery } from '@/shared/list/pages';

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
  await load(firstPage(companies));
  await load(categoriesQuery(products));
  await load(firstPage(products));
  await load(categoriesQuery(subscriptions));
  await load(firstPage(subscriptions));
}

/** Of a list that nobody has searched or sorted yet. */
function firstPage<S extends Shape>(resource: Resource<S>) {
  return pageQuery(recordPages(resource, readList(resource, new URLSearchParams()).query), 1);
}
