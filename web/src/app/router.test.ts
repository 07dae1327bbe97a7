import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { paths } from '@/paths';
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

/** Those with a screen of their own, not the ones that only lead elsewhere or surround others. */
function screens(list: RouteObject[]): RouteObject[] {
  return list.flatMap((route) => (route.children ? screens(route.children) : route.lazy ? [route] : []));
}

test('every screen has a path, by which the tests of the layout visit it', () => {
  const reached = new Set(everyPath(paths).map((path) => matchRoutes(routes, path)?.at(-1)?.route));
  expect(screens(routes).filter((route) => !reached.has(route))).toEqual([]);
});

test('an e-mail address with a slash in it stays one segment', () => {
  const match = matchRoutes(routes, paths.users.edit('a/b+c@example.com'))?.at(-1);
  expect(match?.route.path).toBe(':userEmail/edit');
  expect(match?.params).toEqual({ userEmail: 'a/b+c@example.com' });
});

test.each(['/nowhere', '/btracker/nowhere', '/btracker/app/nowhere', '/btracker/app/companies/1/nowhere'])(
  '%s is unknown',
  (path) => {
    expect(matchedPattern(path)).toBe('*');
  },
);
