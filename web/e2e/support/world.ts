import type { Api } from './api';
import { attachProduct, attachSubscription, projectWithCatalogue } from './projects';
import { unique } from './test';
import { someAddress } from './users';

/** One of everything, with names that try the layout, for tests that visit every address. */
export async function world(api: Api) {
  const longest = 'W'.repeat(64);
  const email = someAddress();
  await api.createUser(email, longest);
  const project = await projectWithCatalogue(api, longest);
  const housed = someAddress();
  await api.createUser(housed, 'Max Moderator');
  const { id: moderator } = await api.addModerator(project.company.id, housed, 2);
  await api.call('POST', 'project/moderator', { id: project.id, userEmail: housed, role: 3 });
  const address = { country: 'Norway', provinceState: 'Oslo' };
  await api.call('PUT', 'company/address', { id: project.company.id, address });
  await api.call('PUT', 'UserManagement/address', { email: housed, address });
  const prd = await attachProduct(api, project, { details: 'W'.repeat(200) });
  const sub = await attachSubscription(api, project, 10);
  const removedCategory = unique('Shelf');
  await api.call('POST', 'product/categories', { name: removedCategory });
  await api.call('POST', 'product', { categoryName: removedCategory, name: longest, status: 2 });
  await api.call('DELETE', 'product/categories', { name: removedCategory });
  return {
    company: project.company.id,
    moderator,
    project: project.id,
    product: project.product.id,
    subscription: project.subscription.id,
    category: project.category,
    prd: prd.id,
    sub: sub.id,
    removedCategory,
    email,
    housed,
  };
}

/** Puts what `world` made into an address such as 'app/companies/{company}/edit'. */
export function addressIn(made: Record<string, string>, path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(made[name] ?? name));
}
