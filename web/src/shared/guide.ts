import { base } from '@/base';

/** Where the server has the user's guide; it is no part of the app. */
export const guideAddress = `${base}help/`;

/** The page of the guide about a page of the app, by how its path goes on below the app area; the first that fits counts. */
const pages: readonly [begins: string, page: string][] = [
  ['companies/new', 'new-customer'],
  ['companies/', 'new-customer'],
  ['projects/', 'new-customer'],
  ['companies', 'find'],
  ['projects', 'find'],
  ['products', 'new-customer'],
  ['subscriptions', 'new-customer'],
  ['users', 'people'],
  ['account', 'account'],
  ['notifications', 'renewals'],
  ['renewals', 'renewals'],
  ['reports', 'reports'],
  ['activity', 'history'],
  ['removed', 'history'],
  ['security', 'security'],
  ['webhooks', 'integration'],
  ['import', 'import-export'],
];

/** The guide, opened at what a page of the app is about. */
export function guideOf(pathname: string): string {
  const place = pathname.slice(pathname.indexOf('/app/') + '/app/'.length);
  const [, page] = pages.find(([begins]) => place.startsWith(begins)) ?? [];
  return page ? `${guideAddress}${page}.html` : guideAddress;
}
