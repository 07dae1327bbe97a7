import type { QueryClient } from '@tanstack/react-query';
import { categoriesQuery, itemPages } from '@/features/catalogue/queries';
import { companyPages } from '@/features/companies/queries';
import { notificationsQuery } from '@/features/notifications/queries';
import { pageQuery, unfiltered } from '@/shared/list/pages';

const catalogues = [
  { kind: 'product', address: '/product' },
  { kind: 'subscription', address: '/subscription' },
] as const;

/**
 * Loads what most people look at next: beside the statistics, which the dashboard asks for itself, notifications,
 * companies, and the categories and items of both catalogues. What fails is asked for again by its own screen.
 */
export async function loadFirstData(client: QueryClient): Promise<void> {
  await client.prefetchQuery(notificationsQuery(1, false));
  await client.prefetchQuery(pageQuery(companyPages(unfiltered), 1));
  for (const catalogue of catalogues) {
    await client.prefetchQuery(categoriesQuery(catalogue));
    await client.prefetchQuery(pageQuery(itemPages(catalogue, { ...unfiltered, CategoryName: '', Status: '' }), 1));
  }
}
