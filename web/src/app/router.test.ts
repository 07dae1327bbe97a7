import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { paths } from '@/paths';
import { appRoutes, publicRoutes } from '../../e2e/support/routes';
import { signedInOnly, signedOutOnly, signedOutOrWithLink } from './guards';
import { routes } from './router';

/** Every builder of paths.ts, with stand-ins for ids. */
function everyPath(builders: object): string[] {
  return Object.values(builders).flatMap((entry: ((...ids: string[]) => string) | object) =>
    typeof entry === 'function' ? [entry('one', 'two')] : everyPath(entry),
  );
}

function matchedPattern(path: string): string | undefined {
  return matchRoutes(routes, path)?.at(-1)?.route.path;
}

test.each(everyPath(paths))('%s has a route of its own', (path) => {
  expect(matchRoutes(routes, path)).not.toBeNull();
  expect(matchedPattern(path)).not.toBe('*');
});

test('an e-mail address with a slash in it stays one segment', () => {
  const match = matchRoutes(routes, paths.users.edit('a/b+c@example.com'))?.at(-1);
  expect(match?.route.path).toBe('users/:userEmail/edit');
  expect(match?.params).toEqual({ userEmail: 'a/b+c@example.com' });
});

test.each(['/nowhere', '/btracker/nowhere', '/btracker/app/nowhere', '/btracker/app/companies/1/nowhere'])(
  '%s is unknown',
  (path) => {
    expect(matchedPattern(path)).toBe('*');
  },
);

/** The routes from the root to a page, for each page; what only redirects is none. */
function everyPage(list: RouteObject[], above: RouteObject[] = []): RouteObject[][] {
  return list.flatMap((route) => {
    const chain = [...above, route];
    if (route.children) return everyPage(route.children, chain);
    return route.loader ? [] : [chain];
  });
}

const patternOf = (chain: RouteObject[]) => chain.flatMap(({ path }) => path ?? []).join('/');

test('every page has a path, by which the tests of the layout visit it', () => {
  const reached = new Set(everyPath(paths).map((path) => matchRoutes(routes, path)?.at(-1)?.route));
  expect(everyPage(routes).filter((chain) => !reached.has(chain.at(-1)))).toEqual([]);
});

test('the end-to-end tests visit every page there is', () => {
  const visited = [...publicRoutes, ...appRoutes].map((path) =>
    patternOf(matchRoutes(routes, `/btracker/${path}`)?.map(({ route }) => route) ?? []),
  );
  expect(visited.toSorted()).toEqual(everyPage(routes).map(patternOf).toSorted());
});

test('every page of the app area asks who is there, and every way in is for who is not', () => {
  const guardsOf = (chain: RouteObject[]) => chain.flatMap(({ middleware = [] }) => middleware);
  for (const chain of everyPage(routes)) {
    const pattern = patternOf(chain);
    expect(guardsOf(chain).includes(signedInOnly), pattern).toBe(pattern.startsWith('btracker/app/'));
    const isWayIn = /(login|setup|resetPass)$/.test(pattern);
    expect(guardsOf(chain).includes(signedOutOnly), pattern).toBe(isWayIn);
    expect(guardsOf(chain).includes(signedOutOrWithLink), pattern).toBe(pattern.endsWith('changePassword'));
  }
});
