import type { Locator, Page } from '@playwright/test';
import { inFull } from './support/full';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, field, test, toast, unique, visit } from './support/test';
import { someAddress } from './support/users';

test('every save says that it saved, and offers to take it back', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  const { company, category } = project;
  const prd = await attachProduct(api, project);
  const sub = await attachSubscription(api, project);
  const email = someAddress();
  await api.createUser(email, 'Sam Saved');
  const user = `app/users/${encodeURIComponent(email)}`;

  const saves: [path: string, label: string, value: string, button: string, news: RegExp][] = [
    [`app/companies/${company.id}/edit`, 'Name', company.name, 'Save', /is saved\./],
    [`app/companies/${company.id}/address`, 'City', 'Oslo', 'Save address', /The address is saved\./],
    [`app/companies/${company.id}/new-project`, 'Name', unique('Site'), 'Add project', /is added\./],
    [`app/companies/${company.id}/new-moderator`, 'User Email', email, 'Add moderator', /is a moderator now\./],
    [`app/projects/${project.id}/edit`, 'Name', project.name, 'Save', /is saved\./],
    [`app/projects/${project.id}/prd/${prd.id}/edit`, 'Details', 'More', 'Save', /Laptop.* is saved\./],
    [`app/projects/${project.id}/sub/${sub.id}/edit`, 'Details', 'More', 'Save', /Hosting.* is saved\./],
    [`app/products/new?category=${encodeURIComponent(category)}`, 'Name', unique('Chair'), 'Add product', /is added\./],
    [`app/products/${project.product.id}/edit`, 'Details', 'More', 'Save', /is saved\./],
    [`app/subscriptions/${project.subscription.id}/edit`, 'Details', 'More', 'Save', /is saved\./],
    ['app/companies/new', 'Name', unique('Firm'), 'Add company', /is added\./],
    [`${user}/edit`, 'First Name', 'Sam', 'Save', /Sam Saved.* is saved\./],
    [`${user}/address`, 'City', 'Oslo', 'Save address', /The address is saved\./],
  ];
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const sample = saves.filter((_, index) => index % 3 === 0);
  for (const [path, label, value, button, news] of inFull(saves, sample)) {
    await visit(page, at(path));
    await field(page, label).fill(value);
    if (path.endsWith('/address')) {
      await field(page, 'Country').fill('Norway');
      await field(page, 'Province State').fill('Oslo');
    }
    await page.getByRole('button', { name: button, exact: true }).click();
    const told = toast(page, news).last();
    await expect(told.getByRole('status'), path).toBeVisible();
    // What was there before and did not change is nothing to take back.
    if (value !== company.name && value !== project.name) {
      await expect(told.getByRole('button', { name: 'Undo' }), path).toBeVisible();
    }
    await expect(page).not.toHaveURL(at(path)); // each leads on when it is saved
  }

  await page.goto(at('app/users/new'));
  await field(page, 'Email').fill(someAddress());
  await field(page, 'Display Name').fill('Nina New');
  await page.getByRole('button', { name: 'Add user' }).click();
  await expect(toast(page, /Nina New.* is added\. Pass the link on\./)).toBeVisible();

  await page.goto(at(`app/companies/${company.id}`));
  await page.getByRole('button', { name: 'Edit Sam Saved' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, /Sam Saved.* is saved\./).getByRole('status')).toBeVisible();
});

test.describe('on every screen', () => {
  for (const width of [1280, 390]) {
    test(`at ${width} pixels a toast leaves the buttons of the header alone`, async ({ page, at, api }) => {
      const project = await projectWithCatalogue(api, 'W'.repeat(64));
      await page.setViewportSize({ width, height: 800 });
      await page.goto(at(`app/projects/${project.id}/edit`));
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const shown = toast(page, 'is saved.');
      await shown.hover();
      await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible();

      const buttons = page.locator('header[data-keep-clear]').locator('a, button').filter({ visible: true });
      await expect(buttons).not.toHaveCount(0);
      await expectApart(page, shown, buttons);
      await expectAccessible(page);
    });
  }
});

/** Nothing of a toast lies over any of the buttons. */
async function expectApart(page: Page, shown: Locator, buttons: Locator): Promise<void> {
  const { y: top = 0, x: left = 0, width = 0, height = 0 } = (await shown.boundingBox()) ?? {};
  const screen = page.viewportSize()?.width ?? 0;
  const isPhone = screen < 640;
  expect(left + width).toBeGreaterThan(screen - 40);
  for (const button of await buttons.all()) {
    const box = (await button.boundingBox()) ?? { y: top, height };
    const isBelow = isPhone && box.y >= top + height; // where the actions of a page stand at the bottom
    const isApart = box.y + box.height <= top || isBelow;
    expect(isApart, `${await button.textContent()} beside the toast`).toBe(true);
  }
}
