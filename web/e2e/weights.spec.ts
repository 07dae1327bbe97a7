import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Page } from '@playwright/test';
import { whenQuiet } from './support/quiet';
import { catalogueRoutes, companyRoutes, projectRoutes, publicRoutes, userRoutes } from './support/routes';
import { expect, test } from './support/test';
import { addressIn, world } from './support/world';

/** In kB of scripts and styles, gzipped: what the first paint may need, and all that a page may ever load. */
const firstPaint: Record<string, number> = { login: 160, 'app/dashboard': 160 };
const inAll = 280;

test.describe('signed out', () => {
  test.use({ signedIn: false });
  test('public pages are light', async ({ page, at }) => weigh(page, at, publicRoutes, {}));
});

// In two parts, for two workers.
for (const routes of [
  [...companyRoutes, ...catalogueRoutes],
  [...projectRoutes, ...userRoutes],
]) {
  test(`pages are light: ${routes[0]} and others`, async ({ page, at, api }) => {
    await weigh(page, at, routes, await world(api));
  });
}

async function weigh(page: Page, at: (path: string) => string, routes: string[], made: Record<string, string>) {
  test.setTimeout(4 * 60_000);
  await holdIdleWork(page);
  const quiet = whenQuiet(page, () => page.evaluate(() => window.becomesIdle()));
  const loaded = async () => {
    await quiet();
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return names.filter((name) => /\.(js|css)$/.test(new URL(name).pathname));
  };
  for (const route of routes) {
    const html = await (await page.goto(at(addressIn(made, route))))?.text();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const firstFiles = await loaded();
    const first = await weightOf(firstFiles);
    await page.evaluate(() => window.doIdleWork());
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const all = await weightOf(await loaded());
    const isLinked = (name: string) => html?.includes(new URL(name).pathname);
    expect
      .soft(
        firstFiles.filter((name) => !isLinked(name)),
        `${route}: files that its HTML does not link`,
      )
      .toEqual([]);

    console.log(`${route}: ${first.toFixed(1)} kB for the first paint, ${all.toFixed(1)} kB in all`);
    expect.soft(first, route).toBeGreaterThan(50);
    expect.soft(first, route).toBeLessThanOrEqual(firstPaint[route] ?? inAll);
    expect.soft(all, route).toBeLessThanOrEqual(inAll);
  }
}

declare global {
  interface Window {
    doIdleWork: () => void;
    becomesIdle: () => Promise<void>;
  }
}

/** What waits until the page is painted and idle, as the charts do, waits until the test has weighed the rest. */
async function holdIdleWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestIdleCallback } = window;
    const held: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => held.push(work);
    window.becomesIdle = () => new Promise((resolve) => requestIdleCallback(() => resolve()));
    window.doIdleWork = () => {
      window.requestIdleCallback = requestIdleCallback;
      for (const work of held) requestIdleCallback(work);
    };
  });
}

async function weightOf(files: string[]): Promise<number> {
  const sizes = await Promise.all([...new Set(files)].map(gzipSize));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const known = new Map<string, Promise<number>>();

/** What a browser that knows no brotli would get over the wire. */
function gzipSize(url: string): Promise<number> {
  const size = known.get(url) ?? measure(url);
  known.set(url, size);
  return size;
}

async function measure(url: string): Promise<number> {
  const [answer] = (await once(get(url, { headers: { 'Accept-Encoding': 'gzip' } }), 'response')) as [IncomingMessage];
  expect(answer.headers['content-encoding'], url).toBe('gzip');
  let size = 0;
  for await (const chunk of answer) size += (chunk as Buffer).length;
  return size;
}
