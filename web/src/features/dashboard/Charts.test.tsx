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

it('each part that counts something leads to the list behind it', async () => {
  serve({ 'GET /dashboard/charts': data });
  const { client } = renderAt(paths.app.dashboard(), <Charts />);
  await screen.findByText('When do subscriptions end?', { selector: 'h3' });
  // Also when they can not be read again.
  await failToReadAgain(client);
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  expect(links).toEqual([
    ['Week of 16 Nov 2026: 3 subscriptions end', `${paths.app.renewals()}?preset=any&from=2026-11-16&to=2026-11-22`],
    ['Waiting Confirm: 1 product, 25%', `${projects}?status=0`],
    ['In Progress: 3 products, 75%', `${projects}?status=1`],
    ['Acme: $1,200.10 price, $900.00 cost', `${projects}?company=c1`],
    ['Globex: $300.00 price', `${projects}?company=c2`],
  ]);
});

it('the value under the focus is written out, and a table tells all of them', async () => {
  serve({ 'GET /dashboard/charts': data });
  const { user } = renderAt(paths.app.dashboard(), <Charts />);
  expect(await screen.findByText('3 subscriptions end in the next twelve weeks, unrenewed')).toBeVisible();
  await user.tab();
  expect(screen.getByText('Week of 16 Nov 2026: 3 subscriptions end')).toBeVisible();
  const table = screen.getByRole('table', { name: 'What do companies pay, and what do they cost?' });
  expect(within(table).getByRole('row', { name: 'Globex $300.00 –' })).toBeInTheDocument();
});

it('asks nothing about cost where it is hidden', async () => {
  const hidden = data.topCompanies.map((company) => ({ ...company, cost: null }));
  serve({ 'GET /dashboard/charts': { ...data, topCompanies: hidden } });
  renderAt(paths.app.dashboard(), <Charts />);
  const table = await screen.findByRole('table', { name: 'What do companies pay?' });
  expect(within(table).getByRole('row', { name: 'Globex $300.00' })).toBeInTheDocument();
  expect(screen.queryByText(/cost/i)).toBeNull();
});

it('says what is missing instead of drawing nothing', async () => {
  const nothing = { endingByWeek: [{ weekStart: '2026-11-09', count: 0 }], topCompanies: [], productsByStatus: [] };
  serve({ 'GET /dashboard/charts': nothing });
  renderAt(paths.app.dashboard(), <Charts />);
  expect(await screen.findByText('No company has projects with a price yet.')).toBeVisible();
  expect(screen.getByText('No project has a product yet.')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

it('tells companies of one name apart', async () => {
  const complaint = vi.spyOn(console, 'error');
  const namesakes = data.topCompanies.map((company) => ({ ...company, name: 'Acme' }));
  serve({ 'GET /dashboard/charts': { ...data, topCompanies: namesakes } });
  renderAt(paths.app.dashboard(), <Charts />);
  await screen.findByText('When do subscriptions end?', { selector: 'h3' });
  expect(screen.getAllByRole('rowheader', { name: 'Acme' })).toHaveLength(2);
  expect(complaint).not.toHaveBeenCalled();
});
