import type { Page } from '@playwright/test';
import { layoutFaults, watchLayoutShift } from './support/layout';
import { expect, expectAccessible, test, unique } from './support/test';

const many = 200;
const last = many - 1;

const cards = (page: Page) => page.locator('[data-card]');
const scrolledTo = (page: Page) => page.evaluate(() => window.scrollY);

/** Fails unless every card on the page is filled, and they are few. */
async function expectFewCards(page: Page): Promise<void> {
  await expect(page.locator('[data-card]:not(:has(a))')).toHaveCount(0);
  expect(await cards(page).count()).toBeLessThanOrEqual(40);
}

/** The pages of companies that were asked for so far: news may refresh any of them. */
function pagesAskedFor(page: Page): () => number[] {
  const asked = new Set<number>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/company')) asked.add(Number(searchParams.get('PageNumber')));
  });
  return () => [...asked].toSorted((a, b) => a - b);
}

test.describe('a long list', () => {
  test.use({ alone: true });

  test('holds few cards, loads what it shows, and is left and found again', async ({ page, at, api }) => {
    test.slow();
    const word = unique('Long').split(' ').at(-1) ?? '';
    const nameOf = (number: number) => `${word} ${String(number).padStart(3, '0')}`;
    const card = (number: number) => page.getByRole('main').getByRole('link', { name: nameOf(number) });
    await Promise.all(Array.from({ length: many }, (_, number) => api.createCompany(nameOf(number))));

    const asked = pagesAskedFor(page);
    const layoutShift = await watchLayoutShift(page);
    await page.goto(at(`app/companies?search=${word}`));
    await expect(card(0)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `${many} companies` })).toBeVisible();
    await expectFewCards(page);
    await expect(cards(page).first()).toHaveAttribute('aria-setsize', String(many));
    expect(asked()).toEqual([1]);

    await test.step('scrolling asks for one page after the other', async () => {
      await page.mouse.move(700, 500);
      for (let turn = 1; turn <= 8; turn += 1) {
        await page.mouse.wheel(0, 250);
        await expect.poll(() => scrolledTo(page)).toBe(turn * 250);
        await expectFewCards(page);
      }
      await expect
        .poll(async () => {
          const inSight = Number(await cards(page).last().getAttribute('data-card'));
          return asked().length - 1 - Math.floor(inSight / 24);
        })
        .toBe(0);
      expect(asked()).toEqual([1, 2, 3, 4, 5].slice(0, asked().length));
    });
    const scrolledPast = asked();

    await test.step('a jump to the end asks for what it shows, not for what lies between', async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      await expect(card(last)).toBeInViewport();
      await expectFewCards(page);
      await expect.poll(asked).toEqual([...scrolledPast, 8, 9]);
      await expect(cards(page).last()).toHaveAttribute('aria-posinset', String(many));
      await expectAccessible(page);
      expect(await layoutShift()).toBeLessThanOrEqual(0.02);
    });

    await test.step('going back and reloading find the same place and the same card', async () => {
      const place = await scrolledTo(page);
      await card(last - 5).click();
      await expect(page.getByRole('heading', { name: nameOf(last - 5), level: 1 })).toBeVisible();
      await expect.poll(() => scrolledTo(page)).toBe(0);
      for (const again of [() => page.goBack(), () => page.reload()]) {
        await again();
        await expect(card(last - 5)).toBeFocused();
        await expect.poll(() => scrolledTo(page)).toBe(place);
        await expectFewCards(page);
      }
    });

    await test.step('another order begins at its top', async () => {
      const sort = page.getByRole('combobox', { name: 'Sort' });
      await sort.focus();
      await sort.selectOption('Name Z to A');
      await expect(card(last)).toBeInViewport();
      await expect.poll(() => scrolledTo(page)).toBe(0);
      await sort.selectOption('Name A to Z');
      await expect(card(0)).toBeInViewport();
    });

    await test.step('the keyboard reaches every card', async () => {
      await page.keyboard.press('Tab');
      for (const [key, reached] of [
        ['ArrowRight', 1],
        ['ArrowDown', 4],
        ['ArrowLeft', 3],
        ['ArrowUp', 0],
        ['End', last],
        ['Shift+Tab', last - 1],
        ['Home', 0],
      ] as const) {
        await page.keyboard.press(key);
        await expect(card(reached)).toBeFocused();
        await expect(card(reached)).toBeInViewport();
      }
      // Further than what was on the page at first, and faster than it can be loaded.
      for (let number = 1; number <= 40; number += 1) await page.keyboard.press('Tab');
      await expect(card(40)).toBeFocused();
    });

    await test.step('the focus stays on its card when that is scrolled out of sight', async () => {
      await page.mouse.wheel(0, 4000);
      await expect(card(40)).not.toBeInViewport();
      await expect(card(40)).toBeFocused();
      await expectFewCards(page);
      await page.keyboard.press('Tab');
      await expect(card(41)).toBeFocused();
      await expect(card(41)).toBeInViewport();
    });

    await test.step('the tallest window holds few cards, too', async () => {
      for (const height of [1300, 2160]) {
        await page.setViewportSize({ width: 1280, height });
        await expect(card(41)).toBeInViewport();
        await expectFewCards(page);
      }
    });
  });
});

test('filters show all their words beside a large count', { tag: '@prove' }, async ({ page, at, api }) => {
  const category = unique('Crowded');
  for (const kind of ['product', 'subscription']) {
    await api.call('POST', `${kind}/categories`, { name: category });
    await api.call('POST', kind, { categoryName: category, name: unique('Item'), status: 0, cost: 5 });
  }
  await api.createProject((await api.createCompany(unique('Client'))).id, 'Website');
  // The server's own answer, as if there were as many as nobody waits for to be made.
  await page.route('**/api/v1/*?*PageNumber=1&*', async (route) => {
    const response = await route.fetch();
    const pagination = { totalItems: 123_456, totalPages: 5144, currentPage: 1, itemsPerPage: 24 };
    await route.fulfill({ response, headers: { ...response.headers(), pagination: JSON.stringify(pagination) } });
  });
  for (const list of ['subscriptions', 'products', 'projects', 'companies', 'users']) {
    await page.goto(at(`app/${list}`));
    for (const width of [1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 700 });
      await expect(page.getByText(`123,456 ${list}`, { exact: true })).toBeVisible();
      expect(await layoutFaults(page), `${list} at ${width} px`).toEqual([]);
      if (width < 1280) continue;
      const [search, sort] = [page.getByRole('searchbox'), page.getByRole('combobox', { name: 'Sort' })];
      // One row on a desktop.
      expect((await sort.boundingBox())?.y).toBe((await search.boundingBox())?.y);
    }
  }
});

test('on a phone the filters are behind a button that tells how many hold', async ({ page, at, api }) => {
  await api.createCompany(unique('Fold'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at('app/companies'));
  const filters = page.getByRole('button', { name: 'Filters' });
  const active = page.getByRole('button', { name: 'Active', exact: true });
  const sort = page.getByRole('combobox', { name: 'Sort' });
  await expect(filters).toHaveAttribute('aria-expanded', 'false');
  await expect(active).toBeHidden();
  await expect(sort).toBeHidden();

  await filters.click();
  await expect(filters).toHaveAttribute('aria-expanded', 'true');
  await expect(sort).toBeVisible();
  await active.click();
  await expect(page).toHaveURL(/removed=exclude/);
  await filters.click();
  await expect(active).toBeHidden();
  await expect(page.getByRole('button', { name: /^Filters ?1 active$/ })).toBeVisible();
});
