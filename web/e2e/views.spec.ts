import { expect, expectAccessible, field, test, toast, unique } from './support/test';
import { addUser, openAs } from './support/users';

test('a view is saved, found in the navigation and the palette, changed and deleted', async ({ page, at, api }) => {
  const word = unique('View').split(' ').at(-1) ?? '';
  await api.createCompany(`${word} one`);
  await page.goto(at(`app/companies?view=table&search=${word}&sort=-createdAt&columns=name,owners`));
  await expect(page.getByRole('link', { name: `${word} one` })).toBeVisible();

  await page.getByRole('button', { name: 'Saved views' }).click();
  const panel = page.getByRole('dialog', { name: 'Saved views' });
  await expect(panel.getByRole('button', { name: 'Save this view' })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await field(dialog, 'Name').fill(`${word} newest`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'is saved')).toBeVisible();

  const inNavigation = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: `${word} newest` });
  await expect(inNavigation).toHaveAttribute('aria-current', 'true');
  const [saved] = (await api.call<{ name: string; query: string; list: string }[]>('GET', 'view?List=company')).filter(
    ({ name }) => name.startsWith(word),
  );
  // As the list's call has it, for programs.
  expect(saved?.query).toContain(`Search=${word}&SortBy=createdAt&SortDescending=true`);
  expect((await api.call<unknown[]>('GET', `company?${saved?.query}`)).length).toBe(1);

  await test.step('the navigation and the palette open it', async () => {
    await page.goto(at('app/dashboard'));
    await inNavigation.click();
    await expect(page).toHaveURL(new RegExp(`search=${word}&sort=-createdAt&columns=`));
    await expect(page.getByRole('columnheader').last()).toHaveText('Owners');
    await page.goto(at('app/dashboard'));
    await expect(inNavigation).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await expect(palette.getByRole('combobox')).toBeFocused();
    await palette.getByRole('combobox').fill(`${word} newest`);
    await page.getByRole('option', { name: `${word} newest` }).click();
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
  });

  await test.step('it is renamed, and the list begins with it', async () => {
    await page.getByRole('button', { name: 'Saved views' }).click();
    await panel.getByRole('button', { name: `Manage ${word} newest` }).click();
    await panel.getByRole('button', { name: 'Begin with it' }).click();
    await expect(panel.getByText('Default')).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole('button', { name: 'Rename' }).click();
    const renaming = page.getByRole('dialog', { name: /^Renaming View/ });
    await field(renaming, 'Name').fill(`${word} latest`);
    await renaming.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('navigation', { name: 'Main' }).getByText(`${word} latest`)).toBeVisible();
    await page.goto(at('app/companies'));
    await expect(page).toHaveURL(new RegExp(`search=${word}`));
    // The whole list is a click away.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Companies', exact: true }).click();
    await expect(page).toHaveURL(/companies(\?view=table.*)?$/);
    await expect(page.getByRole('searchbox')).toHaveValue('');
  });

  await page.getByRole('button', { name: 'Saved views' }).click();
  await panel.getByRole('button', { name: `Manage ${word} latest` }).click();
  await panel.getByRole('button', { name: 'Remove' }).click();
  await page
    .getByRole('dialog', { name: /^Removing View/ })
    .getByRole('button', { name: 'Remove' })
    .click();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText(`${word} latest`)).toBeHidden();
});

test.describe('shared views', () => {
  test.use({ alone: true, signedIn: false });

  test('what an administrator shares others see and begin with, but do not change', async ({
    page,
    at,
    api,
    server,
  }) => {
    const name = unique('Shared');
    const view = { list: 'projectSubscription', name, query: 'preset=90&kind=both', isShared: true };
    const { id } = await api.call<{ id: string }>('POST', 'view', view);
    const user = await addUser(api, 'Grace Hopper');
    await openAs(page, server, user, at('app/renewals'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(/preset=90&kind=both/);
    await page.getByRole('button', { name: 'Saved views' }).click();
    const panel = page.getByRole('dialog', { name: 'Saved views' });
    await panel.getByRole('button', { name: `Manage ${name}` }).click();
    await expect(panel.getByRole('button', { name: 'Begin with it' })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Remove' })).toBeHidden();
    await expect(panel.getByRole('button', { name: 'Share with all' })).toBeHidden();
    await api.call('DELETE', 'view', { id });
    // Everyone who saw it is told.
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })).toBeHidden();
  });
});
