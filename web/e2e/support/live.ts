import type { Page, WebSocket } from '@playwright/test';

/** The page's live connection, once the server has welcomed it; to be asked for before the page is opened. */
export function connection(page: Page): Promise<WebSocket> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) => socket.on('framereceived', () => resolve(socket)));
  });
}

/** Opens a page that follows from now on what others change. */
export async function openLive(page: Page, address: string): Promise<WebSocket> {
  const connected = connection(page);
  await page.goto(address);
  return connected;
}
