import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { addressOfView, isShown, queryOfView, type SavedView } from './views';

function view(list: string, query: string): SavedView {
  return { id: 'v1', list, name: 'Mine', query, isShared: false, isDefault: false, isOwn: true, version: 1 };
}

it('keeps the call and the address, and opens the address', () => {
  const address = new URLSearchParams('search=lisbon&view=table&columns=name:300&page=2');
  const query = queryOfView('Search=lisbon&SortBy=name', address);
  expect(query).toBe('Search=lisbon&SortBy=name&search=lisbon&view=table&columns=name%3A300');
  expect(addressOfView(view('company', query))).toBe(
    `${paths.companies.list()}?search=lisbon&view=table&columns=name%3A300`,
  );
});

it('opens what was saved as a call alone', () => {
  expect(addressOfView(view('company', 'Search=a b&Removed=only&SortBy=margin,name&SortDescending=true,false'))).toBe(
    `${paths.companies.list()}?search=a+b&removed=only&sort=-margin%2Cname`,
  );
  expect(addressOfView(view('user', 'AdminsOnly=true'))).toBe(`${paths.users.list()}?admins=true`);
  expect(addressOfView(view('user', 'AdminsOnly=false&Invited=true'))).toBe(`${paths.users.list()}?admins=invited`);
  expect(addressOfView(view('projectSubscription', 'EndTo=2026-12-31T00:00:00Z&State=ended'))).toBe(
    `${paths.app.renewals()}?to=2026-12-31&preset=overdue`,
  );
  expect(addressOfView(view('product', ''))).toBe(paths.products.list());
  expect(addressOfView(view('product', 'Own.toDo=x&Own.toDo.From=3&SortBy=own.toDo'))).toBe(
    `${paths.products.list()}?sort=own.toDo&own.toDo=x&own.toDo.from=3`,
  );
});

it('knows the page that shows it, whatever the order of its filters', () => {
  const saved = view('project', 'sort=name&view=table');
  expect(isShown(saved, { pathname: paths.projects.list(), search: '?view=table&sort=name&page=3' })).toBe(true);
  expect(isShown(saved, { pathname: paths.projects.list(), search: '?view=table' })).toBe(false);
  expect(isShown(saved, { pathname: paths.companies.list(), search: '?view=table&sort=name' })).toBe(false);
});
