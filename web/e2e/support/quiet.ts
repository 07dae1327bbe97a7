import type { Page, Request } from '@playwright/test';

/**
 * Returns what waits until all that the page asked for has come, and it has nothing left to do that would ask for more.
 * To be called before the page is opened.
 */
export function whenQuiet(page: Page, becomesIdle = idle): () => Promise<void> {
  const onTheWay = new Set<Request>();
  page.on('request', (request) => {
    // The live connection stays open.
    if (!request.url().includes('/hub/')) onTheWay.add(request);
  });
  page.on('requestfinished', (request) => onTheWay.delete(request));
  page.on('requestfailed', (request) => onTheWay.delete(request));
  return async () => {
    for (let looks = 0; looks < 3; looks = onTheWay.size > 0 ? 0 : looks + 1) await becomesIdle(page);
  };
}

function idle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
}
