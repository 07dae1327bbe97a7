import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, test, unique } from './support/test';

const anyRoute = 200;

const publicRoutes = { login: 135, resetPass: anyRoute, changePassword: anyRoute };
const appRoutes = {
  'app/dashboard': 130,
  'app/notifications': anyRoute,
  'app/account': anyRoute,
  'app/companies': anyRoute,
  'app/companies/new': anyRoute,
  'app/companies/{id}': anyRoute,
  'app/companies/{id}/edit': anyRoute,
  'app/companies/{id}/address': anyRoute,
  'app/companies/{id}/new-moderator': anyRoute,
  'app/companies/{id}/new-project': anyRoute,
  'app/projects': anyRoute,
  'app/projects/new': anyRoute,
};

for (const [routes, signedIn] of [
  [publicRoutes, false],
  [appRoutes, true],
] as const) {
  test.describe(signedIn ? 'app' : 'public', () => {
    test.use({ signedIn });
    for (const [route, limit] of Object.entries(routes)) {
      test(`${route} weighs at most ${limit} kB of scripts and styles`, async ({ page, at, api }) => {
        const loaded = new Set<string>();
        page.on('response', (response) => {
          const { pathname, href } = new URL(response.url());
          if (/\.(js|css)$/.test(pathname)) loaded.add(href);
        });
        const path = route.includes('{id}')
          ? route.replace('{id}', (await api.createCompany(unique('Light'))).id)
          : route;
        // What waits until the page is painted and idle, as the charts do, is no part of its first load.
        await page.addInitScript(() => {
          window.requestIdleCallback = () => 0;
        });
        await page.goto(at(path), { waitUntil: 'networkidle' });

        const sizes = await Promise.all([...loaded].map(gzipSize));
        const weight = sizes.reduce((sum, size) => sum + size, 0) / 1000;
        console.log(`${route}: ${weight.toFixed(1)} kB in ${sizes.length} files`);
        expect(sizes.length).toBeGreaterThan(1);
        expect(weight).toBeLessThanOrEqual(limit);
      });
    }
  });
}

/** What a browser that knows no brotli would get over the wire. */
async function gzipSize(url: string): Promise<number> {
  const [answer] = (await once(get(url, { headers: { 'Accept-Encoding': 'gzip' } }), 'response')) as [IncomingMessage];
  expect(answer.headers['content-encoding'], url).toBe('gzip');
  let size = 0;
  for await (const chunk of answer) size += (chunk as Buffer).length;
  return size;
}
