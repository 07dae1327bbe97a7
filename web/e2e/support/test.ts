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
   * a first visit loads. All others share both with their worker, and the tab: starting anew took half of their time.
   */
  alone: boolean;
  /**
   * Console errors that the test provokes; any other fails it. A refused request is one of Chromium's making, and
   * `Not Found` one of newContext's: a test that ends on that page by mistake would pass for the wrong reason.
   */
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
  shared: { context?: BrowserContext; page?: Page };
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

  context: async ({ alone, browser, server, shared }, use) => {
    const context = (!alone && shared.context) || (await newContext(browser));
    if (!alone) shared.context = context;
    await use(context);
    if (alone) {
      await context.close();
      return;
    }
    const others = context.pages().filter((page) => page !== shared.page);
    await Promise.all(others.map((page) => page.close()));
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    if (shared.page) await leave(shared.page, server);
  },

  page: async ({ alone, context, signedIn, api, server, shared }, use) => {
    const isKept = !alone && shared.page !== undefined && !shared.page.isClosed();
    const page = isKept && shared.page ? shared.page : await context.newPage();
    if (!alone && !isKept) {
      shared.page = page;
      refuseWhatStays(page);
    }
    await startAs(page, server, signedIn ? api.token : null);
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
    const asked = location.href;
    const tellNotFound = () => {
      if (location.pathname.endsWith('/not-found')) console.error(`Not Found, on the way from ${asked}`);
    };
    navigation.addEventListener('currententrychange', tellNotFound);
    tellNotFound();
  });
  return context;
}

/** An address of the server without the app: its tab has the storage of the app, and nothing that runs. */
const emptyPage = (server: Pick<Server, 'url'>) => new URL('/healthz', server.url).href;

/** Gives a tab the storage of someone who is signed in, or of a new visitor. */
export async function startAs(page: Page, server: Pick<Server, 'url'>, token: string | null): Promise<void> {
  if (page.url() !== emptyPage(server)) await page.goto(emptyPage(server));
  await page.evaluate((signedIn) => {
    sessionStorage.clear();
    localStorage.clear();
    if (signedIn !== null) localStorage.setItem('SessionAuthKey', signedIn);
  }, token);
}

/** Leads a tab that shows a page of the app to another one, as a link would: without loading the app again. */
export async function visit(page: Page, address: string): Promise<void> {
  if (page.url() === address) return;
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-left', ''));
  // Once more where the page was still leading on by itself, and took this back.
  await expect(async () => {
    await page.evaluate((to) => {
      history.pushState({ ...history.state, idx: history.state.idx + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, address);
    await expect(page.locator('h1:not([data-left])')).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** What tests listen to on a tab. */
const listened = ['request', 'requestfinished', 'requestfailed', 'response', 'dialog', 'websocket', 'console'] as const;

/** Leaves a tab as a new one would be. */
async function leave(page: Page, server: Server): Promise<void> {
  if (page.isClosed()) return;
  for (const event of listened) page.removeAllListeners(event);
  // What a route still answers when its test has ended is nobody's business.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(emptyPage(server));
  await page.mouse.move(-1, -1);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', media: null });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** A clock belongs to the whole context, a script to the tab, and neither can be taken out again. */
function refuseWhatStays(page: Page): void {
  for (const name of ['clock', 'addInitScript', 'routeWebSocket']) {
    Object.defineProperty(page, name, {
      get() {
        throw new Error(`a test that uses page.${name} needs test.use({ alone: true })`);
      },
    });
  }
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
export async function heldToast(page: Page, text: string | RegExp): Promise<Locator> {
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

/** A name that no other test uses, of letters: a search for a number finds no made-up part of a name. */
export function unique(word: string): string {
  const letter = () => String.fromCharCode(97 + Math.floor(Math.random() * 26));
  return `${word} ${Array.from({ length: 8 }, letter).join('')}`;
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
