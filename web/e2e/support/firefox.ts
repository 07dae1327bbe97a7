import { test as base, expect } from '@playwright/test';
import { type Browser, launch, type Page } from 'puppeteer-core';
import { findFirefox } from '../../scripts/browser.mjs';
import type { Api } from './api';
import { type Server, startServer } from './server';

interface Fixtures {
  /** A page of Debian's Firefox, in which nobody is signed in. Errors on its console fail the test. */
  visitor: Visitor;
  api: Api;
}

interface WorkerFixtures {
  basePath: string;
  firefox: Browser;
  server: Server;
}

/**
 * Playwright's runner without its browsers: it drives a Firefox that it has patched itself, and asks a plain one for
 * things that this does not know (emulation.setMediaFeaturesOverride). Puppeteer drives it by WebDriver BiDi.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  basePath: ['/', { option: true, scope: 'worker' }],

  server: [
    async ({ basePath }, use) => {
      const server = await startServer(basePath);
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  firefox: [
    async ({ headless }, use) => {
      const browser = await launch({ browser: 'firefox', executablePath: findFirefox(), headless });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  api: async ({ server }, use) => use(await server.signIn()),

  visitor: async ({ firefox, server }, use) => {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    page.setDefaultTimeout(60_000); // on a busy machine it is slower than Chromium by far
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await use(new Visitor(page, `${server.url}btracker/`));
    await context.close();
    expect(complaints).toEqual([]);
  },
});

/**
 * The elements that have these roles, by the name on them. Firefox takes seconds to find something by its own tree of
 * names and roles, which the tests in Chromium look at.
 */
const elements = {
  button: (name: string) => `//button[normalize-space()="${name}" or @aria-label="${name}"]`,
  combobox: (name: string) => `//input[@role="combobox" and (@aria-label="${name}" or ${isLabelled(name)})]`,
  dialog: (name: string) => `//dialog[.//h2[normalize-space()="${name}"]]`,
  group: (name: string) => `//*[@role="group" and @aria-label="${name}"]`,
  heading: (name: string) => `//h1[normalize-space()="${name}"]`,
  link: (name: string) => `//a[normalize-space()="${name}"]`,
  searchbox: (name: string) => `//input[@type="search" and @aria-label="${name}"]`,
  textbox: (name: string) => `//input[${isLabelled(name)}]`,
};

type Role = keyof typeof elements;

function isLabelled(name: string): string {
  return `@id=//label[text()="${name}"]/@for`;
}

/** A person in front of Firefox: finds things by role and name, and waits for them. */
export class Visitor {
  readonly page: Page;
  readonly #start: string;

  constructor(page: Page, start: string) {
    this.page = page;
    this.#start = start;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.#start + path);
  }

  /** Waits until the address has changed to a path of the web app. */
  async isAt(path: string): Promise<void> {
    await expect.poll(() => this.page.url()).toBe(this.#start + path);
  }

  async sees(role: Role, name: string): Promise<void> {
    await this.#find(role, name).wait();
  }

  async reads(text: string): Promise<void> {
    await this.page.locator(`::-p-text(${text})`).wait();
  }

  async clicks(role: Role, name: string): Promise<void> {
    await this.#find(role, name).click();
  }

  async fills(role: Role, name: string, text: string): Promise<void> {
    await this.#find(role, name).fill(text);
  }

  /** Presses keys one after the other, the first ones held. */
  async presses(key: 'Enter' | 'Tab' | 'k', held?: 'Control'): Promise<void> {
    if (held) await this.page.keyboard.down(held);
    await this.page.keyboard.press(key);
    if (held) await this.page.keyboard.up(held);
  }

  #find(role: Role, name: string) {
    return this.page.locator(`::-p-xpath(${elements[role](name)})`);
  }
}
