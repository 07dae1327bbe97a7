import { hostileWorld, planted } from './support/hostile';
import { expect, field, test, toast, unique, visit } from './support/test';
import { someAddress } from './support/users';

test.describe('script', () => {
  test.use({ signedIn: false, alone: true });
  test.setTimeout(4 * 60_000); // it opens every page that shows what people wrote

  test('in every text that people may write is shown as text', async ({ page, at, api, server }) => {
    const [email, password] = [someAddress(), 'Analytic-Engine-1'];
    await api.call('POST', 'UserManagement/admin', { email, displayName: 'Mallory', gender: 0, password });
    const made = await hostileWorld(await server.signIn(email, password));
    expect([...made.unused], 'calls whose texts were not tried').toEqual([]);

    const { company, note, document, own, project, product, subscription, prd, sub, plan, user, self } = made;
    await page.goto(at('login'));
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(toast(page, `Welcome, ${self.displayName}!`)).toBeVisible();
    await expect(page).toHaveURL(at('app/dashboard'));

    const userPage = `app/users/${user.email}`;
    for (const [path, ...texts] of [
      ['app/dashboard', self.displayName],
      ['app/notifications', subscription.name],
      ['app/account', self.displayName],
      [`app/companies?search=${encodeURIComponent(company.name)}`, company.name],
      [`app/companies/${company.id}`, company.name, company.details, note.text, project.name, user.displayName],
      [`app/companies/${company.id}`, document.name, document.details],
      [`app/companies/${company.id}/edit`],
      [`app/companies/${company.id}/address`],
      [`app/projects?search=${encodeURIComponent(project.name)}`, project.name, company.name],
      [`app/projects/${project.id}`, project.name, company.name, product.name, subscription.name, user.displayName],
      [`app/projects/${project.id}/edit`],
      [`app/projects/${project.id}/sub/${sub.id}`, sub.details],
      [`app/projects/${project.id}/sub/${sub.id}/edit`],
      [`app/projects/${project.id}/prd/${prd.id}`, prd.details],
      [`app/projects/${project.id}/prd/${prd.id}/edit`],
      [`app/products?category=${encodeURIComponent(product.category)}`, product.category, product.name],
      [`app/products/${product.id}`, product.name, product.details],
      [`app/products/${product.id}/edit`],
      [`app/subscriptions?category=${encodeURIComponent(subscription.category)}`, subscription.name],
      [`app/subscriptions/${subscription.id}`, subscription.name, subscription.details],
      [`app/plan?plan=${plan.id}`, plan.name],
      [`app/users?search=${user.email}`, user.displayName],
      [userPage, user.displayName],
      [`${userPage}/edit`],
      [`${userPage}/address`],
    ] as [string, ...string[]][]) {
      await visit(page, at(path));
      for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
      await expect(page).not.toHaveTitle('taken');
      await expect(page.locator(planted)).toHaveCount(0);
    }
    await api.call('DELETE', 'field', { id: own.id }); // which every other company would have as well
  });
});

test.describe('a file', () => {
  test.use({ expectedErrors: /photo$/ });

  test('with the name and content of a page is no photo', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Polyglot'));
    await page.goto(at(`app/companies/${company.id}`));
    await page.locator('input[type="file"][accept]').setInputFiles({
      name: '"><img src=x onerror=alert(1)>.png',
      mimeType: 'image/png',
      buffer: Buffer.from('GIF89a/*<script>document.title=`taken`</script>*/'),
    });
    await expect(page.getByText(/JPEG, PNG or WebP/).first()).toBeVisible();
    await expect(page).not.toHaveTitle('taken');
    const { photoUrl } = await api.call<{ photoUrl: string | null }>('GET', `company/${company.id}`);
    expect(photoUrl).toBeNull();
  });
});
