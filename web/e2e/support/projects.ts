import type { Api } from './api';
import { unique } from './test';

/** A company with a project, and one item of each catalogue, in a category of its own, to attach. */
export async function projectWithCatalogue(api: Api, name = unique('Site'), category = unique('Kind')) {
  const company = await api.createCompany(unique('Client'));
  const { id } = await api.call<{ id: string }>('POST', 'project', { companyId: company.id, name });
  const item = async (kind: 'product' | 'subscription', word: string, more: object) => {
    await api.call('POST', `${kind}/categories`, { name: category });
    const called = unique(word);
    const made = await api.call<{ id: string }>('POST', kind, {
      categoryName: category,
      name: called,
      status: 0,
      ...more,
    });
    return { id: made.id, name: called };
  };
  const product = await item('product', 'Laptop', {});
  const subscription = await item('subscription', 'Hosting', { cost: 10.5 });
  return { id, name, company, category, product, subscription };
}

export type Prepared = Awaited<ReturnType<typeof projectWithCatalogue>>;

export function attachProduct(api: Api, { id, product }: Prepared, more: object = {}) {
  const body = { projectId: id, productId: product.id, price: 1200.5, cost: 900, status: 'InProgress', ...more };
  return api.call<{ id: string }>('POST', 'project/product', body);
}

/** A subscription that ends after some days, 30 unless told otherwise. */
export function attachSubscription(api: Api, { id, subscription }: Prepared, days = 30, more: object = {}) {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  return api.call<{ id: string }>('POST', 'project/subscription', {
    projectId: id,
    subscriptionId: subscription.id,
    price: 20.25,
    autoRenew: false,
    startAt: `${day(-1)}T00:00:00Z`,
    endAt: `${day(days)}T23:59:59Z`,
    ...more,
  });
}
