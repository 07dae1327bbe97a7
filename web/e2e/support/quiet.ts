import type { Page, Request } from '@playwright/test';

/**
 * Returns what waits until all that the page asked for has come, and it has nothing left to do that would ask for more.
 * To be called before the page is opened. `becomesIdle` waits for the page to be idle several times on end.
 */
export function whenQuiet(page: Page, becomesIdle = idle): () => Promise<void> {
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
      await becomesIdle(page);
      if (waited === 0 && onTheWay.size === 0 && asked === before) return;
    }
  };
}

function idle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let times = 0; times < 3; times += 1) {
      await new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
    }
  });
}
