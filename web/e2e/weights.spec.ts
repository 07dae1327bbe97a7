import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, unique } from './support/test';

const assets = join(import.meta.dirname, '../dist/assets');
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
          const name = new URL(response.url()).pathname.split('/').at(-1) ?? '';
          if (/\.(js|css)$/.test(name)) loaded.add(name);
        });
        const path = route.includes('{id}')
          ? route.replace('{id}', (await api.createCompany(unique('Light'))).id)
          : route;
        await page.goto(at(path), { waitUntil: 'networkidle' });

        // Chromium takes brotli; the bound is on gzip, which the build leaves beside it.
        const sizes = await Promise.all([...loaded].map(async (name) => (await stat(join(assets, `${name}.gz`))).size));
        const weight = sizes.reduce((sum, size) => sum + size, 0) / 1000;
        console.log(`${route}: ${weight.toFixed(1)} kB in ${sizes.length} files`);
        expect(sizes.length).toBeGreaterThan(1);
        expect(weight).toBeLessThanOrEqual(limit);
      });
    }
  });
}
