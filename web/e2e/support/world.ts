import type { Api } from './api';
import { attachProduct, attachSubscription, projectWithCatalogue } from './projects';
import { unique } from './test';

/** As long as a name may be, without a space, and turning to the left half-way. */
const longName = 'W'.repeat(32) + 'ש'.repeat(32);
const longDetails = 'W'.repeat(128) + 'ש'.repeat(128);

/** One of everything, with the longest values that there may be, for tests that visit every address. */
export async function world(api: Api) {
  const mark = Math.random().toString(36).slice(2, 10);
  const details = longDetails;
  const phone = '+00 0000 0000 0000 0000';
  const lines = { country: longName, provinceState: longName, city: longName, street: longName, building: longName };
  const address = { ...lines, postalZipCode: 'W'.repeat(14) };
  const most = 999_999_999.99;

  const project = await projectWithCatalogue(api, longName, mark + longName.slice(mark.length));
  const { company, product, subscription, category } = project;
  const contact = `${mark}${'w'.repeat(50)}@${'w'.repeat(60)}.example.com`;
  await api.call('PUT', 'company', {
    data: { id: company.id, name: longName, details, supportEmail: contact, supportPhone: phone },
  });
  await api.call('PUT', 'company/address', { id: company.id, address });
  const item = { categoryName: category, name: longName, details, status: 1 };
  await api.call('PUT', 'product', { data: { ...item, id: product.id } });
  await api.call('PUT', 'subscription', { data: { ...item, id: subscription.id, cost: most } });

  const email = `user-${contact.slice(5)}`;
  const person = { email, displayName: longName, firstName: longName, lastName: longName, gender: 0 };
  await api.call('POST', 'UserManagement', { ...person, phoneNumber: phone, address });
  const other = `user-${mark}@example.com`;
  await api.createUser(other, 'Max Moderator');
  const moderators = await Promise.all(
    [email, other].map((userEmail) =>
      api.call<{ id: string }>('POST', 'company/moderator', { id: company.id, userEmail, role: 2, details }),
    ),
  );
  for (const userEmail of [email, other]) {
    await api.call('POST', 'project/moderator', { id: project.id, userEmail, role: 4, details });
  }

  const prd = await attachProduct(api, project, { price: most, cost: most, details });
  const sub = await attachSubscription(api, project, 1, { price: most, details });
  const removedCategory = unique('Shelf');
  await api.call('POST', 'product/categories', { name: removedCategory });
  await api.call('POST', 'product', { categoryName: removedCategory, name: longName, status: 2 });
  await api.call('DELETE', 'product/categories', { name: removedCategory });
  return {
    company: company.id,
    moderator: moderators[0]?.id ?? '',
    project: project.id,
    product: product.id,
    subscription: subscription.id,
    category,
    prd: prd.id,
    sub: sub.id,
    removedCategory,
    email,
    other,
  };
}

/** Puts what `world` made into an address such as 'app/companies/{company}/edit'. */
export function addressIn(made: Record<string, string>, path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(made[name] ?? name));
}
