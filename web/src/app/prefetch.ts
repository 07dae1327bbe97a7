import type { QueryClient } from '@tanstack/react-query';
import { statisticsQuery } from '@/features/dashboard/queries';
import { notificationsQuery } from '@/features/notifications/queries';
import { fieldsQuery } from '@/own/fields';
import { categoriesQuery } from '@/records/catalogue/categoriesQuery';
import { companies } from '@/records/company/resource';
import { products } from '@/records/product/resource';
import { subscriptions } from '@/records/subscription/resource';
import { firstPageQuery } from '@/resource/resource';
import type { Read } from '@/shared/loading/firstReads';

/**
 * Loads what most people look at next: own fields, statistics, notifications, companies, and the categories and items of both
 * catalogues. What a screen has asked for already stays with it, a failure and its button included.
 */
export async function prefetchNextScreens(client: QueryClient, isOver: () => boolean): Promise<void> {
  const load: Read<Promise<void>> = async (query) => {
    if (isOver() || client.getQueryState(query.queryKey) !== undefined) return;
    await client.prefetchQuery(query);
  };
  await load(fieldsQuery);
  await load(statisticsQuery);
  await load(notificationsQuery(1, false));
  await load(firstPageQuery(companies));
  await load(categoriesQuery(products));
  await load(firstPageQuery(products));
  await load(categoriesQuery(subscriptions));
  await load(firstPageQuery(subscriptions));
}
