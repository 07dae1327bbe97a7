import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { StatisticCards } from './StatisticCards';

const statistics = { companies: 1200, projects: 3, adminUsers: null, allUsers: null, currencyName: 'USD' };

it('shows the figures that the user may see', async () => {
  serve({ 'GET /dashboard/statistics': statistics });
  renderAt(paths.app.dashboard(), <StatisticCards />);
  expect(screen.getByText('Loading Statistics...')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Companies 1,200' })).toBeVisible();
  expect(screen.queryByText('All Users')).toBeNull();
});

it('says when they could not be loaded, and tries again', async () => {
  let fails = true;
  serve({ 'GET /dashboard/statistics': () => (fails ? Response.json({}, { status: 503 }) : statistics) });
  const { user } = renderAt(paths.app.dashboard(), <StatisticCards />);
  expect(await screen.findByText('An error occurred while loading statistics.')).toBeVisible();
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('1,200')).toBeVisible();
});
