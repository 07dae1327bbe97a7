import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { laptop, seenWith, site } from '@/records/project/testProject';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { ProductValue } from './Value';

const path = paths.projects.product('p1', 'd1');

it('says what is paid once, with cost and margin', () => {
  renderAt(path, <ProductValue product={laptop} access={site.access} />);
  expect(screen.getByText('$1,200.10').parentElement).toHaveTextContent('$1,200.10 once');
  expect(screen.getByText('Cost, once').parentElement).toHaveTextContent('$900.00');
  expect(screen.getByText('Margin').parentElement).toHaveTextContent('$300.10 25.0 %');
});

it('says nothing of a hidden cost', () => {
  renderAt(path, <ProductValue product={{ ...laptop, cost: null }} access={site.access} />);
  expect(screen.getByText('$1,200.10')).toBeVisible();
  expect(screen.queryByText(/cost|margin/i)).toBeNull();
});

it.each([
  [0, 'Start work', 1, 'Laptop is now: In Progress.'],
  [1, 'Mark as delivered', 2, 'Laptop is now: Delivered.'],
] as const)('takes the step after status %i', async (status, step, next, told) => {
  const calls = serve({ 'PUT /project/product': { ...laptop, status: next, version: 5 } });
  const success = vi.spyOn(notify, 'success');
  const { user } = renderAt(path, <ProductValue product={{ ...laptop, status }} access={site.access} />);
  await user.click(screen.getByRole('button', { name: step }));
  await waitFor(() => expect(success.mock.lastCall?.[0]).toBe(told));
  expect(calls[0]?.body).toMatchObject({ id: 'd1', status: next, version: 4, price: 1200.1, cost: 900 });
});

it.each([
  ['what is delivered', { ...laptop, status: 2 as const }, site.access],
  ['those who may not', laptop, seenWith({}).access],
])('offers no step to %s', (_whom, product, access) => {
  renderAt(path, <ProductValue product={product} access={access} />);
  expect(screen.queryByRole('button')).toBeNull();
});
