import { expect, expectAccessible, field, test } from './support/test';

test.describe('keys', () => {
  // Its own session: the server asks for the password of those who signed in a while ago.
  test.use({ expectedErrors: /status of (401|403)/, alone: true });

  test('are made for a company, shown once, used by a program and removed', async ({ page, at, api }) => {
    const company = await api.call<{ id: string; name: string }>('POST', 'company', { name: `Keyed ${Date.now()}` });
    await page.goto(at('app/account?tab=keys'));
    const section = page.getByRole('region', { name: 'Keys' });
    await section.scrollIntoViewIfNeeded();
    await section.getByRole('button', { name: 'Add key' }).click();
    const dialog = page.getByRole('dialog');
    await field(dialog, 'Name').fill('Nightly report');
    await field(dialog, 'Company').fill(company.name);
    await page.getByRole('option', { name: company.name }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add key' }).click();
    const key = (await section.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^btk_[A-Z2-7]{33}$/);
    await expect(section.getByRole('button', { name: 'Copy key' })).toBeVisible();
    await expectAccessible(page);

    const headers = { Authorization: `Bearer ${key}` };
    const asked = (path: string, options = {}) => page.request.fetch(at(`../api/v1/${path}`), { headers, ...options });
    expect(await (await asked('company')).json()).toMatchObject([{ id: company.id }]);
    expect((await asked('account')).status()).toBe(403);
    expect((await asked('company', { method: 'PUT', data: { data: { id: company.id, name: 'No' } } })).status()).toBe(
      403,
    );

    await page.reload();
    const row = section.getByRole('listitem').filter({ hasText: 'Nightly report' });
    await expect(row).toContainText(company.name);
    await expect(section.locator('code')).toHaveCount(0);
    await row.getByRole('button', { name: 'Remove the key Nightly report' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click();
    await expect(row).toHaveCount(0);
    expect((await asked('company')).status()).toBe(401);
  });
});
