import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { attachProduct, attachSubscription, type Prepared, projectWithCatalogue } from './support/projects';
import {
  awaitShortcuts,
  countClicks,
  expect,
  expectAccessible,
  field,
  heldToast,
  test,
  toast,
  unique,
} from './support/test';
import { addUser } from './support/users';

/** One project of a catalogue subscription that loses money, and one that does not. */
async function soldTwice(api: Api) {
  const project = await projectWithCatalogue(api, unique('Cheap'));
  const cheap = await attachSubscription(api, project, 20, { price: 8, autoRenew: true });
  const dear: Prepared = { ...project, name: unique('Dear') };
  const { id } = await api.call<{ id: string }>('POST', 'project', { companyId: project.company.id, name: dear.name });
  dear.id = id;
  await attachSubscription(api, dear, 20, { price: 50 });
  return { project, dear, cheap };
}

function dialog(page: Page) {
  return page.getByRole('dialog');
}

function priceOf(page: Page, name: string) {
  return page.getByRole('table', { name: 'Subscriptions in projects' }).getByRole('row').filter({ hasText: name });
}

async function undo(page: Page, news: string): Promise<void> {
  const shown = await heldToast(page, news);
  await shown.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, /undone/)).toBeVisible();
}

test.describe("a supplier's new price", () => {
  test('by mouse: those that lose money get a new price, from their next renewal on, in four clicks', async ({
    page,
    at,
    api,
  }) => {
    const { project, dear } = await soldTwice(api);
    await page.goto(at(`app/subscriptions/${project.subscription.id}`));
    const clicks = countClicks(page);
    await page.getByRole('button', { name: 'Select losing money' }).click();
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: `Select ${project.name}` })).toBeChecked();
    await page.getByRole('button', { name: 'Change price' }).click();
    await expect(field(dialog(page), 'Percent')).toBeFocused();
    await expectAccessible(page, { within: 'dialog' });
    await field(dialog(page), 'Percent').pressSequentially('50');
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await expect(dialog(page).getByText('Every price rises by 50 %.')).toBeVisible();
    await expect(dialog(page).getByText('1 record changes.')).toBeVisible();
    await expect(dialog(page).getByRole('row', { name: /\$8\.00.*\$12\.00/ })).toContainText(project.name);
    await expectAccessible(page, { within: 'dialog' });
    await dialog(page).getByRole('button', { name: 'Change price' }).click();
    await heldToast(page, 'Change price: 1 done.');
    expect(await clicks()).toBe(4);
    await expect(priceOf(page, project.name)).toContainText('$12.00');
    await expect(priceOf(page, dear.name)).toContainText('$50.00');
    await undo(page, 'Change price: 1 done.');
    await expect(priceOf(page, project.name)).not.toContainText('$12.00');
  });

  test('by keyboard: all get a price', { tag: '@prove' }, async ({ page, at, api }) => {
    const { project, dear } = await soldTwice(api);
    await page.goto(at(`app/subscriptions/${project.subscription.id}`));
    await awaitShortcuts(page);
    await page.getByRole('button', { name: 'Select all 2' }).press('Enter');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.getByRole('button', { name: 'Change price' }).press('Enter');
    await expect(field(dialog(page), 'Percent')).toBeFocused();
    await page.keyboard.type('10');
    await page.keyboard.press('Shift+Tab');
    await expect(dialog(page).getByRole('button', { name: 'To a price' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('2 records change.')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Change price' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Change price: 2 done.')).toBeVisible();
    await expect(priceOf(page, project.name)).toContainText('$60.00');
    await expect(priceOf(page, dear.name)).toContainText('$60.00');
    await page.keyboard.press('u');
    await expect(toast(page, 'undone')).toBeVisible();
    await expect(priceOf(page, project.name)).not.toContainText('$60.00');
    await expect(priceOf(page, dear.name)).not.toContainText('$60.00');
  });
});

test.describe('a leaving colleague', () => {
  async function leaving(api: Api) {
    const project = await projectWithCatalogue(api, unique('Handed'));
    const [from, to] = [await addUser(api, unique('Gone')), await addUser(api, unique('Heir'))];
    await api.addModerator(project.company.id, from.email, 2);
    return { project, from, to };
  }

  test('by mouse: every role goes to another person in four clicks', async ({ page, at, api }) => {
    const { project, from, to } = await leaving(api);
    await page.goto(at(`app/users/${from.email}`));
    const access = page.getByRole('list', { name: 'Access' });
    await expect(access).toContainText(project.company.name);
    const clicks = countClicks(page);
    await page.getByRole('button', { name: 'Hand over' }).click();
    await field(dialog(page), 'To').pressSequentially(to.email);
    await page.getByRole('option', { name: to.email }).click();
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await expect(dialog(page).getByText(`Every role goes to ${to.email}.`)).toBeVisible();
    await expectAccessible(page, { within: 'dialog' });
    await dialog(page).getByRole('button', { name: 'Hand over' }).click();
    await heldToast(page, 'Hand over: 1 done.');
    expect(await clicks()).toBe(4);
    await expect(page.getByText('No access yet')).toBeVisible();
    await undo(page, 'Hand over: 1 done.');
    await expect(access).toContainText(project.company.name);
  });

  test('by keyboard', { tag: '@prove' }, async ({ page, at, api }) => {
    const { project, from, to } = await leaving(api);
    await page.goto(at(`app/users/${from.email}`));
    await awaitShortcuts(page);
    await page.getByRole('button', { name: 'Hand over' }).press('Enter');
    await expect(field(dialog(page), 'To')).toBeFocused();
    await page.keyboard.type('nobody');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByText('To value is not an email format.')).toBeVisible();
    await field(dialog(page), 'To').fill(to.email);
    await expect(page.getByRole('option', { name: to.email, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Hand over' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Hand over: 1 done.')).toBeVisible();
    await page.keyboard.press('u');
    await expect(toast(page, 'undone')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Access' })).toContainText(project.company.name);
  });
});

test.describe('a leaving customer', () => {
  async function customer(api: Api) {
    const project = await projectWithCatalogue(api, unique('Lost'));
    await attachSubscription(api, project, 20, { price: 30 });
    await attachProduct(api, project);
    return project;
  }

  test('by mouse: company, project and items go in three clicks, and come back', async ({ page, at, api }) => {
    const project = await customer(api);
    await page.goto(at(`app/companies/${project.company.id}`));
    const clicks = countClicks(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Remove with contents' }).click();
    const goes = dialog(page).getByRole('region', { name: 'What goes' });
    await expect(goes).toContainText(/Companies1.*Projects1.*Products1.*Subscriptions1/);
    await expect(
      dialog(page).getByRole('row', { name: /^Worth a month \$[1-9][\d.]* \$0\.00 -\$[1-9]/ }),
    ).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
    await expectAccessible(page, { within: 'dialog' });
    await dialog(page).getByRole('button', { name: 'Remove with contents' }).click();
    await expect(page).toHaveURL(at('app/companies'));
    await heldToast(page, '4 records are removed: all that was inside went too.');
    expect(await clicks()).toBe(3);
    await undo(page, '4 records are removed: all that was inside went too.');
    await page.goto(at(`app/projects/${project.id}`));
    await expect(page.getByRole('link', { name: project.subscription.name }).first()).toBeVisible();
  });

  test('is told that reports lose what is removed, and cancels it instead', async ({ page, at, api }) => {
    const project = await customer(api);
    await page.goto(at(`app/companies/${project.company.id}`));
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Remove with contents' }).click();
    await expect(dialog(page)).toContainText('What is canceled stays in them.');
    await dialog(page).getByRole('button', { name: 'Cancel subscriptions instead' }).click();
    await expect(dialog(page).getByRole('heading', { name: /^Cancel subscriptions: / })).toContainText(
      project.company.name,
    );
    await field(dialog(page), 'Cancelation Reason').fill('They have left');
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await expect(dialog(page)).toContainText('1 record changes.');
    await dialog(page).getByRole('button', { name: 'Cancel subscriptions' }).click();
    await expect(toast(page, 'Cancel subscriptions: 1 done.')).toBeVisible();
    const { subscriptions } = await api.call<{ subscriptions: object[] }>('GET', `project/${project.id}`);
    expect(subscriptions).toMatchObject([{ isCanceled: true, cancelationReason: 'They have left' }]);
  });

  test('by keyboard, from the project; also when its removal waits for its items', { tag: '@prove' }, async ({
    page,
    at,
    api,
  }) => {
    const project = await customer(api);
    await api.call('DELETE', 'project', { id: project.id });
    await page.goto(at(`app/projects/${project.id}`));
    await awaitShortcuts(page);
    await page
      .getByRole('region', { name: 'Pending Remove' })
      .getByRole('button', { name: 'Remove with contents' })
      .press('Enter');
    await expect(dialog(page).getByText(/records change/)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Cancel', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(dialog(page).getByRole('button', { name: 'Remove with contents' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(at(`app/companies/${project.company.id}`));
    await expect(toast(page, '3 records are removed: all that was inside went too.')).toBeVisible();
    await page.keyboard.press('u');
    await expect(toast(page, 'undone')).toBeVisible();
  });
});

test.describe('a job that is under way', () => {
  test.use({ alone: true });

  test('progress stays when the page is left and reloaded, and the end is told once', async ({ page, at, api }) => {
    const { project } = await soldTwice(api);
    // The job is quick: the page is kept from hearing that it has ended.
    await page.routeWebSocket(/\/hub\/notification/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!String(message).includes('BulkProgress')) socket.send(message);
      });
    });
    const progress = /\/api\/v1\/bulk\/[0-9a-f-]{36}$/;
    await page.route(progress, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), state: 'running', done: 1 } });
    });
    await page.goto(at(`app/subscriptions/${project.subscription.id}`));
    await page.getByRole('button', { name: 'Select all 2' }).click();
    await page.getByRole('button', { name: 'Change price' }).click();
    await field(dialog(page), 'Percent').fill('5');
    await dialog(page).getByRole('button', { name: 'Preview' }).click();
    await dialog(page).getByRole('button', { name: 'Change price' }).click();

    const panel = page.getByRole('region', { name: 'Under way' });
    await expect(panel).toContainText('1 of 2');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Companies', exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
    await expect(panel).toContainText('1 of 2');
    await page.reload();
    await expect(panel).toContainText('1 of 2');
    // A question that is under way is answered first.
    await page.unrouteAll({ behavior: 'wait' });
    await expect(toast(page, 'Change price: 2 done.')).toHaveCount(1);
    await expect(panel).toBeHidden();
    await undo(page, 'Change price: 2 done.');
  });
});

test('all that can be done with a selection is in sight at any width', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api, unique('Narrow'));
  await attachSubscription(api, project, 20);
  for (const [address, name] of [
    [`app/companies?view=table&search=${project.company.name}`, project.company.name],
    [`app/renewals?preset=all&project=${project.id}`, project.subscription.name],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 844 });
    await page.goto(at(address));
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    for (const width of [1280, 768, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const buttons = await page.getByRole('region', { name: 'Selection' }).getByRole('button').all();
      expect(buttons.length).toBeGreaterThan(3);
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 });
    }
  }
});
