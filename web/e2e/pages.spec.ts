import type { Page } from '@playwright/test';
import { schemesInTurn } from './support/accessible';
import { inFull } from './support/full';
import { layoutFaults, watchLayoutShift } from './support/layout';
import { catalogueRoutes, companyRoutes, projectRoutes, publicRoutes, userRoutes } from './support/routes';
import { expect, expectAccessible, test, visit } from './support/test';
import { addUser, openAs } from './support/users';
import { scales } from './support/weights';
import { addressIn, world } from './support/world';

// Every page of the app is opened once, and looked at for all that each page has to be: accessible, light and dark;
// free of words and boxes that do not fit, at every width; light over the wire. In a sample each page is drawn on a
// phone and at one of the other widths in turn, and the colours of each are judged by day or by night in turn.

const phone = 390;
const widths = [1440, 1280, 1024, 768, phone];

/** The widths at which a page is drawn, the one of its load first. */
function widthsOf(index: number): number[] {
  const first = index % widths.length;
  const wide = widths[index % (widths.length - 1)] ?? 0;
  return inFull([...widths.slice(first), ...widths.slice(0, first)], index % 2 === 0 ? [wide, phone] : [phone, wide]);
}

/** What a screen hides at first; each is looked at in turn, with the one before closed. */
type Opening = (page: Page) => Promise<void>;

/** What to open at an address. */
type Openings = Record<string, Opening[]>;

const openings: Openings = {
  login: [submit('Sign in')],
  'changePassword?email=a%40example.com&token=b': [submit('Set password')],
  'app/dashboard': [charts],
  'app/account?tab=security': [submit('Change password')],
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
  'app/users/{email}/address': [press('Remove address')],
  'app/users/{other}/address': [submit('Save address')],
};

/** Addresses that show more than their route alone. */
const more = {
  public: ['changePassword?email=a%40example.com&token=b'],
  companies: ['app/companies?search=nothing-is-called-so', 'app/account?tab=security'],
  projects: ['app/projects?company={company}'],
  catalogue: ['app/products?category={category}', 'app/products?category={removedCategory}'],
  users: ['app/users?search={email}', 'app/users/{other}', 'app/users/{other}/address'],
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

// Each has a context of its own: what a page loads is weighed.
test.use({ alone: true, expectedErrors: /^error: Not Found, on the way from \S+\/not-found / });

test.describe('nobody', () => {
  test.use({ signedIn: false });

  test('finds every public page accessible, light, and fit for every width', async ({ page, at }) => {
    await inspect(page, at, [...publicRoutes, ...more.public], {});
  });
});

for (const [area, screens] of Object.entries({
  companies: [...companyRoutes, ...more.companies],
  projects: [...projectRoutes, ...more.projects],
  'catalogues and users': [...catalogueRoutes, ...more.catalogue, ...userRoutes, ...more.users],
})) {
  test(`an administrator finds every page of ${area} accessible, light, and fit for every width`, async ({
    page,
    at,
    api,
  }) => {
    await inspect(page, at, screens, await world(api));
  });
}

test('what a record is worth comes late, and moves nothing below it', async ({ page, at, api }) => {
  const made = await world(api);
  const layoutShift = await watchLayoutShift(page);
  const subscriptions = '**/api/v1/project/subscription?*';
  for (const [path, width] of [
    ['app/projects/{project}', phone],
    ['app/companies/{company}', 768],
  ] as const) {
    let letThrough = () => {};
    const gate = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(subscriptions, async (route) => {
      await gate;
      await route.continue();
    });
    const asked = page.waitForRequest(subscriptions);
    await page.setViewportSize({ width, height: 900 });
    await open(page, at(addressIn(made, path)));
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await asked;
    letThrough();
    await expect(page.getByText('1 subscription runs')).toBeVisible();
    expect(await layoutShift(), path).toBeLessThan(0.02);
  }
});

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
    for (const [index, path] of moderatorScreens.entries()) {
      await visit(page, at(addressIn(made, path)));
      await expectAccessibleWith(page, index, ofModerator[path]);
    }
  });

  test('a user without rights is told why screens are empty, and finds them accessible', async ({
    page,
    at,
    api,
    server,
  }) => {
    await openAs(page, server, await addUser(api, 'Nora Nobody'), at('app/dashboard'));
    const empty = Object.entries({
      'app/dashboard': 'There are no new notifications so far.',
      'app/companies': 'No company you may see',
      'app/products': 'No product you may see',
      'app/notifications': 'No notifications yet',
    });
    for (const [index, [path, text]] of empty.entries()) {
      await open(page, at(path));
      await expect(page.getByText(text)).toBeVisible();
      await expectAccessibleWith(page, index);
    }
  });
});

/** Each page is loaded at one of the widths in turn, weighed, drawn to the other widths, and then looked at by axe. */
async function inspect(page: Page, at: (path: string) => string, screens: string[], made: Record<string, string>) {
  test.setTimeout(8 * 60_000);
  const weigh = await scales(page);
  const layoutShift = await watchLayoutShift(page);
  for (const [index, path] of screens.entries()) {
    await test.step(path, async () => {
      const [first = 0, ...others] = widthsOf(index);
      await page.setViewportSize({ width: first, height: 900 });
      const html = await open(page, at(addressIn(made, path)));
      await weigh(path, html);
      // A category that is on its way out says so above its products, once it is read.
      const mayJump = path.includes('{removedCategory}');
      const jump = `${path}: how far what is in sight jumps while it loads`;
      if (!mayJump) expect.soft(await layoutShift(), jump).toBeLessThan(0.02);
      for (const width of [first, ...others]) {
        await page.setViewportSize({ width, height: 900 });
        expect.soft(await layoutFaults(page), `${path} at ${width} px`).toEqual([]);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await expectAccessibleWith(page, index, openings[path]);
    });
  }
}

/** Opens an address, which has to be that of a page, and returns its HTML. */
async function open(page: Page, address: string): Promise<string> {
  const answer = await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(address.replace(/&token=.*/, '')); // a mailed link's token leaves the address
  return (await answer?.text()) ?? '';
}

/** What a screen may show on request. */
const opened = 'main :is(dialog, form, [role=menu], [role=listbox]), main svg';

/** Looks at the page as it is opened, and then at what it hides at first. */
async function expectAccessibleWith(page: Page, turn: number, toOpen: Opening[] = []): Promise<void> {
  const schemes = schemesInTurn(turn);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page, { schemes });
  for (const reveal of toOpen) {
    await page.keyboard.press('Escape');
    await reveal(page);
    // The code of a dialog comes when it is opened for the first time.
    await expect(page.locator(opened).filter({ hasText: /\S/, visible: true }).first()).toBeVisible();
    await expectAccessible(page, { within: opened, schemes });
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
