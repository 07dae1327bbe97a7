import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { failToReadAgain, renderAt } from '@/testApp';
import { serve } from '@/testServer';
import Charts from './Charts';
import type { Charts as Data } from './queries';

const data: Data = {
  endingByWeek: [
    { weekStart: '2026-11-09', count: 0 },
    { weekStart: '2026-11-16', count: 3 },
  ],
  topCompanies: [
    { companyId: 'c1', name: 'Acme', price: 1200.1, cost: 900 },
    { companyId: 'c2', name: 'Globex', price: 300, cost: null },
  ],
  productsByStatus: [
    { status: 0, count: 1 },
    { status: 1, count: 3 },
    { status: 2, count: 0 },
  ],
};
const projects = paths.projects.list();

/** The companies as the report of recurring value has them, the largest first. */
function report(...companies: [id: string | null, name: string, price: number, cost: number | null][]) {
  const month = { month: '2026-11', count: 1, started: 0, ended: 0, repriced: 0 };
  const groups = companies.map(([id, name, price, cost]) => ({ id, name, months: [{ ...month, price, cost }] }));
  return { 'GET /report/recurring': { months: [], groups } };
}

const recurring = report(['c1', 'Acme', 120.1, 90], ['c2', 'Globex', 30, null], [null, 'Others', 7, 1]);

it('each part that counts something leads to the list behind it', async () => {
  serve({ 'GET /dashboard/charts': data, ...recurring });
  const { client } = renderAt(paths.app.dashboard(), <Charts />);
  await screen.findByRole('link', { name: /^Acme/ });
  // Also when they can not be read again.
  await failToReadAgain(client);
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  expect(links).toEqual([
    ['Week of 16 Nov 2026: 3 subscriptions end', `${paths.app.renewals()}?preset=any&from=2026-11-16&to=2026-11-22`],
    ['Waiting Confirm: 1 product, 25 %', `${projects}?status=0`],
    ['In Progress: 3 products, 75 %', `${projects}?status=1`],
    ['What is Price a month?', '/help/figures#value-a-month'],
    ['Acme: $120.10 price a month, $90.00 cost a month', `${paths.app.renewals()}?preset=any&kind=both&company=c1`],
    ['Globex: $30.00 price a month', `${paths.app.renewals()}?preset=any&kind=both&company=c2`],
  ]);
});

it('the value under the focus is written out, and a table tells all of them', async () => {
  serve({ 'GET /dashboard/charts': data, ...recurring });
  const { user } = renderAt(paths.app.dashboard(), <Charts />);
  expect(await screen.findByText('3 subscriptions end in the next twelve weeks, unrenewed')).toBeVisible();
  await user.tab();
  expect(screen.getByText('Week of 16 Nov 2026: 3 subscriptions end')).toBeVisible();
  const title = 'Which companies bring most a month, and what do they cost?';
  const table = await screen.findByRole('table', { name: title });
  expect(within(table).getByRole('row', { name: 'Globex $30.00 –' })).toBeInTheDocument();
  // What the colours stand for.
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Price a month',
    'Cost a month',
  ]);
});

it('asks nothing about cost where it is hidden', async () => {
  serve({ 'GET /dashboard/charts': data, ...report(['c2', 'Globex', 30, null]) });
  renderAt(paths.app.dashboard(), <Charts />);
  const table = await screen.findByRole('table', { name: 'Which companies bring most a month?' });
  expect(within(table).getByRole('row', { name: 'Globex $30.00' })).toBeInTheDocument();
  expect(screen.queryByText(/cost/i)).toBeNull();
});

it('says what is missing instead of drawing nothing', async () => {
  const nothing = { endingByWeek: [{ weekStart: '2026-11-09', count: 0 }], topCompanies: [], productsByStatus: [] };
  serve({ 'GET /dashboard/charts': nothing, ...report() });
  renderAt(paths.app.dashboard(), <Charts />);
  expect(await screen.findByText('No subscription with a price runs now.')).toBeVisible();
  expect(screen.getByText('No project has a product yet.')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

it('tells companies of one name apart', async () => {
  const complaint = vi.spyOn(console, 'error');
  serve({ 'GET /dashboard/charts': data, ...report(['c1', 'Acme', 20, 1], ['c2', 'Acme', 10, 1]) });
  renderAt(paths.app.dashboard(), <Charts />);
  expect(await screen.findAllByRole('rowheader', { name: 'Acme' })).toHaveLength(2);
  expect(complaint).not.toHaveBeenCalled();
});
