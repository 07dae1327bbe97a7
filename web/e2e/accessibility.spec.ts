import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { expect, expectAccessible, expectReadable, test, unique } from './support/test';
import { someAddress } from './support/users';

interface Screen {
  path: string;
  /** Opens what the screen hides at first. */
  open?: (page: Page) => Promise<void>;
}

const publicScreens: Record<string, Screen> = {
  login: { path: 'login' },
  'login, refused by its rules': { path: 'login', open: submit('Sign in') },
  'reset request': { path: 'resetPass' },
  'new password': { path: 'changePassword?email=a%40example.com&token=b' },
  'incomplete link': { path: 'changePassword' },
  'not found': { path: 'not-found' },
  'server error': { path: 'server-error' },
};

const appScreens: Record<string, Screen> = {
  dashboard: { path: 'app/dashboard' },
  notifications: { path: 'app/notifications' },
  account: { path: 'app/account' },
  companies: { path: 'app/companies' },
  'companies, none found': { path: 'app/companies?search=nothing-is-called-so' },
  'new company, refused by its rules': { path: 'app/companies/new', open: submit('Add company') },
  company: { path: 'app/companies/{id}' },
  'company, menu open': { path: 'app/companies/{id}', open: (page) => button(page, 'More actions').click() },
  'company, dialog open': { path: 'app/companies/{id}', open: askForRemoval },
  'company, moderator dialog open': { path: 'app/companies/{id}', open: (page) => button(page, /^Edit /).click() },
  'edit company': { path: 'app/companies/{id}/edit' },
  'company address': { path: 'app/companies/{id}/address' },
  'new moderator, suggestions open': { path: 'app/companies/{id}/new-moderator', open: suggest },
  moderator: { path: 'app/companies/{id}/mod/1' },
  projects: { path: 'app/projects' },
  'not found': { path: 'app/not-found' },
  'server error': { path: 'app/server-error' },
};

test.describe('public', () => {
  test.use({ signedIn: false });
  for (const [name, screen] of Object.entries(publicScreens)) {
    test(`${name} is accessible`, async ({ page, at }) => {
      await page.goto(at(screen.path));
      await inspect(page, screen);
    });
  }
});

test.describe('app', () => {
  for (const [name, screen] of Object.entries(appScreens)) {
    test(`${name} is accessible`, async ({ page, at, api }) => {
      const id = screen.path.includes('{id}') ? await companyWithModerator(api) : '';
      await page.goto(at(screen.path.replace('{id}', id)));
      await inspect(page, screen);
    });
  }
});

async function inspect(page: Page, { open }: Screen): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await open?.(page);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectReadable(page);
}

async function companyWithModerator(api: Api): Promise<string> {
  const { id } = await api.createCompany(unique('Reachable'), { supportEmail: 'help@example.com', details: 'Details' });
  const email = someAddress();
  await api.createUser(email, 'Max Moderator');
  await api.addModerator(id, email, 2);
  return id;
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('main').getByRole('button', { name });
}

function submit(name: string) {
  return async (page: Page) => {
    await button(page, name).click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  };
}

async function askForRemoval(page: Page): Promise<void> {
  await button(page, 'More actions').click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function suggest(page: Page): Promise<void> {
  await page.getByLabel(/^User Email/).pressSequentially('user-');
  await expect(page.getByRole('option').first()).toBeVisible();
}
