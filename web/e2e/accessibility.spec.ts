import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFitsPhone, test } from './support/test';
import { addUser, openAs } from './support/users';
import { addressIn, world } from './support/world';

/** What a screen hides at first; each is looked at in turn, with the one before closed. */
type Opening = (page: Page) => Promise<void>;

/** Addresses and what to open there. `{company}` and the like stand for what `world` made. */
type Screens = Record<string, Opening[]>;

const publicScreens: Screens = {
  login: [submit('Sign in')],
  resetPass: [],
  'changePassword?email=a%40example.com&token=b': [submit('Set password')],
  changePassword: [],
  'not-found': [],
  'server-error': [],
};

const companyScreens: Screens = {
  'app/dashboard': [charts],
  'app/notifications': [],
  'app/account': [submit('Save address'), submit('Change password')],
  'app/companies': [],
  'app/companies?search=nothing-is-called-so': [],
  'app/companies/new': [submit('Add company')],
  'app/companies/{company}': [openMenu, choose('Delete'), press(/^Edit Max/), press(/^Remove Max/)],
  'app/companies/{company}/edit': [leaveUnsaved],
  'app/companies/{company}/address': [submit('Save address')],
  'app/companies/{company}/new-project': [submit('Add project')],
  'app/companies/{company}/new-moderator': [suggest],
  'app/companies/{company}/mod/1': [],
  'app/not-found': [],
  'app/server-error': [],
};

const projectScreens: Screens = {
  'app/projects': [],
  'app/projects/new': [pick('Company')],
  'app/projects/{project}': [openMenu, choose('Delete')],
  'app/projects/{project}/edit': [],
  'app/projects/{project}/new-moderator': [suggest],
  'app/projects/{project}/new-subscription': [pick('Subscription'), submit('Add subscription')],
  'app/projects/{project}/new-product': [pick('Product'), submit('Add product')],
  'app/projects/{project}/sub/{sub}': [press('Cancel subscription'), choose('Delete')],
  'app/projects/{project}/sub/{sub}/edit': [],
  'app/projects/{project}/prd/{prd}': [choose('Delete')],
  'app/projects/{project}/prd/{prd}/edit': [],
};

const catalogueAndUserScreens: Screens = {
  'app/products': [press('Add category')],
  'app/products?category={category}': [press('Remove category')],
  'app/products?category={removedCategory}': [],
  'app/products/new': [submit('Add product')],
  'app/products/{product}': [openMenu, choose('Delete')],
  'app/products/{product}/edit': [],
  'app/subscriptions': [],
  'app/subscriptions/new': [submit('Add subscription')],
  'app/subscriptions/{subscription}': [],
  'app/users?search={email}': [],
  'app/users/new': [press('Administrator'), submit('Register administrator')],
  'app/users/{email}': [openMenu, choose('Make administrator'), choose('Disable')],
  'app/users/{email}/edit': [],
  'app/users/{email}/address': [],
};

const moderatorScreens: Screens = {
  'app/dashboard': [charts],
  'app/companies/{company}': [],
  'app/projects/{project}': [],
  'app/projects/{project}/sub/{sub}': [],
  'app/products/{product}': [],
  'app/users': [],
};

const outsiderScreens: Screens = { 'app/dashboard': [], 'app/companies': [], 'app/products': [] };

test.describe('nobody', () => {
  test.use({ signedIn: false });

  test('finds every public screen accessible, light and dark, and fit for a phone', async ({ page, at }) => {
    await inspect(page, at, publicScreens, {});
  });
});

for (const [area, screens] of Object.entries({
  companies: companyScreens,
  projects: projectScreens,
  'catalogues and users': catalogueAndUserScreens,
})) {
  test(`an administrator finds every screen of ${area} accessible, light and dark, and fit for a phone`, async ({
    page,
    at,
    api,
  }) => {
    await inspect(page, at, screens, await world(api));
  });
}

test.describe('others', () => {
  test.use({ signedIn: false });

  test('a moderator finds their screens accessible', async ({ page, at, api, server }) => {
    const made = await world(api);
    const user = await addUser(api, 'Mona Manager');
    await api.addModerator(made.company, user.email, 2);
    await openAs(page, server, user, at('app/dashboard'));
    await inspect(page, at, moderatorScreens, made);
  });

  test('a user without rights finds the empty screens accessible', async ({ page, at, api, server }) => {
    await openAs(page, server, await addUser(api, 'Nora Nobody'), at('app/dashboard'));
    await inspect(page, at, outsiderScreens, {});
  });
});

async function inspect(page: Page, at: (path: string) => string, screens: Screens, made: Record<string, string>) {
  test.setTimeout(4 * 60_000);
  for (const [path, openings] of Object.entries(screens)) {
    await test.step(path, async () => {
      await page.goto(at(addressIn(made, path)));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectFitsPhone(page);
      await expectAccessible(page);
      for (const open of openings) {
        await page.keyboard.press('Escape');
        await open(page);
        await expectAccessible(page, 'main :is(dialog, form, [role=menu], [role=listbox]), main svg');
      }
    });
  }
}

const inMain = (page: Page) => page.getByRole('main');

function press(name: string | RegExp): Opening {
  return (page) => inMain(page).getByRole('button', { name, exact: true }).click();
}

async function openMenu(page: Page): Promise<void> {
  await press('More actions')(page);
}

function choose(item: string): Opening {
  return async (page) => {
    await openMenu(page);
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  };
}

function submit(name: string): Opening {
  return async (page) => {
    await press(name)(page);
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  };
}

function pick(label: string): Opening {
  return async (page) => {
    await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
  };
}

async function suggest(page: Page): Promise<void> {
  await page.getByLabel(/^User Email/).pressSequentially('user-');
  await expect(page.getByRole('option').first()).toBeVisible();
}

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByLabel(/^Name/).fill('Half-typed');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function charts(page: Page): Promise<void> {
  await expect(inMain(page).getByRole('heading', { level: 3 })).toHaveCount(3);
}
