import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, test, unique } from './support/test';
import { someAddress } from './support/users';

// Where one of them ran, the page would carry the mark; a blocked attempt would be an error in the console, which fails
// the test as well: text must never even try.
const scripts = [
  '<img src=x onerror="document.title=`taken`">',
  '"><script>document.title=`taken`</script>',
  "javascript:document.title='taken'",
  '{{constructor.constructor("alert(1)")()}}',
];

test('script in every text is shown as text', async ({ page, at, api }) => {
  const [tag, close, url, template] = scripts as [string, string, string, string];
  const name = unique(tag).slice(0, 63);
  const address = {
    country: close.slice(0, 60),
    provinceState: tag.slice(0, 60),
    city: template.slice(0, 60),
    street: url,
    building: tag.slice(0, 60),
  };
  const company = await api.createCompany(name, { details: scripts.join(' ') });
  await api.call('PUT', 'company/address', { id: company.id, address });
  const world = await projectWithCatalogue(api, unique(close).slice(0, 63));
  const kind = unique(url).slice(0, 60);
  await api.call('POST', 'product/categories', { name: kind });
  const item = { categoryName: kind, name: unique(tag).slice(0, 63), details: scripts.join(' '), status: 0 };
  const product = await api.call<{ id: string }>('POST', 'product', item);
  const attached = await attachProduct(api, world, { details: scripts.join(' ') });
  const subscription = await attachSubscription(api, world, 5, { details: scripts.join(' ') });
  await api.call('PUT', 'project/subscription/cancel', { id: subscription.id, cancelationReason: scripts.join(' ') });
  const email = someAddress();
  await api.call('POST', 'UserManagement', { email, displayName: unique(close).slice(0, 60), gender: 0 });
  await api.call('POST', 'company/moderator', {
    id: company.id,
    userEmail: email,
    role: 0,
    details: scripts.join(' '),
  });

  const search = encodeURIComponent(tag.slice(0, 20));
  for (const [path, text] of [
    [`app/companies?search=${search}`, tag],
    [`app/companies/${company.id}`, template],
    [`app/companies/${company.id}/edit`, ''],
    [`app/companies/${company.id}/address`, ''],
    [`app/projects/${world.id}`, close],
    [`app/projects/${world.id}/sub/${subscription.id}`, template],
    [`app/projects/${world.id}/prd/${attached.id}`, template],
    [`app/products?search=${search}`, tag],
    [`app/products/${product.id}`, template],
    [`app/users/${encodeURIComponent(email)}`, close],
    ['app/notifications', ''],
    ['app/dashboard', ''],
  ] as const) {
    await page.goto(at(path));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (text !== '') await expect(page.getByText(text.slice(0, 20)).first()).toBeVisible();
    await expect(page).not.toHaveTitle('taken');
    expect(await page.locator('main img[onerror], main script, a[href^="javascript:"]').count()).toBe(0);
  }
});

test.describe('a file', () => {
  test.use({ expectedErrors: /photo$/ });

  test('with the name and content of a page is no photo', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Polyglot'));
    await page.goto(at(`app/companies/${company.id}`));
    await page.locator('input[type="file"]').setInputFiles({
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
