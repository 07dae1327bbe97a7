import type { Page } from '@playwright/test';
import { layoutFaults } from './support/layout';
import { catalogueRoutes, companyRoutes, projectRoutes, publicRoutes, userRoutes } from './support/routes';
import { expect, expectAccessible, test } from './support/test';
import { addUser, openAs } from './support/users';
import { addressIn, world } from './support/world';

/** What a screen hides at first; each is looked at in turn, with the one before closed. */
type Opening = (page: Page) => Promise<void>;

/** What to open at an address. */
type Openings = Record<string, Opening[]>;

const openings: Openings = {
  login: [submit('Sign in')],
  'changePassword?email=a%40example.com&token=b': [submit('Set password')],
  'app/dashboard': [charts],
  'app/account': [submit('Change password')],
  'app/companies/new': [submit('Add company')],
  'app/companies/{company}': [press('Delete'), press(/^Edit Max/), press(/^Remove Max/)],
  'app/companies/{company}/edit': [leaveUnsaved],
  'app/companies/{company}/address': [press('Remove address')],
  'app/companies/{company}/new-project': [submit('Add project')],
  'app/companies/{company}/new-moderator': [suggest],
  'app/projects/new': [pick('Company')],
  'app/projects/{project}': [press('Delete'), press(/^Edit Max/), press(/^Remove Max/)],
  'app/projects/{project}/new-moderator': [suggest],
  'app/projects/{project}/new-subscription': [pick('Subscription'), submit('Add subscription')],
  'app/projects/{project}/new-product': [pick('Product'), submit('Add product')],
  'app/projects/{project}/sub/{sub}': [press('Cancel subscription'), press('Delete')],
  'app/projects/{project}/prd/{prd}': [press('Delete')],
  'app/products': [press('Add category')],
  'app/products?category={category}': [press('Remove category')],
  'app/products/new': [submit('Add product')],
  'app/products/{product}': [press('Delete')],
  'app/subscriptions': [press('Add category')],
  'app/subscriptions/new': [submit('Add subscription')],
  'app/subscriptions/{subscription}': [press('Delete')],
  'app/users/new': [press('Administrator'), submit('Register administrator')],
  'app/users/{email}': [openMenu, choose('Make administrator'), choose('Disable')],
  'app/users/{email}/address': [submit('Save address')],
  'app/users/{housed}/address': [press('Remove address')],
};

/** Addresses that show more than their route alone. */
const more = {
  public: ['changePassword?email=a%40example.com&token=b'],
  companies: ['app/companies?search=nothing-is-called-so'],
  catalogue: ['app/products?category={category}', 'app/products?category={removedCategory}'],
  users: ['app/users?search={email}', 'app/users/{housed}', 'app/users/{housed}/address'],
};

const moderatorScreens = [
  'app/dashboard',
  'app/account',
  'app/companies/{company}',
  'app/projects/{project}',
  'app/projects/{project}/sub/{sub}',
  'app/products/{product}',
  'app/users',
];

const ofModerator: Openings = { 'app/dashboard': [charts], 'app/account': [press('Remove address')] };

test.describe('nobody', () => {
  test.use({ signedIn: false });

  test('finds every public screen accessible, light and dark', async ({ page, at }) => {
    await inspect(page, at, [...publicRoutes, ...more.public], openings, {});
  });
});

for (const [area, screens] of Object.entries({
  companies: [...companyRoutes, ...more.companies],
  projects: projectRoutes,
  'catalogues and users': [...catalogueRoutes, ...more.catalogue, ...userRoutes, ...more.users],
})) {
  test(`an administrator finds every screen of ${area} accessible, light and dark`, async ({ page, at, api }) => {
    await inspect(page, at, screens, openings, await world(api));
  });
}

test.describe('others', () => {
  test.use({ signedIn: false });

  test('a moderator finds their screens accessible', async ({ page, at, api, server }) => {
    const made = await world(api);
    const user = await addUser(api, 'Mona Manager');
    await api.addModerator(made.company, user.email, 2);
    const address = { country: 'Norway', provinceState: 'Oslo' };
    await api.call('PUT', 'UserManagement/address', { email: user.email, address });
    await openAs(page, server, user, at('app/dashboard'));
    await test.step('with fewer figures than an administrator, in rows of their own', async () => {
      const size = page.viewportSize();
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(page.getByRole('heading', { name: 'Statistics', exact: true })).toBeVisible();
      expect(await layoutFaults(page)).toEqual([]);
      if (size) await page.setViewportSize(size);
    });
    await inspect(page, at, moderatorScreens, ofModerator, made);
  });

  test('a user without rights finds the empty screens accessible', async ({ page, at, api, server }) => {
    await openAs(page, server, await addUser(api, 'Nora Nobody'), at('app/dashboard'));
    await inspect(page, at, ['app/dashboard', 'app/companies', 'app/products'], {}, {});
  });
});

async function inspect(
  page: Page,
  at: (path: string) => string,
  screens: string[],
  toOpen: Openings,
  made: Record<string, string>,
) {
  test.setTimeout(4 * 60_000);
  for (const path of screens) {
    await test.step(path, async () => {
      const address = at(addressIn(made, path));
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page).toHaveURL(address.replace(/&token=.*/, '')); // a mailed link's token leaves the address
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectAccessible(page);
      for (const open of toOpen[path] ?? []) {
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
