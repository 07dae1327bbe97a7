import { expect, expectAccessible, test } from './support/test';

test("the help sheet and the palette lead to the user's guide", async ({ page, at, server, context }) => {
  await page.goto(at('app/companies'));
  await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const input = page.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox');
  await input.fill('manual');
  await expect(page.getByRole('option', { name: "User's guide" })).toBeVisible();
  const byCommand = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  await (await byCommand).close();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  const opened = context.waitForEvent('page');
  await sheet.getByRole('link', { name: "User's guide" }).click();
  const guide = await opened;
  await expect(guide).toHaveURL(`${server.url}help/`);
  await guide.getByRole('main').getByRole('link', { name: 'What ends next month' }).click();
  await expect(guide.getByRole('heading', { level: 1, name: 'What ends next month' })).toBeVisible();
  await expect(guide.getByRole('navigation').getByRole('link', { name: 'What ends next month' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

test.describe('signed out', () => {
  test.use({ signedIn: false });

  test('every page of the guide is readable, on a phone too, and loads nothing from elsewhere', async ({
    page,
    server,
    context,
  }) => {
    const foreign: string[] = [];
    context.on('request', (request) => {
      if (!request.url().startsWith(server.url)) foreign.push(request.url());
    });
    await page.goto(`${server.url}help/`);
    const links = await page.getByRole('navigation').getByRole('link').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(addresses.length).toBeGreaterThan(10);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const [place, address] of addresses.entries()) {
      await page.goto(new URL(address ?? '', `${server.url}help/`).href);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // They look alike.
      if (place < 2) await expectAccessible(page);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await page.evaluate(overflow), address ?? '').toBe(0);
    }
    expect(foreign).toEqual([]);
  });
});
