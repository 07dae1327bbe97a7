import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import type { Api } from './api';
import { type Server, startServer } from './server';

export { expect };

interface Options {
  /** Who opens the page: the administrator, already signed in, or nobody. */
  signedIn: boolean;
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
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  signedIn: [true, { option: true }],
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

  api: async ({ server }, use) => use(await server.signIn()),

  storageState: async ({ signedIn, api, server }, use) => {
    const localStorage = signedIn ? [{ name: 'SessionAuthKey', value: api.token }] : [];
    await use({ cookies: [], origins: [{ origin: new URL(server.url).origin, localStorage }] });
  },

  at: async ({ server }, use) => use((path) => `${server.url}btracker/${path}`),

  failOnErrors: [
    async ({ context, expectedErrors }, use) => {
      const complaints: string[] = [];
      // Chromium reports most violations on the console itself; the event covers the rest.
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`policy violation: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      context.on('weberror', (error) => complaints.push(`page error: ${error.error().stack}`));
      context.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') {
          complaints.push(`${message.type()}: ${message.text()} ${message.location().url}`);
        }
      });
      await use(undefined);
      expect(complaints.filter((text) => !expectedErrors.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Fails on anything axe finds on the page as it stands, with its dialogs and menus. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNothingFound(new AxeBuilder({ page }));
}

/** Fails on text that is hard to read: all that can differ between a page's light and its dark form. */
export async function expectReadable(page: Page): Promise<void> {
  await expectNothingFound(new AxeBuilder({ page }).withRules('color-contrast'));
}

async function expectNothingFound(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`,
  );
  expect(found, 'accessibility violations').toEqual([]);
}

/** The control with a label, whether the label also says that it is required or not. */
export function field(scope: Page | Locator, label: string): Locator {
  return scope.getByLabel(new RegExp(`^${label}( |$)`));
}

/** A toast, which its own region announces. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

/** A name that no other test uses. */
export function unique(word: string): string {
  return `${word} ${Math.random().toString(36).slice(2, 10)}`;
}
