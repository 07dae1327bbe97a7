import type { Page } from '@playwright/test';
import { paths } from '../src/paths';
import { layoutFaults, watchLayoutShift } from './support/layout';
import { expect, test } from './support/test';
import { type TryingWorld, tryingWorld } from './support/tryingWorld';

const widths = [1440, 1280, 1024, 768, 390];

type Builders = Record<string, (...ids: string[]) => string>;

/** Every address of one part of paths.ts; ids that a builder does not take are left alone. */
function addresses(builders: Builders, ...ids: string[]): string[] {
  return Object.values(builders).map((build) => build(...ids));
}

const { app, companies, projects, products, subscriptions, users, ...open } = paths;
const redirects = [paths.root(), paths.home(), app.root(), app.logout()];

const parts: Record<string, (made: TryingWorld) => string[]> = {
  'companies and users': ({ company, mod, email, category }) => [
    ...addresses(app),
    ...addresses(companies, company, mod),
    ...addresses(users, email),
    `${products.list()}?category=${encodeURIComponent(category)}`,
    `${projects.list()}?company=${company}`,
  ],
  'projects and catalogues': ({ project, product, subscription, sub, prd }) => [
    ...addresses(projects, project, sub),
    projects.product(project, prd),
    projects.editProduct(project, prd),
    ...addresses(products, product),
    ...addresses(subscriptions, subscription),
  ],
};

for (const [part, screens] of Object.entries(parts)) {
  test(`the longest names fit every screen of ${part}, at every width`, async ({ page, api, server }) => {
    await expectFit(page, server.url, screens(await tryingWorld(api)));
  });
}

test.describe('nobody', () => {
  test.use({ signedIn: false });

  test('the public screens fit at every width', async ({ page, server }) => {
    await expectFit(page, server.url, addresses(open));
  });
});

/** Each screen is loaded at one of the widths in turn, and then drawn to the others. */
async function expectFit(page: Page, origin: string, screens: string[]): Promise<void> {
  test.slow();
  const layoutShift = await watchLayoutShift(page);
  const faults: Record<string, string[]> = {};
  for (const [index, path] of screens.filter((screen) => !redirects.includes(screen)).entries()) {
    const first = index % widths.length;
    await page.setViewportSize({ width: widths[first] ?? 0, height: 900 });
    await page.goto(origin + path.slice(1));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const shift = await layoutShift();
    if (shift > 0.02) faults[path] = [`what is in sight jumps by ${shift} while it loads`];
    for (const width of [...widths.slice(first), ...widths.slice(0, first)]) {
      await page.setViewportSize({ width, height: 900 });
      const found = await layoutFaults(page);
      if (found.length > 0) faults[`${path} at ${width} px`] = found;
    }
  }
  expect(faults).toEqual({});
}
