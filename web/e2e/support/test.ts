import { type Browser, type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Api } from './api';
import { type Server, startServer } from './server';

export { expectAccessible } from './accessible';
export { expect };

interface Options {
  /** Who opens the page: the administrator, already signed in, or nobody. */
  signedIn: boolean;
  /**
   * A session and a browser context of the test's own, for tests that end the session, stop the clock or look at what
   * a first visit loads. All others share both with their worker: starting anew took half of their time.
   */
  alone: boolean;
  /** Console errors that the test provokes; any other fails it. A refused request is one of Chromium's making. */
  expectedErrors: RegExp;
}

interface Fixtures {
  /** The API, signed in as the user of the page where there is one, else as the administrator. */
  api: Api;
  /** Address of a path of the web app, such as 'app/companies'. */
  at: (path: string) => string;
  failOnErrors: undefined;
}

interface WorkerFixtures {
  basePath: string;
  server: Server;
  sharedApi: Api;
  shared: { context?: BrowserContext };
}

/** Who signs out while the live connection is being opened ends the session that it asks with: the browser tells of it. */
const cutBySigningOut = /WebSocket connection to '[^']*\/hub\/notification[^']*' failed: HTTP Authentication failed/;

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  signedIn: [true, { option: true }],
  alone: [false, { option: true }],
  expectedErrors: [/^(?!)/, { option: true }],
  basePath: ['/', { option: true, scope: 'worker' }],

  server: [
    async ({ basePath }, use) => {
      const server = await startServer(basePath);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  sharedApi: [async ({ server }, use) => use(await server.signIn()), { scope: 'worker' }],

  shared: [
    async ({ browser }, use) => {
      await use({});
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { scope: 'worker' },
  ],

  api: async ({ alone, server, sharedApi }, use) => use(alone ? await server.signIn() : sharedApi),

  context: async ({ alone, browser, shared }, use) => {
    const context = (!alone && shared.context) || (await newContext(browser));
    if (!alone) shared.context = context;
    await use(context);
    if (alone) {
      await context.close();
      return;
    }
    await Promise.all(context.pages().map((page) => page.close()));
    await context.unrouteAll();
    await context.setOffline(false);
    await context.clearPermissions();
  },

  page: async ({ alone, context, signedIn, api }, use) => {
    const page = await context.newPage();
    if (!alone) refuseClock(page);
    await startAs(page, signedIn ? api.token : null);
    await use(page);
  },

  at: async ({ server }, use) => use((path) => `${server.url}btracker/${path}`),

  failOnErrors: [
    async ({ context, expectedErrors }, use) => {
      const complaints: string[] = [];
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack}`));
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
        }
      });
      await use(undefined);
      context.removeAllListeners('weberror');
      context.removeAllListeners('console');
      const isExpected = (text: string) => expectedErrors.test(text) || cutBySigningOut.test(text);
      expect(complaints.filter((text) => !isExpected(text))).toEqual([]);
    },
    { auto: true },
  ],
});

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  // Chromium reports most violations of the policy on the console itself; the event covers the rest.
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  return context;
}

/** Gives a page that has not been anywhere yet the storage of someone who is signed in, or of a new visitor. */
export async function startAs(page: Page, token: string | null): Promise<void> {
  await page.addInitScript((signedIn) => {
    // Once a tab: what the app stores later is its own.
    const seen = `test started as ${signedIn}`;
    if (sessionStorage.getItem(seen) !== null) return;
    sessionStorage.setItem(seen, '');
    localStorage.clear();
    if (signedIn !== null) localStorage.setItem('SessionAuthKey', signedIn);
  }, token);
}

/** A clock belongs to the whole context and can't be taken out again. */
function refuseClock(page: Page): void {
  Object.defineProperty(page, 'clock', {
    get() {
      throw new Error('a test that moves the clock needs test.use({ alone: true })');
    },
  });
}

/** The control with a label, whether the label also says that it is required or not. */
export function field(scope: Page | Locator, label: string): Locator {
  return scope.getByLabel(new RegExp(`^${label}( |$)`));
}

/** A toast. Its role tells how it is spoken, and that it was spoken already. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.locator('[data-toast]').filter({ hasText: text });
}

/** A toast that stays while other things are looked at, however long that takes: the pointer is over it. */
export async function heldToast(page: Page, text: string): Promise<Locator> {
  const shown = toast(page, text);
  await shown.hover();
  return shown;
}

/** The facts of a record on its page, whose history tells of the same values. */
export function overview(page: Page): Locator {
  return page.locator('section', { has: page.getByRole('heading', { name: 'Overview' }) });
}

/** Closes a toast, which would cover what lies below it for seconds. */
export async function closeToast(page: Page, text: string): Promise<void> {
  await toast(page, text).getByRole('button', { name: 'Close' }).click();
}

/** Takes the second step of a removal, which asks first. */
export async function finalizeRemoval(page: Page, title: string): Promise<void> {
  const notice = page.getByRole('region', { name: 'Pending Remove' });
  const question = page.getByRole('dialog', { name: title });
  await notice.getByRole('button', { name: 'Finalize removal' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(notice.getByRole('button', { name: 'Finalize removal' })).toBeFocused();
  await notice.getByRole('button', { name: 'Finalize removal' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
}

/** Waits until single keys do something: the shortcuts come when the page is painted and the browser has nothing else to do. */
export async function awaitShortcuts(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
}

/** A name that no other test uses. */
export function unique(word: string): string {
  return `${word} ${Math.random().toString(36).slice(2, 10)}`;
}

/** How often the user has clicked since. */
export function countClicks(page: Page): () => Promise<number> {
  const counting = page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    addEventListener('click', () => counted.clicks++, { capture: true });
  });
  return async () => {
    await counting;
    return page.evaluate(() => (window as unknown as { clicks: number }).clicks);
  };
}
