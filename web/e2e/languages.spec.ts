import type { Page } from '@playwright/test';
import { paths } from '../src/paths';
import type { Api } from './support/api';
import { layoutFaults } from './support/layout';
import { attachSubscription, projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, expectAccessible, field, test, toast, unique, visit } from './support/test';
import { world } from './support/world';

// A working day in each language, and the choice between them. All other tests are in English.
interface Words {
  lang: string;
  email: string;
  password: string;
  signIn: string;
  wrong: string;
  welcome: string;
  companies: string;
  search: string;
  add: string;
  create: string;
  name: string;
  needed: string;
  save: string;
  found: string;
  renewals: string;
  price: string;
  big: string;
  typed: string;
  refused: string;
  advice: string;
  shown: string;
  settings: string;
}

const english: Words = {
  lang: 'en',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  wrong: 'Email or password is wrong.',
  welcome: `Welcome, ${administrator.name}!`,
  companies: 'Companies',
  search: 'Search companies',
  add: 'Add New',
  create: 'Add company',
  name: 'Name',
  needed: 'Name field is required.',
  save: 'Save',
  found: '1 company',
  renewals: 'Renewals',
  price: 'Price',
  big: '$1,234.50',
  typed: '2,500.75',
  refused: '12,50',
  advice: 'Write 12.50 with a point.',
  shown: '$2,500.75',
  settings: 'Language',
};

const german: Words = {
  lang: 'de',
  email: 'E-Mail',
  password: 'Passwort',
  signIn: 'Anmelden',
  wrong: 'E-Mail oder Passwort ist falsch.',
  welcome: `Willkommen, ${administrator.name}!`,
  companies: 'Firmen',
  search: 'Firmen suchen',
  add: 'Hinzufügen',
  create: 'Firma hinzufügen',
  name: 'Name',
  needed: '„Name“ muss ausgefüllt werden.',
  save: 'Speichern',
  found: '1 Firma',
  renewals: 'Verlängerungen',
  price: 'Preis',
  big: '1.234,50\u00a0$',
  typed: '2.500,75',
  refused: '12.50',
  advice: 'Schreiben Sie 12,50 mit Komma.',
  shown: '2.500,75\u00a0$',
  settings: 'Sprache',
};

for (const [locale, words] of [
  ['en-GB', english],
  ['de-AT', german],
] as const) {
  test.describe(locale, () => {
    test.use({ alone: true, signedIn: false, locale, expectedErrors: /status of 401/ });

    // All other tests are a working day in English.
    const tag = words === english ? '@prove' : [];
    test(`a working day in ${words.lang}`, { tag }, async ({ page, at, api }) => {
      const project = await projectWithCatalogue(api);
      const attached = await attachSubscription(api, project, 5, { price: 1234.5 });

      await page.goto(at('login'));
      await expect(page.locator('html')).toHaveAttribute('lang', words.lang);
      await signIn(page, words, 'Not-the-passw0rd');
      await expect(page.getByRole('alert')).toContainText(words.wrong);
      await signIn(page, words, administrator.password);
      await expect(toast(page, words.welcome)).toBeVisible();

      await page.getByRole('navigation').getByRole('link', { name: words.companies, exact: true }).click();
      await page.getByRole('link', { name: words.add, exact: true }).click();
      await page.getByRole('button', { name: words.create, exact: true }).click();
      await expect(page.getByText(words.needed)).toBeVisible();
      const name = unique('Müller');
      await field(page, words.name).fill(name);
      await page.getByRole('button', { name: words.create, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await page.goto(at('app/companies'));
      await page.getByRole('searchbox', { name: words.search }).fill(name);
      await expect(page.getByText(words.found, { exact: true })).toBeVisible();

      await page.getByRole('navigation').getByRole('link', { name: words.renewals, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.renewals })).toBeVisible();
      await expect(page.getByText(words.big).first()).toBeVisible();

      const price = field(page, words.price);
      await page.goto(at(paths.projects.editSubscription(project.id, attached.id).replace('/btracker/', '')));
      await price.fill(words.refused);
      await price.blur();
      await expect(page.getByText(words.advice)).toBeVisible();
      await expect(price).toHaveValue(words.refused);
      await price.fill(words.typed);
      await page.getByRole('button', { name: words.save, exact: true }).click();
      await expect(page.getByText(words.shown).first()).toBeVisible();
    });
  });
}

test.describe('a German browser', () => {
  test.use({ alone: true, locale: 'de-DE' });
  test.afterEach(({ api }) => api.call<void>('PUT', 'account/language', { language: null }));

  test('the language is chosen on the account page, and stays chosen', async ({ page, at, api }) => {
    const html = page.locator('html');
    const choose = (label: string, language: string) =>
      page.getByRole('group', { name: label }).getByRole('button', { name: language }).click();
    await page.goto(at('app/account'));
    await expect(html).toHaveAttribute('lang', 'de');
    await choose(german.settings, 'English');
    await expect(html).toHaveAttribute('lang', 'en');
    expect(await api.call('GET', 'account')).toMatchObject({ language: 'en' });
    await page.goto(at('app/companies'));
    await expect(page.getByRole('heading', { level: 1, name: english.companies })).toBeVisible();
    await page.goto(at('app/account'));
    await choose(english.settings, 'Deutsch');
    await expect(html).toHaveAttribute('lang', 'de');
    await choose(german.settings, 'Wie der Browser');
    await expect(page.getByRole('button', { name: 'Wie der Browser' })).toHaveAttribute('aria-pressed', 'true');
    await expect(html).toHaveAttribute('lang', 'de');
    expect(await page.context().cookies()).toEqual([]);
    expect(await api.call('GET', 'account')).toMatchObject({ language: null });
  });

  test.describe('signed out', () => {
    test.use({ signedIn: false });

    test('another language is one click away before anybody has signed in', async ({ page, at }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(at('login'));
      await expect(page.getByRole('heading', { level: 1, name: german.signIn })).toBeVisible();
      await page.getByRole('button', { name: 'English' }).click();
      await expect(page.getByRole('heading', { level: 1, name: english.signIn })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
      expect(await layoutFaults(page)).toEqual([]);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Deutsch' }).click();
      await expect(page.getByRole('heading', { level: 1, name: german.signIn })).toBeVisible();
      expect(await page.context().cookies()).toMatchObject([{ name: 'btracker-language', value: 'de', path: '/' }]);
    });
  });

  test.describe('of somebody who chose English elsewhere', () => {
    test.use({ signedIn: false });

    test('shows the app in the language of the account after the sign-in, and loads it anew once', async ({
      page,
      at,
      api,
    }) => {
      await api.call('PUT', 'account/language', { language: 'en' });
      await page.goto(at('app/companies'));
      await expect(page.getByRole('heading', { level: 1, name: german.signIn })).toBeVisible();
      let loads = 0;
      page.on('domcontentloaded', () => loads++);
      await signIn(page, german, administrator.password);
      await expect(page.getByRole('heading', { level: 1, name: english.companies })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect(await page.context().cookies()).toMatchObject([{ name: 'btracker-language', value: 'en' }]);
      await page.getByRole('navigation').getByRole('link', { name: english.renewals, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: english.renewals })).toBeVisible();
      expect(loads).toBe(1);
    });
  });

  const pagesOf = ({ company, project, subscription, sub }: Awaited<ReturnType<typeof world>>) => [
    'app/dashboard',
    'app/companies',
    `app/companies/${company}`,
    'app/companies/new',
    `app/projects/${project}`,
    `app/projects/${project}/sub/${sub}/edit`,
    'app/subscriptions',
    `app/subscriptions/${subscription}`,
    'app/users',
    'app/renewals',
    'app/plan',
    'app/reports',
    'app/activity',
    'app/removed',
    'app/security',
    'app/channels',
    'app/webhooks',
    'app/fields',
    'app/notifications',
    'app/account',
  ];

  /** Leads through the pages that have most to say, and calls `look` on each. */
  async function walk(page: Page, at: (path: string) => string, api: Api, look: (path: string) => Promise<void>) {
    test.slow();
    const pages = pagesOf(await world(api));
    await page.goto(at('app/import'));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const path of pages) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await visit(page, at(path));
      await expect(page).toHaveURL(at(path));
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await look(path);
    }
  }

  test('German fits', async ({ page, at, api }) => {
    const faults: Record<string, string[]> = {};
    await walk(page, at, api, async (path) => {
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const found = await layoutFaults(page);
        if (found.length > 0) faults[`${path} at ${width}`] = found;
      }
    });
    expect(faults).toEqual({});
  });

  test('German is accessible', { tag: '@prove' }, async ({ page, at, api }) => {
    await walk(page, at, api, () => expectAccessible(page));
  });
});

async function signIn(page: Page, words: Words, password: string): Promise<void> {
  await field(page, words.email).fill(administrator.email);
  await field(page, words.password).fill(password);
  await page.getByRole('button', { name: words.signIn, exact: true }).click();
}
