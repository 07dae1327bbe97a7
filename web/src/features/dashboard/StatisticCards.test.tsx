import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { failToReadAgain, renderAt } from '@/testApp';
import { serve } from '@/testServer';
import type { Statistics } from './queries';
import { StatisticCards } from './StatisticCards';

const statistics: Statistics = {
  companies: 1200,
  projects: 3,
  subscriptionsEndingInTwoWeeks: 4,
  projectsSubscriptionsCost: 10.5,
  projectsSubscriptionsPrice: 20.25,
  projectsProductsCost: 900,
  projectsProductsPrice: 1200.1,
  productCategories: 5,
  products: 6,
  subscriptionCategories: 7,
  subscriptions: 8,
  adminUsers: 9,
  allUsers: 10,
  currencyName: 'USD',
};

it('shows all eleven, cost and price as two figures', async () => {
  serve({ 'GET /dashboard/statistics': statistics });
  renderAt(paths.app.dashboard(), <StatisticCards isAdmin />);
  expect(screen.getByText('Loading Statistics...')).toBeVisible();
  await screen.findByText('1,200');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Companies1,200',
    'Projects3',
    'Subscriptions Ending Soon4Within 14 days, without being renewed',
    "Projects' Subscriptions Cost/Price (USD)cost $10.50price $20.25Running subscriptions: the prices of their whole terms, of months and of years, added up",
    "Projects' Products Cost/Price (USD)cost $900.00price $1,200.10Products of all projects, each paid once",
    'Product Categories5',
    'Products6',
    'Subscriptions Categories7',
    'Subscriptions8',
    'Admin Users9',
    'All Users10',
  ]);
});

it('leaves out what a moderator may not see', async () => {
  const hidden = { adminUsers: null, allUsers: null, projectsSubscriptionsCost: null, projectsProductsCost: null };
  serve({ 'GET /dashboard/statistics': { ...statistics, ...hidden } });
  renderAt(paths.app.dashboard(), <StatisticCards isAdmin={false} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(9);
  await screen.findByText('1,200');
  expect(screen.queryByText('All Users')).toBeNull();
  const money = screen.getByRole('link', { name: /^Projects' Subscriptions Cost/ });
  expect(money).toHaveTextContent('cost – Owners and Managers see itprice $20.25Running subscriptions');
});

it('opens the list that it counts', async () => {
  serve({ 'GET /dashboard/statistics': statistics });
  renderAt(paths.app.dashboard(), <StatisticCards isAdmin />);
  await screen.findAllByRole('link', { name: /^What is/ });
  const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href')?.replace('/btracker/app/', ''));
  expect(targets).toEqual([
    'companies?removed=exclude',
    'projects?removed=exclude',
    'renewals?preset=14',
    '/help/figures#running-ends-soon-ended',
    'projects?removed=exclude',
    '/help/figures#prices-of-whole-terms',
    'projects?removed=exclude',
    '/help/figures#one-off-products',
    'products?removed=exclude',
    'products?removed=exclude',
    'subscriptions?removed=exclude',
    'subscriptions?removed=exclude',
    'users?admins=true',
    'users',
  ]);
});

it.each([404, 500, 503])('says when they could not be loaded (%d), and tries again', async (status) => {
  let fails = true;
  serve({ 'GET /dashboard/statistics': () => (fails ? Response.json({}, { status }) : statistics) });
  const { user, client } = renderAt(paths.app.dashboard(), <StatisticCards isAdmin />);
  expect(await screen.findByText('An error occurred while loading statistics.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('1,200')).toBeVisible();

  // What was there stays when it can not be read again.
  await failToReadAgain(client);
  expect(screen.getByText('1,200')).toBeVisible();
});
