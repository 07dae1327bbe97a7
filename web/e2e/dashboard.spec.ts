import type { Page } from '@playwright/test';
import type { Api } from './support/api';
import { layoutFaults } from './support/layout';
import { attachProduct, attachSubscription, projectWithCatalogue } from './support/projects';
import { expect, expectAccessible, test, unique, visit } from './support/test';
import { addUser, openAs } from './support/users';

/** How many of a project's subscriptions end within two weeks and do not renew. */
async function endingSoon(api: Api, projectId: string): Promise<number> {
  type Subscription = { endAt: string; autoRenew: boolean; isCanceled: boolean };
  const { subscriptions } = await api.call<{ subscriptions: Subscription[] }>('GET', `project/${projectId}`);
  const left = ({ endAt }: Subscription) => Date.parse(endAt) - Date.now();
  return subscriptions.filter(
    (one) => !one.autoRenew && !one.isCanceled && left(one) >= 0 && left(one) <= 14 * 86_400_000,
  ).length;
}

test('each bar of the charts tells its value and opens the list behind it', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachProduct(api, project, { status: 'WaitingConfirm' });
  await attachSubscription(api, project, 3, { price: 999_999_999.99 });
  await page.goto(at('app/dashboard'));
  const questions = page.getByRole('main').getByRole('heading', { level: 3 });
  await expect(questions).toHaveText([
    'When do subscriptions end?',
    "How far are the projects' products?",
    'Which companies bring most a month, and what do they cost?',
  ]);

  const card = page.getByRole('main').getByRole('link', { name: project.name });
  for (const [bar, address] of [
    [/^Week of .*: \d+ subscriptions? ends?$/, /renewals\?preset=any&from=2\d{3}-\d\d-\d\d&to=2\d{3}-\d\d-\d\d$/],
    [/^Waiting Confirm: /, /status=0$/],
    [new RegExp(`^${project.company.name}: \\$[\\d,.]+ price a month, `), /company=/],
  ] as const) {
    await page.goto(at('app/dashboard'));
    const link = page.getByRole('main').getByRole('link', { name: bar }).first();
    await link.focus();
    const label = (await link.getAttribute('aria-label')) ?? '';
    await expect(page.getByRole('main').locator('p').getByText(label)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(address);
    // The rows themselves, or the projects that they are in.
    if (!page.url().includes('renewals')) {
      await page.getByRole('searchbox', { name: 'Search projects' }).fill(project.name);
    }
    await expect(card).toBeVisible();
  }
});

/** The words of the charts that stick out of their chart or run into others. */
function chartFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tolerance = 1;
    const faults: string[] = [];
    for (const chart of document.querySelectorAll('main svg[role="group"]')) {
      const room = chart.parentElement?.getBoundingClientRect();
      const texts = [...chart.querySelectorAll('text')].map((text) => ({
        words: text.textContent,
        box: text.getBoundingClientRect(),
      }));
      for (const [index, { words, box }] of texts.entries()) {
        if (room && (box.left < room.left - tolerance || box.right > room.right + tolerance)) {
          faults.push(`cut: ${words}`);
        }
        for (const other of texts.slice(index + 1)) {
          const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
          const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
          // Lines of text may touch, which are taller than their letters.
          if (wide > tolerance && high > 4) faults.push(`${words} runs into ${other.words}`);
        }
      }
    }
    return faults;
  });
}

test('large figures are written out, in cards and charts', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await attachProduct(api, project);
  await attachSubscription(api, project, 3);
  // The server's own answer with figures that would take hours to make.
  await page.route(/\/api\/v1\/(dashboard|report)\//, async (route) => {
    const response = await route.fetch();
    const large = JSON.stringify(await response.json(), (name, value) => {
      if (typeof value !== 'number' || name === 'status') return value;
      return /cost|price/i.test(name) ? 1_234_567_890.55 : 1_234_567;
    });
    await route.fulfill({ response, body: large });
  });
  await page.goto(at('app/dashboard'));
  for (const width of [1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(page.getByText('$1,234,567,890.55 price').first()).toBeVisible();
    const axis = page.getByRole('group', { name: 'When do subscriptions end?' });
    await expect(axis.getByText('1,500,000', { exact: true })).toBeVisible();
    expect(await layoutFaults(page), `${width} px`).toEqual([]);
    expect(await chartFaults(page), `${width} px`).toEqual([]);
  }
});

/** Something of everything that waits for its removal, with something under it that does not. */
async function markSome(api: Api): Promise<void> {
  const marked = await projectWithCatalogue(api);
  await api.call('DELETE', 'company', { id: marked.company.id });
  const kept = await projectWithCatalogue(api);
  await attachProduct(api, kept);
  await attachSubscription(api, kept, 5);
  await attachSubscription(api, kept, 6);
  await api.call('DELETE', 'product', { id: kept.product.id });
  for (const kind of ['product', 'subscription'] as const) {
    await api.call('DELETE', `${kind}/categories`, { name: marked.category });
  }
}

test('each figure is the size of the list that it opens', { tag: '@prove' }, async ({ page, at, api }) => {
  await markSome(api);
  await page.goto(at('app/account'));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const figure = async (label: string) => {
    await visit(page, at('app/dashboard'));
    const card = page.getByRole('main').getByRole('link', { name: new RegExp(`^${label} ?[\\d,]+$`) });
    const [number] = /[\d,]+$/.exec((await card.textContent()) ?? '') ?? [''];
    await card.click();
    const total = page.getByRole('status').filter({ hasText: /^[\d,]+ \S/ });
    await expect(total).toBeVisible();
    return { number, total };
  };
  const active = page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'Active' });
  for (const [label, noun] of [
    ['Companies', /compan/],
    ['Projects', /project/],
  ] as const) {
    const { number, total } = await figure(label);
    await expect(total).toHaveText(new RegExp(`^${number} ${noun.source}`));
    await expect(active).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('group', { name: 'Show' }).getByRole('button', { name: 'All' }).click();
    await expect(total).not.toHaveText(new RegExp(`^${number} ${noun.source}`));
  }
  for (const [label, noun] of [
    ['Products', 'product'],
    ['Subscriptions', 'subscription'],
  ] as const) {
    const { number, total } = await figure(label);
    await expect(total).toHaveText(new RegExp(`^${number} ${noun}`));
    await expect(page.getByLabel('Show')).toHaveValue('exclude');
  }
  for (const label of ['Product Categories', 'Subscriptions Categories']) {
    const { number } = await figure(label);
    // Besides the categories there is one choice for all of them.
    const choices = page.getByRole('region', { name: 'Categories' }).getByRole('list').getByRole('button');
    await expect(choices).toHaveCount(Number(number) + 1);
  }
  for (const label of ['Admin Users', 'All Users']) {
    const { number, total } = await figure(label);
    await expect(total).toHaveText(new RegExp(`^${number} user`));
  }
});

test('soon ending subscriptions are found from their card', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  // Tomorrow: it is on the first page, whatever other tests let end in two weeks.
  await attachSubscription(api, project, 1);
  await page.goto(at('app/dashboard'));
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Subscriptions Ending Soon/ })
    .click();
  await expect(page).toHaveURL(at('app/renewals?preset=14'));
  // As many are listed as the card says.
  const { subscriptionsEndingInTwoWeeks } = await api.call<{ subscriptionsEndingInTwoWeeks: number }>(
    'GET',
    'dashboard/statistics',
  );
  const listed = await api.call<{ id: string }[]>('GET', 'project?EndingSoon=true&PageSize=200');
  const ends = await Promise.all(listed.map(({ id }) => endingSoon(api, id)));
  expect(ends.reduce((sum, count) => sum + count, 0)).toBe(subscriptionsEndingInTwoWeeks);
  const table = page.getByRole('table', { name: 'Renewals' });
  await expect(
    table.getByRole('cell', { name: new RegExp(`^${subscriptionsEndingInTwoWeeks} subscription`) }),
  ).toBeVisible();
  await expect(table.getByRole('link', { name: project.name })).toBeVisible();
});

test('a moderator is asked nothing about cost, and led to no page that refuses', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api);
  await attachProduct(api, project);
  await attachSubscription(api, project);
  const user = await addUser(api, 'Dora Developer');
  await api.addModerator(project.company.id, user.email, 4);
  await openAs(page, server, user, at('app/dashboard'));
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 3 })).toContainText(['Which companies bring most a month?']);
  for (const card of await main.getByRole('listitem').filter({ hasText: 'Cost/Price' }).all()) {
    await expect(card).toHaveText(/cost – Owners and Managers see it\s*price \$[\d,.]+/);
  }
  await expect(main.getByText(/cost/i)).toHaveCount(2 * 2);
  await expectAccessible(page);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Subscriptions' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Account' })).toHaveCount(0);

  // Other tests fill the lists, too.
  const pages = [
    `projects/${project.id}`,
    `products?search=${project.product.name}`,
    `subscriptions?search=${project.subscription.name}`,
    `subscriptions/${project.subscription.id}`,
  ];
  for (const path of pages) {
    await page.goto(at(`app/${path}`));
    await expect(
      main
        .getByText(project.name)
        .or(main.getByText(project.subscription.name))
        .or(main.getByText(project.product.name))
        .first(),
    ).toBeVisible();
    // What a role may do is told on the pages of its companies and projects, and names cost.
    if (path.startsWith('projects/')) await expect(main.getByText('Sees everything except cost')).toBeVisible();
    await expect(main.getByText(/cost/i).filter({ hasNotText: 'Sees everything except cost' })).toHaveCount(0);
  }
});

test('what is looked at next is loaded before it is asked for', async ({ page, at }) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname.replace(/^.*api\/v1/, '')));
  await page.goto(at('app/dashboard'));
  const first = ['/dashboard/statistics', '/notification', '/company'];
  const catalogues = ['/product/categories', '/product', '/subscription/categories', '/subscription'];
  await expect.poll(() => [...asked]).toEqual(expect.arrayContaining([...first, ...catalogues]));
});

test('every request carries the token and the time', async ({ page, at }) => {
  const headers: Record<string, string>[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) headers.push(request.headers());
  });
  const began = Date.now();
  await page.goto(at('app/dashboard'));
  await expect(page.getByText('All Users')).toBeVisible();
  await expect.poll(() => headers.length).toBeGreaterThan(2);
  for (const { authorization, datetimeiso } of headers) {
    expect(authorization).toMatch(/^Bearer \S+$/);
    expect(new Date(datetimeiso ?? '').getTime()).toBeGreaterThanOrEqual(began);
  }
});

test('notifications: unviewed rows stand out, a click marks them and leads on', { tag: '@prove' }, async ({
  page,
  at,
  api,
}) => {
  const { id: companyId } = await api.createCompany(unique('Notified'));
  const { id: projectId } = await api.createProject(companyId, 'Website');
  const [seen, fresh] = [unique('Seen'), unique('Fresh')];
  await api.attachSubscription(projectId, seen, 5);
  const { id: itemId } = await api.attachSubscription(projectId, fresh, 6);
  const unread = () =>
    api.call<{ data: { id: string; details: string }[] }>('GET', 'notification?UnreadOnly=true&PageSize=200');
  const { data } = await unread();
  await api.call('PUT', 'notification', { notificationId: data.find(({ details }) => details.includes(seen))?.id });

  const count = (await unread()).data.length;
  await page.goto(at('app/dashboard'));
  await expect(page.getByRole('main')).toContainText(`${count} new notification`);
  await expect(page.getByRole('link', { name: new RegExp(`Notifications.*${count} new notification`) })).toBeVisible();

  await page.goto(at('app/notifications'));
  await expect(page.getByRole('columnheader')).toHaveText(['Date', 'Title', 'Description']);
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row(fresh)).toContainText('Subscription ends soon');
  const background = (name: string) => row(name).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background(fresh)).not.toBe(await background(seen));
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Not viewed' }).click();
  await expect(page).toHaveURL(/unread=true/);
  await expect(row(seen)).toBeHidden();
  await row(fresh).click();
  await expect(page).toHaveURL(at(`app/projects/${projectId}/sub/${itemId}`));
  expect((await unread()).data.some(({ details }) => details.includes(fresh))).toBe(false);
});

test.describe('a part of a page that breaks', () => {
  test.use({ expectedErrors: /TypeError|ComponentBoundary|error boundary/ });

  test('says so, and leaves the rest standing', async ({ page, at, api }) => {
    const company = await api.createCompany(unique('Broken'));
    await page.route(`**/api/v1/company/${company.id}`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), moderators: null } });
    });
    await page.goto(at(`app/companies/${company.id}`));
    await expect(page.getByText('failed loading this component.')).toBeVisible();
    await expect(page.getByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  });
});

test('the dashboard and Reports name the same largest customer, by the month', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  // One-off products decide nothing.
  await attachProduct(api, project, { price: 999_999_999.99 });
  await attachSubscription(api, project, 30);
  const first = async (path: string, title: RegExp) => {
    await page.goto(at(path));
    const bar = page.getByRole('group', { name: title }).getByRole('link').first();
    return ((await bar.getAttribute('aria-label')) ?? '').replace(/ (price|a month)/g, '');
  };
  await expect(async () => {
    const [ours, theirs] = [
      await first('app/dashboard', /^Which companies bring most/),
      await first('app/reports', /^Which companies/),
    ];
    expect(ours.split(',')[0]).toBe(theirs.split(',')[0]);
  }).toPass();
  await page.goto(at('app/dashboard'));
  const cards = page.getByRole('listitem').filter({ hasText: 'Cost/Price' });
  await expect(cards).toContainText([/whole terms/, /each paid once/]);
  const help = page.getByRole('link', { name: "What is Projects' Products Cost/Price (USD)?" });
  await page.goto(new URL((await help.getAttribute('href')) ?? '', page.url()).href);
  await expect(page.getByRole('heading', { name: 'One-off products' })).toBeInViewport();
});

test('Today says what an end is worth, cancels it in its row, and puts it off', async ({ page, at, api, server }) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 0);
  await attachSubscription(api, project, 0, { price: 40.5 });
  const user = await addUser(api, 'Olga Owner');
  await api.addModerator(project.company.id, user.email, 1);
  await openAs(page, server, user, at('app/dashboard'));
  const rows = page.getByRole('list', { name: 'Within 7 days', exact: true }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/\$[\d,.]+ a month/);
  await expect(rows.first()).toContainText(`${project.company.name}, ${project.name}`);

  await rows
    .first()
    .getByRole('button', { name: /^Snooze/ })
    .click();
  await page.getByRole('menuitem', { name: 'Snooze until tomorrow' }).click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Show again' }).click();
  await expect(rows).toHaveCount(2);

  await rows
    .first()
    .getByRole('button', { name: /^Cancel/ })
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('Moved elsewhere');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(rows).toHaveCount(1);
  await expectAccessible(page);
});

test('Today names ends and last days to cancel of seven days, by day, and leads to each', async ({
  page,
  at,
  api,
  server,
}) => {
  const project = await projectWithCatalogue(api);
  await attachSubscription(api, project, 7);
  await attachSubscription(api, project, 9);
  await attachSubscription(api, project, 20, { autoRenew: true, noticeDays: 16 });
  await attachSubscription(api, project, 30, { autoRenew: true, noticeDays: 16 });
  const user = await addUser(api, 'Wanda Week');
  await api.addModerator(project.company.id, user.email, 1);
  await openAs(page, server, user, at('app/dashboard'));
  const rows = page.getByRole('list', { name: 'Within 7 days', exact: true }).getByRole('listitem');
  await expect(rows).toContainText([/cancel by \d/, /ends \d/]);
  // What renews by itself needs no renewal.
  await expect(rows.first().getByRole('button', { name: /^Cancel/ })).toBeVisible();
  await expect(rows.first().getByRole('button', { name: /^Renew/ })).toHaveCount(0);
  await expect(rows.last().getByRole('button', { name: /^Renew/ })).toBeVisible();

  for (const name of ['1 ending within 7 days: show all', '1 to cancel within 7 days: show all']) {
    await page.getByRole('link', { name }).click();
    const listed = page.getByRole('main').getByRole('link', { name: project.subscription.name });
    await expect(listed).toHaveCount(1);
    await page.goBack();
  }
});
