import { expect, expectAccessible, test, unique } from './support/test';

test('projects are narrowed by filters that are chips with editors', async ({ page, at, api }) => {
  const word = unique('Chip').split(' ').at(-1) ?? '';
  const [one, other] = [await api.createCompany(`${word} one`), await api.createCompany(`${word} other`)];
  await api.createProject(one.id, `${word} site`);
  await api.createProject(other.id, `${word} shop`);
  await page.goto(at('app/projects'));
  await page.getByRole('button', { name: 'Add filter' }).click();
  const offer = page.getByRole('dialog', { name: 'Add filter' });
  await expectAccessible(page);
  await offer.getByRole('button', { name: 'Company' }).click();
  await offer.getByRole('searchbox', { name: 'Search: Company' }).fill(word);
  await offer.getByRole('button', { name: one.name }).click();
  await expect(page).toHaveURL(new RegExp(`company=${one.id}`));
  await expect(page.getByRole('link', { name: `${word} site` })).toBeVisible();

  await test.step('a chip opens its editor', async () => {
    await page.getByRole('button', { name: `Of ${one.name}, change` }).click();
    const editor = page.getByRole('dialog', { name: `Of ${one.name}` });
    await editor.getByRole('searchbox').fill(word);
    await expectAccessible(page);
    await editor.getByRole('button', { name: other.name }).click();
    await expect(page.getByRole('link', { name: `${word} shop` })).toBeVisible();
    await expect(page.getByRole('link', { name: `${word} site` })).toBeHidden();
  });

  await page.getByRole('button', { name: 'Add filter' }).click();
  await offer.getByRole('button', { name: 'Status of a product' }).click();
  await offer.getByRole('button', { name: 'Delivered' }).click();
  await expect(page.getByText('No project matches')).toBeVisible();
  await page.getByRole('button', { name: /^With a product: Delivered, show all$/ }).click();
  await expect(page.getByRole('link', { name: `${word} shop` })).toBeVisible();

  await test.step('projects that nobody answers for are found', async () => {
    await page.getByRole('button', { name: 'Add filter' }).click();
    await offer.getByRole('button', { name: 'Responsible' }).click();
    await offer.getByRole('button', { name: 'Filled in' }).click();
    await expect(page.getByText('No project matches')).toBeVisible();
    await page.getByRole('button', { name: 'Responsible: filled in, change' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty' }).click();
    await expect(page).toHaveURL(/hasResponsible=false/);
    await expect(page.getByRole('link', { name: `${word} shop` })).toBeVisible();
    await page.getByRole('button', { name: 'Responsible: empty, show all' }).click();
  });

  await page.getByRole('button', { name: `Of ${other.name}, show all` }).click();
  await expect(page).toHaveURL(at('app/projects'));
});

test('renewals are narrowed by days, states and people', { tag: '@prove' }, async ({ page, at, api }) => {
  const word = unique('Term').split(' ').at(-1) ?? '';
  const { id } = await api.createProject((await api.createCompany(word)).id, `${word} site`);
  await api.attachSubscription(id, `${word} near`, 20);
  await api.attachSubscription(id, `${word} far`, 200);
  await page.goto(at(`app/renewals?preset=all&project=${id}`));
  const link = (name: string) => page.getByRole('table').getByRole('link', { name: `${word} ${name}` });
  await expect(link('far')).toBeVisible();

  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add filter' }).click();
    const offer = page.getByRole('dialog', { name: 'Add filter' });
    await offer.getByRole('button', { name, exact: true }).click();
    return offer;
  };
  const days = await add('End');
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  await days.getByLabel('From').fill(day(30));
  await days.getByLabel('To').fill(day(10));
  await days.getByRole('button', { name: 'Apply' }).click();
  await expect(days.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await days.getByLabel('From').fill(day(10));
  await days.getByLabel('To').fill(day(30));
  await days.getByRole('button', { name: 'Apply' }).click();
  await expect(link('near')).toBeVisible();
  await expect(link('far')).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`from=${day(10)}&to=${day(30)}`));

  const state = await add('State');
  await state.getByRole('checkbox', { name: 'Ended' }).check();
  await state.getByRole('checkbox', { name: 'Canceled' }).check();
  await state.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('button', { name: 'State: Ended, Canceled, change' })).toBeVisible();
  await expect(page).toHaveURL(/state=ended%2Ccanceled/);
  await page.getByRole('button', { name: 'State: Ended, Canceled, change' }).click();
  const again = page.getByRole('dialog', { name: 'State: Ended, Canceled' });
  await again.getByRole('checkbox', { name: 'Active' }).check();
  await again.getByRole('button', { name: 'Apply' }).click();
  await expect(link('near')).toBeVisible();
});

test('companies are narrowed by amounts and by what is missing, with the keyboard alone', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const word = unique('Gap').split(' ').at(-1) ?? '';
  const [rich, poor] = [await api.createCompany(`${word} rich`), await api.createCompany(`${word} poor`)];
  const { id } = await api.createProject(rich.id, `${word} site`);
  await api.attachSubscription(id, `${word} server`, 20);
  await page.goto(at(`app/companies?search=${word}`));
  const link = (name: string) => page.getByRole('link', { name });
  await expect(link(poor.name)).toBeVisible();

  const add = page.getByRole('button', { name: 'Add filter' });
  const offer = page.getByRole('dialog', { name: 'Add filter' });
  await add.focus();
  await page.keyboard.press('Enter');
  await offer.getByRole('button', { name: 'Price a month' }).focus();
  await page.keyboard.press('Enter');
  await offer.getByLabel('From').focus();
  await page.keyboard.type('a lot');
  await page.keyboard.press('Enter');
  await expect(offer.getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0.01');
  await page.keyboard.press('Enter');
  await expect(offer).toBeHidden();
  await expect(page).toHaveURL(/monthlyPriceFrom=0\.01/);
  await expect(link(poor.name)).toBeHidden();
  await expect(link(rich.name)).toBeVisible();

  await page.getByRole('button', { name: 'Price a month: $0.01 or more, show all' }).click();
  await add.click();
  await offer.getByRole('button', { name: 'Details' }).click();
  await offer.getByRole('button', { name: 'Empty' }).click();
  await expect(page).toHaveURL(/hasDetails=false/);
  await expect(link(poor.name)).toBeVisible();
  await expectAccessible(page);

  await test.step('a bulk action takes what the filter lets through', async () => {
    await page.goto(at(`app/companies?search=${word}&view=table&hasDetails=false`));
    await page.getByRole('checkbox', { name: 'Select all' }).click();
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/bulk'));
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const { query } = (await asked).postDataJSON() as { query: string };
    expect(new URLSearchParams(query).get('HasDetails')).toBe('false');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  await page.getByRole('button', { name: 'Details: empty, change' }).click();
  await page.getByRole('dialog', { name: 'Details: empty' }).getByRole('button', { name: 'Filled in' }).click();
  await expect(page.getByText('No company matches')).toBeVisible();
});
