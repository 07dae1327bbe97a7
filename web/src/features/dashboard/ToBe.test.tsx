import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import ToBe from './ToBe';

it.each([
  ['soon', {}, 'Add subscriptions to the catalogue', paths.subscriptions.list()],
  ['waiting', { subscriptions: 1 }, 'Add products to the catalogue', paths.products.list()],
  ['losing', { subscriptions: 1 }, 'Add the first company', paths.companies.create()],
  ['waiting', { products: 1, companies: 1 }, 'Add the first project', paths.projects.create()],
] as const)('before there is a project, %s leads to the step that fills it', async (box, statistics, name, path) => {
  serve({ 'GET /dashboard/statistics': { companies: 0, products: 0, subscriptions: 0, ...statistics } });
  renderAt(paths.app.dashboard(), <ToBe box={box} />);
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', path);
});
