import type { Api } from './api';

/** One of everything, all under one name that is as long as may be, without a space, and turns to the left half-way. */
export async function tryingWorld(api: Api) {
  const name = 'W'.repeat(32) + 'ש'.repeat(32);
  const details = 'W'.repeat(128) + 'ש'.repeat(128);
  const few = Math.random().toString(36).slice(2, 10);
  const category = few + name.slice(8);
  const email = `${few}${'w'.repeat(50)}@${'w'.repeat(60)}.example.com`;
  const phone = '+00 0000 0000 0000 0000';
  const lines = { country: name, provinceState: name, city: name, street: name, building: name };
  const address = { ...lines, postalZipCode: 'W'.repeat(14) };
  const most = 999_999_999.99;
  const make = async (path: string, body: object) => (await api.call<{ id: string }>('POST', path, body)).id;

  const company = await make('company', { name, details, supportEmail: email, supportPhone: phone });
  await api.call('PUT', 'company/address', { id: company, address });
  const project = await make('project', { companyId: company, name });
  const item = { categoryName: category, name, details, status: 1 };
  for (const kind of ['product', 'subscription']) await api.call('POST', `${kind}/categories`, { name: category });
  const product = await make('product', item);
  const subscription = await make('subscription', { ...item, cost: most });
  const prd = await make('project/product', {
    projectId: project,
    productId: product,
    price: most,
    cost: most,
    status: 0,
    details,
  });
  const sub = await make('project/subscription', {
    projectId: project,
    subscriptionId: subscription,
    price: most,
    autoRenew: false,
    startAt: new Date(Date.now() - 86_400_000),
    endAt: new Date(Date.now() + 86_400_000),
    details,
  });
  const person = { email, displayName: name, firstName: name, lastName: name, gender: 0, phoneNumber: phone };
  await api.call('POST', 'UserManagement', { ...person, address });
  const mod = await make('company/moderator', { id: company, userEmail: email, role: 2, details });
  await make('project/moderator', { id: project, userEmail: email, role: 4, details });
  return { company, project, product, subscription, prd, sub, mod, email, category };
}

export type TryingWorld = Awaited<ReturnType<typeof tryingWorld>>;
