import { appPages, publicPages } from './routes';

/**
 * Every path of the web app. Paths start after the base path: the router knows
 * it as its basename, so that `<Link to={paths.companies.list()}>` is complete.
 */
const home = '/btracker';
const app = `${home}/app`;

/** Ids and e-mail addresses may hold characters that mean something in a path; those that mean nothing stay readable. */
function segment(value: string): string {
  return encodeURIComponent(value).replaceAll(/%(?:40|2B)/g, decodeURIComponent);
}

/** As many as an address has parameters. */
type Ids<Pattern> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [id: string, ...Ids<Rest>]
  : Pattern extends `${string}:${string}`
    ? [id: string]
    : [];

type Pages = Readonly<Record<string, readonly [pattern: string, ...unknown[]]>>;

type PathsTo<P extends Pages> = { [Name in keyof P]: (...ids: Ids<P[Name][0]>) => string };

/** The builders of the paths of some pages (routes.ts), each of which takes the ids that the address has. */
function pathsTo<P extends Pages>(above: string, pages: P): PathsTo<P> {
  const builders = Object.entries(pages).map(([name, [pattern]]) => [
    name,
    (...ids: string[]) => `${above}/${pattern.replaceAll(/:\w+/g, () => segment(ids.shift() ?? ''))}`,
  ]);
  return Object.fromEntries(builders) as PathsTo<P>;
}

/** The page that imports records of a kind, or one of its imports. */
function importPath(list: string, id = ''): string {
  return `${app}/import?list=${segment(list)}${id && `&id=${segment(id)}`}`;
}

/** The pages of a catalogue: its list may be narrowed to a category, and a new item begins with one. */
function catalogue<P extends { list: () => string; create: () => string }>(pages: P) {
  const within = (path: string, category: string) => (category ? `${path}?category=${segment(category)}` : path);
  return {
    ...pages,
    category: (name: string) => within(pages.list(), name),
    create: (category = '') => within(pages.create(), category),
  };
}

type AreaPaths = { [Area in keyof typeof appPages]: PathsTo<(typeof appPages)[Area]> };

const areas = Object.fromEntries(
  Object.entries(appPages).map(([area, pages]) => [area, pathsTo(app, pages)]),
) as unknown as AreaPaths;

export const paths = {
  root: () => '/',
  home: () => home,
  ...pathsTo(home, publicPages),
  ...areas,
  app: { ...areas.app, root: () => app, logout: () => `${app}/logout`, import: importPath },
  products: catalogue(areas.products),
  subscriptions: catalogue(areas.subscriptions),
} as const;

/** Tells whether a path lies in the part of the app that needs a signed-in user. */
export function isAppPath(path: string): boolean {
  return path === app || path.startsWith(`${app}/`);
}
