import { projectWithCatalogue } from './support/projects';
import { expect, field, overview, test, toast, unique } from './support/test';

test('details keep their line breaks, on the page and in the form', async ({ page, at, api }) => {
  const company = await api.createCompany(unique('Lines'));
  const edit = at(`app/companies/${company.id}/edit`);
  await page.goto(edit);
  await field(page, 'Details').fill('first line');
  await field(page, 'Details').press('Enter');
  await field(page, 'Details').pressSequentially('second line');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(at(`app/companies/${company.id}`));
  // biome-ignore lint/performance/useDomNodeTextContent: the text as it is drawn, not as it stands in the page's source
  expect(await overview(page).getByText('first line').innerText()).toBe('first line\nsecond line');

  await page.goto(edit);
  await expect(field(page, 'Details')).toHaveValue('first line\nsecond line');
});

test('an amount with a comma is answered with how to write it', async ({ page, at, api }) => {
  const project = await projectWithCatalogue(api);
  await page.goto(at(`app/projects/${project.id}/new-product`));
  await field(page, 'Price').fill('49,90');
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByText('Write 49.90 with a point.')).toBeVisible();
  await expect(field(page, 'Price')).toHaveValue('49,90');
});

test.describe('where it is already tomorrow', () => {
  test.use({ alone: true, timezoneId: 'Pacific/Kiritimati' });

  test("a new subscription begins on the person's own day", async ({ page, at, api }) => {
    const project = await projectWithCatalogue(api);
    // 14 hours ahead of UTC.
    await page.clock.setFixedTime('2026-11-14T20:00:00Z');
    await page.goto(at(`app/projects/${project.id}/new-subscription`));
    await expect(field(page, 'Start At')).toHaveValue('2026-11-15');
    await expect(field(page, 'End At')).toHaveValue('2027-11-14');
  });
});

test.describe('a status that no form knows', () => {
  test.use({ expectedErrors: /status of 418|The form was not saved/ });

  test('is told on the form, with what to do', { tag: '@prove' }, async ({ page, at }) => {
    await page.goto(at('app/companies/new'));
    const name = unique('Refused');
    await field(page, 'Name').fill(name);
    // As something between the browser and the server would answer.
    await page.route('**/api/v1/company', (route) => route.fulfill({ status: 418, body: '<h1>No</h1>' }), { times: 1 });
    await page.getByRole('button', { name: 'Add company' }).click();
    const banner = page.getByRole('alert');
    await expect(banner).toContainText('The server answered with status 418.');
    await expect(banner).toContainText(/try again/i);
    await expect(field(page, 'Name')).toHaveValue(name);

    await page.getByRole('button', { name: 'Add company' }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  });
});

test.describe('a save that gets no answer', () => {
  test.use({ alone: true, expectedErrors: /The form was not saved/ });

  test('ends after 100 seconds and says so', async ({ page, at }) => {
    await page.clock.install();
    await page.goto(at('app/companies/new'));
    await field(page, 'Name').fill(unique('Unanswered'));
    const asked = new Promise<void>((resolve) => {
      void page.route('**/api/v1/company', () => resolve());
    });
    await page.getByRole('button', { name: 'Add company' }).click();
    await asked;
    await page.clock.fastForward(100_000);
    await expect(toast(page, 'Request Timeout!')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add company' })).toBeEnabled();
    await page.unrouteAll();
  });
});
