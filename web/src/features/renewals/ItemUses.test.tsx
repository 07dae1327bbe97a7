import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { bulkRequest } from '@/bulk/bulk';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ItemUsesTable } from './ItemUses';
import type { Renewal } from './queries';
import { hosting } from './testRow';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: true, isClient: false }) }));

const use = (id: string, changes: Partial<Renewal> = {}): Renewal => ({
  ...hosting,
  id,
  projectName: `Site ${id}`,
  ...changes,
});

async function show(newCost: number, uses: Renewal[], total = uses.length) {
  serve({ 'GET /project/subscription': () => listOf(uses, total) });
  const { user } = renderAt(
    '/app/subscriptions/cs1',
    <ItemUsesTable item={{ id: 'cs1', cost: newCost }}>{() => null}</ItemUsesTable>,
  );
  await screen.findByRole('table');
  return user;
}

const raise = () => screen.queryByRole('button', { name: /as the cost did$/ });

it('a rise of the cost is handed on to all that go on and have no other price to come', async () => {
  const user = await show(12.6, [
    use('a'),
    use('b', { state: 'active' }),
    use('over', { state: 'ended', cost: 8 }),
    use('gone', { state: 'canceled' }),
    use('planned', { planned: { price: 25, from: null } }),
  ]);
  expect(raise()).toHaveTextContent('Raise all 2 by 20 %, as the cost did');
  await user.click(screen.getByRole('button', { name: /^Raise all 2/ }));
  expect(bulkRequest.get()).toMatchObject({
    records: { ids: ['a', 'b'] },
    count: 2,
    action: 'reprice',
    params: { percent: 20, from: 'renewal' },
  });
});

it('a rise is offered for those that are selected', async () => {
  const user = await show(12.6, [use('a'), use('b', { cost: 12 })]);
  expect(raise()).toBeNull(); // their costs differ
  await user.click(screen.getByRole('checkbox', { name: 'Select Site b' }));
  await user.click(screen.getByRole('button', { name: 'Raise by 5 %, as the cost did' }));
  expect(bulkRequest.get()).toMatchObject({
    records: { ids: ['b'] },
    count: 1,
    params: { percent: 5, from: 'renewal' },
  });
});

it.each([
  ['a cost that falls', 10, [use('a')], 1],
  ['a cost that stays', 10.5, [use('a')], 1],
  ['more uses than are shown', 12.6, [use('a')], 60],
])('none is offered for %s', async (_, newCost, uses, total) => {
  await show(newCost, uses, total);
  expect(raise()).toBeNull();
});
