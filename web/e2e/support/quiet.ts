import type { Page, Request } from '@playwright/test';

/**
 * Returns what waits until all that the page asked for has come, and it has nothing left to do that would ask for more.
 * To be called before the page is opened.
 */
export function whenQuiet(page: Page): () => Promise<void> {
  const onTheWay = new Set<Request>();
  let asked = 0;
  page.on('request', (request) => {
    // The live connection stays open.
    if (request.url().includes('/hub/')) return;
    onTheWay.add(request);
    asked += 1;
  });
  page.on('requestfinished', (request) => onTheWay.delete(request));
  page.on('requestfailed', (request) => onTheWay.delete(request));
  return async () => {
    for (;;) {
      const [waited, before] = [onTheWay.size, asked];
      await page.evaluate(becomesIdle);
      if (waited === 0 && onTheWay.size === 0 && asked === before) return;
    }
  };
}

declare global {
  interface Window {
    /** The browser's own, where a test holds what the app does when it is idle. */
    whenIdle?: typeof requestIdleCallback;
  }
}

/** Runs in the page. */
async function becomesIdle(): Promise<void> {
  const whenIdle = window.whenIdle ?? window.requestIdleCallback;
  for (let times = 0; times < 3; times += 1) await new Promise((resolve) => whenIdle.call(window, resolve));
}
