import { expect, test } from './support/test';

/** What a browser reads before it offers to install the app. */
test('the app can be installed, with icons of its own and in a window of its own', async ({ page, at, request }) => {
  await page.goto(at('app/dashboard'));
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const address = new URL(href ?? '', page.url());
  const answer = await request.get(address.href);
  expect(answer.headers()['content-type']).toBe('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ name: 'btracker', display: 'standalone', theme_color: '#3d3abf' });
  expect(new URL(manifest.start_url, address).pathname).toBe(new URL(at('app/dashboard'), page.url()).pathname);
  expect(new URL(page.url()).pathname.startsWith(new URL(manifest.scope, address).pathname)).toBe(true);
  for (const { src, sizes, purpose } of manifest.icons) {
    const size = await page.evaluate(async (icon) => {
      const image = new Image();
      image.src = icon;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, new URL(src, address).href);
    expect(size, `${src} ${purpose ?? ''}`).toBe(sizes);
  }
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(url).toBe(address.href);
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // Tests run in windows that leave no trace, in which nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
