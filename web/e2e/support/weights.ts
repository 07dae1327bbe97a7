import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { expect, type Page } from '@playwright/test';
import { whenQuiet } from './quiet';

/** In kB of scripts and styles, gzipped: what the first paint may need, and all that a page may ever load. */
const firstPaint: Record<string, number> = { login: 160, 'app/dashboard': 160 };
const inAll = 280;

/** Parts that a page asks for when it shows what needs them: changed texts, which other tests may have left. */
const onDemand = /\/Words-/;

/**
 * Returns what weighs the page that has just been opened, and lets it do then what it does when it is idle.
 * To be called before the page is opened.
 */
export async function scales(page: Page): Promise<(route: string, html: string) => Promise<void>> {
  await holdIdleWork(page);
  const quiet = whenQuiet(page);
  const loaded = async () => {
    await quiet();
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return names.filter((name) => /\.(js|css)$/.test(new URL(name).pathname));
  };
  return async (route, html) => {
    const firstFiles = await loaded();
    const first = await weightOf(firstFiles);
    await page.evaluate(() => window.doIdleWork());
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const all = await weightOf(await loaded());
    const isLinked = (name: string) => html.includes(new URL(name).pathname) || onDemand.test(name);
    const unlinked = firstFiles.filter((name) => !isLinked(name));
    expect.soft(unlinked, `${route}: files that its HTML does not link`).toEqual([]);
    console.log(`${route}: ${first.toFixed(1)} kB for the first paint, ${all.toFixed(1)} kB in all`);
    expect.soft(first, route).toBeGreaterThan(50);
    expect.soft(first, route).toBeLessThanOrEqual(firstPaint[route] ?? inAll);
    expect.soft(all, route).toBeLessThanOrEqual(inAll);
  };
}

declare global {
  interface Window {
    doIdleWork: () => void;
  }
}

/** What waits until the page is painted and idle, as the charts do, waits until the test has weighed the rest. */
async function holdIdleWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { requestIdleCallback } = window;
    const held: IdleRequestCallback[] = [];
    window.requestIdleCallback = (work) => held.push(work);
    window.whenIdle = requestIdleCallback;
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
