import type { Page } from '@playwright/test';
import { projectWithCatalogue } from './support/projects';
import { administrator } from './support/server';
import { expect, field, test, toast, unique } from './support/test';
import { addUser } from './support/users';

test.use({ signedIn: false, alone: true });

test('a new customer takes 25 actions at most, sign-in included', async ({ page, at, api }) => {
  test.setTimeout(2 * 60_000);
  // Items that stand at the beginning of their lists, whatever other tests have made.
  const first = await projectWithCatalogue(api);
  const second = await projectWithCatalogue(api);
  for (const { category, product, subscription } of [first, second]) {
    product.name = unique('0 Laptop');
    subscription.name = unique('0 Hosting');
    const item = { categoryName: category, status: 0 };
    await api.call('PUT', 'product', { data: { ...item, ...product } });
    await api.call('PUT', 'subscription', { data: { ...item, ...subscription, cost: 10.5 } });
  }
  for (const { id, product, subscription } of [first, second]) {
    await api.call('POST', 'project/product', {
      projectId: id,
      productId: product.id,
      price: 120,
      cost: 80,
      status: 1,
    });
    await api.call('POST', 'project/subscription', {
      projectId: id,
      subscriptionId: subscription.id,
      startAt: '2026-01-01T00:00:00Z',
      endAt: '2026-12-31T23:59:59Z',
      autoRenew: true,
      price: 300,
    });
  }
  const owner = await addUser(api, 'Olive Owner');
  const { count, type, press, click } = counting(page);

  await page.goto(at(''));
  await type('Email', administrator.email);
  await type('Password', administrator.password);
  await press('Enter');
  await click('link', /^Companies/);
  await click('link', 'Add New');

  const name = unique('Newcomer');
  await type('Name', name);
  await type('Country', 'Germany');
  await type('Province State', 'Berlin');
  await type('City', 'Berlin');
  await type('Street', 'Lindenstraße 1');
  await pick('Owner', owner.email);
  await click('button', 'Save and add project');

  await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible();
  await type('Name', 'Website');
  await click('button', 'Save and add products');

  await pick('Product', first.product.name);
  await expect(page.getByText(/Margin \$40\.00, 33 % of the price\. Filled in as in/)).toBeVisible();
  await click('button', 'Save and add another');
  await expect(toast(page, `${first.product.name} is added.`)).toBeVisible();
  await click('option', second.product.name);
  await expect(field(page, 'Price')).toHaveValue('120.00');
  await click('button', 'Save and add subscription');

  await pick('Subscription', first.subscription.name);
  await expect(field(page, 'Price')).toHaveValue('300.00');
  await expect(page.getByText(/^1 year\. It ends on/)).toBeVisible();
  await click('button', 'Save and add another');
  await expect(toast(page, `${first.subscription.name} is added.`)).toBeVisible();
  await click('option', second.subscription.name);
  await expect(field(page, 'Price')).toHaveValue('300.00');
  await click('button', 'Add subscription');

  const made = page.getByRole('heading', { name: 'Website', level: 1 });
  await expect(made).toBeVisible();
  for (const { product, subscription } of [first, second]) {
    await expect(page.getByRole('row', { name: product.name })).toBeVisible();
    await expect(page.getByRole('row', { name: subscription.name })).toBeVisible();
  }
  await expect(page.getByRole('row', { name: /Olive Owner/ }).first()).toContainText('Owner');
  const [company] = await api.call<{ id: string }[]>('GET', `company?Search=${encodeURIComponent(name)}`);
  const { headAddress } = await api.call<{ headAddress: object }>('GET', `company/${company?.id}`);
  expect(headAddress).toMatchObject({ country: 'Germany', provinceState: 'Berlin', street: 'Lindenstraße 1' });

  console.log(`a new customer: ${count()} actions`);
  expect(count()).toBeLessThanOrEqual(25);

  /** Types a name, and takes what is marked. What is usual is offered at once, and taken by a click. */
  async function pick(label: string, text: string): Promise<void> {
    await type(label, text);
    await expect(page.getByRole('option', { name: text, selected: true })).toBeVisible();
    await press('Enter');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
});

/** What a person does, counted: a click, a key, or a value typed into a field is one action each. */
function counting(page: Page) {
  let actions = 0;
  return {
    count: () => actions,
    async type(label: string, text: string) {
      actions += 1;
      await field(page, label).fill(text);
    },
    async press(key: string) {
      actions += 1;
      await page.keyboard.press(key);
    },
    async click(role: 'link' | 'button' | 'option', name: string | RegExp) {
      actions += 1;
      const control = page.getByRole(role, role === 'option' ? { name } : { name, exact: true });
      await control.first().click();
    },
  };
}
