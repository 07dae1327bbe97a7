import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { inFull } from './support/full';
import { layoutFaults } from './support/layout';
import { expect, expectAccessible, test, unique } from './support/test';
import { addUser } from './support/users';

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).locator('[role=row][style]');
/** Without that of the checkboxes. */
const headers = (page: Page) => grid(page).locator('[role=columnheader]:not([data-column="-1"])');
const names = async (page: Page) => (await rows(page).getByRole('link').allTextContents()).map((name) => name.trim());

/** Companies of one name each, the later the more worth a month; the answer is the word that finds them alone. */
async function worth(api: import('./support/api').Api, count: number): Promise<string> {
  const word = unique('Worth').split(' ').at(-1) ?? '';
  await api.call('POST', 'subscription/categories', { name: word });
  const { id: subscriptionId } = await api.call<{ id: string }>('POST', 'subscription', {
    categoryName: word,
    name: `${word} hosting`,
    status: 0,
    cost: 5,
  });
  for (let number = 0; number < count; number += 1) {
    const company = await api.createCompany(`${word} ${number}`);
    const { id: projectId } = await api.createProject(company.id, `${word} project ${number}`);
    await api.call('POST', 'project/subscription', {
      projectId,
      subscriptionId,
      startAt: '2026-01-01T00:00:00Z',
      endAt: '2099-01-01T00:00:00Z',
      autoRenew: false,
      price: 100_000 * (number + 1),
    });
  }
  return word;
}

test('companies are compared by value with two clicks', async ({ page, at, api }) => {
  const word = await worth(api, 3);
  await page.goto(at(`app/companies?search=${word}`));
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(page).toHaveURL(/view=table/);
  await expect(rows(page)).toHaveCount(3);
  await grid(page).getByRole('button', { name: 'Price a month' }).click();
  await expect.poll(() => names(page)).toEqual([`${word} 2`, `${word} 1`, `${word} 0`]);
  await expect(headers(page).filter({ hasText: 'Price a month' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-monthlyPrice/);

  await test.step('the footer has their sum', async () => {
    const column = Number(await headers(page).filter({ hasText: 'Price a month' }).getAttribute('data-column'));
    const amount = async (cell: Locator) => Number((await cell.textContent())?.replace(/[^\d.]/g, ''));
    const amounts = await Promise.all(
      [0, 1, 2].map((row) => amount(grid(page).locator(`[data-row="${row}"][data-column="${column}"]`))),
    );
    const sum = amounts.reduce((before, one) => before + one);
    expect(sum).toBeGreaterThan(0);
    // After the empty cell below the checkboxes.
    const footer = grid(page)
      .getByRole('row')
      .last()
      .getByRole('gridcell')
      .nth(column + 1);
    expect(await amount(footer)).toBeCloseTo(sum);
  });

  await test.step('the view is remembered, the address says so', async () => {
    await page.goto(at(`app/companies?search=${word}`));
    await expect(rows(page)).toHaveCount(3);
    await expect(page).toHaveURL(/view=table/);
    await page.goto(at('app/projects'));
    await expect(page.locator('[data-card]').first()).toBeVisible();
  });
});

test('columns are chosen, moved and resized; all of it is in the address', async ({ page, at, api }) => {
  const word = await worth(api, 1);
  await page.goto(at(`app/companies?view=table&search=${word}`));
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Projects' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Details' }).check();
  await panel.getByRole('button', { name: 'Move Running down' }).click();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(headers(page).nth(1)).toHaveText('Price a month');
  await expect(headers(page).nth(2)).toHaveText('Running');
  await expect(headers(page).last()).toHaveText('Details');

  await headers(page).filter({ hasText: 'Owners' }).dragTo(headers(page).nth(1));
  await expect(headers(page).nth(1)).toHaveText('Owners');

  const edge = headers(page).nth(1).locator('[aria-hidden]').last();
  await edge.hover();
  await page.mouse.down();
  const { width: before = 0 } = (await headers(page).nth(1).boundingBox()) ?? {};
  const box = await edge.boundingBox();
  await page.mouse.move((box?.x ?? 0) + 64, box?.y ?? 0, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await headers(page).nth(1).boundingBox())?.width).toBeGreaterThan(before + 40);
  await expect(page).toHaveURL(/columns=name%2Cowners%3A\d+%2C/);

  await page.reload();
  await expect(headers(page).nth(1)).toHaveText('Owners');
  await expect(rows(page).first()).toHaveCSS('height', '30px');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect(headers(page).nth(1)).toHaveText('Projects');
  await expect(page).not.toHaveURL(/columns=/);
});

test('a long table holds few rows and is used by keyboard alone', async ({ page, at, api }) => {
  test.slow();
  const word = unique('Rows').split(' ').at(-1) ?? '';
  const many = 120;
  const nameOf = (number: number) => `${word} ${String(number).padStart(3, '0')}`;
  await Promise.all(Array.from({ length: many }, (_, number) => api.createCompany(nameOf(number))));
  await page.goto(at(`app/companies?view=table&search=${word}`));
  await expect(page.getByRole('link', { name: nameOf(0) })).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(60);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(many + 2));

  const cell = (row: number, column: number) => grid(page).locator(`[data-row="${row}"][data-column="${column}"]`);
  await page.getByRole('button', { name: 'Columns' }).focus();
  await page.keyboard.press('Tab');
  await expect(cell(0, 0)).toBeFocused();
  for (const [key, row, column] of [
    ['ArrowDown', 1, 0],
    ['ArrowRight', 1, 1],
    ['End', many - 1, 1],
    ['ArrowLeft', many - 1, 0],
    ['Home', 0, 0],
    ['ArrowUp', -1, 0],
    ['ArrowDown', 0, 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(cell(row, column)).toBeFocused();
    await expect(cell(row, column)).toBeInViewport();
  }
  // A column that was out of sight is not covered by the first one.
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await expect(cell(0, 8)).toBeFocused();
  await expect(cell(0, 8)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: nameOf(many - 1) })).toBeVisible();
  // The header, the first column and the footer stay in sight.
  for (const part of [headers(page).nth(8), cell(many - 1, 0), grid(page).getByRole('row').last()]) {
    await expect(part).toBeInViewport();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: nameOf(many - 1), level: 1 })).toBeVisible();
  await page.goBack();
  await expect(cell(many - 1, 0)).toBeFocused();
  await expectAccessible(page);
});

test('some, a range and all that match are selected, by mouse and by keyboard', async ({ page, at, api }) => {
  const word = unique('Pick').split(' ').at(-1) ?? '';
  const many = 40;
  await Promise.all(Array.from({ length: many }, (_, number) => api.createCompany(`${word} ${number + 10}`)));
  await page.goto(at(`app/companies?view=table&search=${word}`));
  const box = (number: number) => page.getByRole('checkbox', { name: `Select ${word} ${number}` });
  const selection = page.getByRole('region', { name: 'Selection' });

  await box(10).click();
  await box(13).click({ modifiers: ['Shift'] });
  await expect(selection).toContainText('4 companies selected');
  await expectAccessible(page);
  await box(11).click();
  await expect(selection).toContainText('3 companies selected');
  await selection.getByRole('button', { name: `Select all ${many} that match` }).click();
  await expect(selection).toContainText(`All ${many} companies that match`);
  // All but one, of which some are not on the page.
  await box(12).click();
  await expect(selection).toContainText(`${many - 1} companies selected`);
  await selection.getByRole('button', { name: 'Clear selection' }).click();
  await expect(selection).toBeHidden();

  await grid(page).locator('[data-row="0"][data-column="0"]').focus();
  await page.keyboard.press('Space');
  await expect(selection).toContainText('1 company selected');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(selection).toContainText('3 companies selected');
  await page.keyboard.press('Shift+ArrowUp');
  await expect(selection).toContainText('2 companies selected');
  await page.keyboard.press('Shift+End');
  await expect(selection).toContainText(`${many} companies selected`);
  // Another filter begins anew.
  await page.getByRole('searchbox').fill(`${word} 1`);
  await expect(selection).toBeHidden();
});

test('a price rise in many projects takes four clicks', { tag: '@prove' }, async ({ page, at, api }) => {
  const word = await worth(api, 23);
  await page.goto(at(`app/renewals?preset=all&category=${word}`));
  await expect(page.getByText('23 subscriptions')).toBeVisible();
  let clicks = 0;
  const click = async (name: string, role: 'checkbox' | 'button' = 'button', within = page.locator('body')) => {
    clicks += 1;
    await within.getByRole(role, { name, exact: true }).click();
  };
  await click('Select all', 'checkbox');
  await expectAccessible(page);
  await click('Change price');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Percent/).fill('10');
  await click('Preview', 'button', dialog);
  await expect(dialog).toContainText('23 records change');
  await click('Change price', 'button', dialog);
  expect(clicks).toBe(4);
  await expect
    .poll(async () => {
      const uses = await api.call<{ planned: { price: number } | null }[]>(
        'GET',
        `project/subscription?CategoryName=${word}&PageSize=200`,
      );
      return uses.filter(({ planned }) => planned && planned.price % 110_000 === 0).length;
    })
    .toBe(23);
});

test('rows are sorted by several columns, and saved with the columns on the screen', async ({ page, at, api }) => {
  const word = await worth(api, 2);
  const third = await api.createCompany(`${word} 9`);
  const fourth = await api.createCompany(`${word} 8`);
  await page.goto(at(`app/companies?view=table&search=${word}&columns=name,monthlyPrice,owners&sort=monthlyPrice`));
  await expect(rows(page)).toHaveCount(4);
  await headers(page)
    .getByRole('button', { name: 'Name' })
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/sort=monthlyPrice%2Cname/);
  await expect.poll(() => names(page)).toEqual([fourth.name, third.name, `${word} 0`, `${word} 1`]);
  await headers(page).first().focus();
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => names(page)).toEqual([third.name, fourth.name, `${word} 0`, `${word} 1`]);

  for (const [group, format, first] of [
    ['Columns on the screen', 'CSV', /^Name,Monthly Price,Owners\r?\n/],
    ['All columns', 'CSV', /^Name,Projects,.*Details/],
    ['Columns on the screen', 'Excel', /^PK/],
  ] as const) {
    await page.getByRole('button', { name: 'Export' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('group', { name: group }).getByRole('button', { name: format }).click();
    const file = await saving;
    expect(file.suggestedFilename()).toBe(format === 'CSV' ? 'companies.csv' : 'companies.xlsx');
    expect(await readFile(await file.path(), 'latin1')).toMatch(first);
  }
});

test('every list has a table, on a phone too', async ({ page, at, api }) => {
  const word = await worth(api, 2);
  await api.call('POST', 'product/categories', { name: word });
  for (const number of [0, 1]) {
    await api.call('POST', 'product', { categoryName: word, name: `${word} thing ${number}`, status: 0 });
    await addUser(api, `${word} ${number}`);
  }
  // Two rows of each: axe takes a second for a page of what other tests have left.
  for (const list of inFull(['companies', 'projects', 'products', 'subscriptions', 'users'], ['projects', 'users'])) {
    await page.goto(at(`app/${list}?view=table&search=${word}`));
    await expect(rows(page)).toHaveCount(list === 'subscriptions' ? 1 : 2);
    for (const width of inFull([1440, 768, 390], [1440, 390])) {
      await page.setViewportSize({ width, height: 844 });
      await expect(rows(page).first().getByRole('link')).toBeVisible();
      expect(await layoutFaults(page), `${list} at ${width} px`).toEqual([]);
      await expectAccessible(page, { within: 'main' });
    }
  }
  await page.getByRole('button', { name: 'Cards', exact: true }).click();
  await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('an export that takes its time says so, lives on when the page is left, and can be stopped', async ({
  page,
  at,
}) => {
  await page.goto(at('app/companies'));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/company/export*', async (route) => {
    await held;
    await route.continue().catch(() => {}); // it was stopped
  });
  await page.getByRole('button', { name: 'Export' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Exporting companies.csv' });
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible();
  await line.getByRole('button').click();
  await expect(line).toBeHidden();
  release();
  await page.unroute('**/company/export*');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('companies.csv');
});
