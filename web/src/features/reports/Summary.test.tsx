import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { Summary } from './Summary';

const figures = [
  { name: 'monthlyPrice', value: 4875, before: 4352.68 },
  { name: 'marginPercent', value: 30.5, before: 32 },
  { name: 'running', value: 40, before: 40 },
  { name: 'customers', value: 12, before: 9 },
  { name: 'started', value: 700, before: 0 },
  { name: 'ended', value: 180.5, before: 90 },
  { name: 'repriced', value: 2.82, before: 0 },
  { name: 'oneOff', value: 90, before: 45 },
];
const answer = {
  from: '2026-07',
  to: '2026-09',
  compared: { from: '2026-04', to: '2026-06' },
  figures,
  movers: [
    { companyId: 'a', companyName: 'Lost Lamps', value: 0, before: 900 },
    { companyId: 'b', companyName: 'Quarry Gardens', value: 500, before: 100 },
    { companyId: 'c', companyName: 'Meridian Bakery', value: 250, before: 200 },
  ],
};

async function show(changes: Partial<typeof answer> = {}) {
  serve({ 'GET /report/summary': { ...answer, ...changes } });
  renderAt('/app/reports', <Summary period={answer} compare="previous" today="2026-11-19" />);
  return within(await screen.findByRole('table', { name: 'Figures' }));
}

const priced = (value: number, before: number) => ({
  figures: figures.map((figure) => (figure.name === 'monthlyPrice' ? { ...figure, value, before } : figure)),
});

test.each([
  ['more', {}, '$4,875.00 a month, 12 % more than in the second quarter of 2026;'],
  ['less', priced(90, 100.1), '$90.00 a month, 10.1 % less than in the second quarter of 2026;'],
  ['alike', priced(90, 90), '$90.00 a month, as in the second quarter of 2026;'],
  ['from nothing', priced(90, 0), '$90.00 a month;'],
])('the boss reads what it is and how it changed: %s', async (_, changes, beginning) => {
  await show(changes);
  const [headline] = screen.getAllByText(/ new, /);
  const text = headline?.textContent?.replaceAll(/[\u2068\u2069]/g, '');
  expect(text).toBe(`${beginning} $700.00 new, $180.50 ended; Quarry Gardens has the largest increase.`);
});

test('each figure has its change, in its own unit', async () => {
  const table = await show();
  table.getByRole('row', { name: /^Price a month.* \$4,875\.00 \$4,352\.68 \+\$522\.32 \(\+12 %\)$/ });
  table.getByRole('row', { name: /^Margin in percent of the price 30\.5 % 32 % −1\.5 points$/ });
  table.getByRole('row', { name: /^Running subscriptions.* 40 40 unchanged$/ });
  table.getByRole('row', { name: /^Customers .* 12 9 \+3 \(\+33\.3 %\)$/ });
  table.getByRole('row', { name: /^Started, .* \$700\.00 \$0\.00 \+\$700\.00$/ });
});

const atEnd = '/btracker/app/renewals?preset=any&kind=both&at=2026-09-30T23:59:59.000Z';

test.each([
  ['Price a month', '', atEnd],
  ['Margin in percent of the price', '', atEnd],
  ['Running subscriptions', '', atEnd],
  ['Customers with a running subscription', '', `${atEnd}&sort=companyName`],
  ['Started, price a month', 'Opens what ran at the end, the latest start first.', `${atEnd}&sort=-startAt`],
  [
    'Ended, price a month',
    'Opens what is ended or canceled, by its last day.',
    '/btracker/app/renewals?preset=all&state=ended,canceled&from=2026-07-01&to=2026-09-30',
  ],
  [
    'Repriced, price a month',
    'Opens the edits of subscriptions in the period.',
    '/btracker/app/activity?entity=projectSubscription&action=edit&from=2026-07-01&to=2026-09-30',
  ],
  [
    'Products added, price paid once',
    'Opens the log of products added in the period.',
    '/btracker/app/activity?entity=projectProduct&action=create&from=2026-07-01&to=2026-09-30',
  ],
])('%s opens its rows, or says what it opens', async (name, says, address) => {
  const row = within((await show()).getByRole('row', { name: new RegExp(`^${name}`) }));
  expect(row.getAllByRole('link', { name: /\d/ })[0]).toHaveAttribute('href', address);
  expect(row.queryByText(/^Opens /)?.textContent ?? '').toBe(says);
});

test('companies that bring more and less are told apart, the largest change first', async () => {
  await show();
  const namesIn = (chart: string) =>
    within(screen.getByRole('table', { name: chart }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(namesIn('Who brings more?')).toEqual(['Quarry Gardens$500.00$100.00', 'Meridian Bakery$250.00$200.00']);
  expect(namesIn('Who brings less?')).toEqual(['Lost Lamps$0.00$900.00']);
});
