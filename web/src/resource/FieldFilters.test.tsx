import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { FieldFilters } from './FieldFilters';
import { ListPage } from './ListPage';
import { box, crates } from './testCrates';

const account = vi.hoisted(() => ({ displayName: 'Ada', isAdmin: true, isClient: false }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

beforeEach(() => Object.assign(account, { isAdmin: true, isClient: false }));

function show(search = '') {
  const calls = serve({
    'GET /crate': () => listOf([box]),
    'GET /project/subscription': () => {
      const answer = listOf([]);
      answer.headers.set('Totals', JSON.stringify({ count: 0, cost: null }));
      return answer;
    },
  });
  const page = renderAt(
    `${crates.paths.list()}${search}`,
    <ListPage resource={crates}>
      <FieldFilters resource={crates} />
    </ListPage>,
  );
  const asked = () => Object.fromEntries(calls.filter(({ request }) => request === 'GET /crate').at(-1)?.query ?? []);
  return { ...page, asked };
}

it('narrows by an amount from and to, in the address', async () => {
  const { user, router, asked } = show();
  await user.click(await screen.findByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: 'Price a month' }));
  await user.type(await screen.findByRole('textbox', { name: 'From' }), '1,250.5');
  await user.type(screen.getByRole('textbox', { name: 'To' }), '12,50{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('An amount looks like');
  await user.clear(screen.getByRole('textbox', { name: 'To' }));
  await user.type(screen.getByRole('textbox', { name: 'To' }), '9{Enter}');
  expect(screen.getByRole('alert')).toHaveTextContent('can not be below');
  await user.type(screen.getByRole('textbox', { name: 'To' }), '000{Enter}');
  expect(router.state.location.search).toBe('?monthlyPriceFrom=1250.5&monthlyPriceTo=9000');
  await waitFor(() => expect(asked()).toMatchObject({ MonthlyPriceFrom: '1250.5', MonthlyPriceTo: '9000' }));
  await user.click(screen.getByRole('button', { name: 'Price a month: $1,250.50 to $9,000.00, change' }));
  await user.clear(await screen.findByRole('textbox', { name: 'To' }));
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Price a month: $1,250.50 or more, show all' }));
  expect(router.state.location.search).toBe('');
});

it('takes a margin below zero, and whether a field is filled in', async () => {
  const { user, router, asked } = show();
  await user.click(await screen.findByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: 'Margin a month' }));
  await user.type(await screen.findByRole('textbox', { name: 'To' }), '-0.01{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add filter' }));
  await user.click(await screen.findByRole('button', { name: 'Contact' }));
  await user.click(await screen.findByRole('button', { name: 'Empty' }));
  expect(router.state.location.search).toBe('?marginTo=-0.01&hasContact=false');
  await waitFor(() => expect(asked()).toMatchObject({ MarginTo: '-0.01', HasContact: 'false' }));
  expect(screen.getByRole('button', { name: 'Margin a month: -$0.01 or less, change' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Contact: empty, change' })).toBeVisible();
});

it('sends nothing that is no amount', async () => {
  const { asked } = show('?monthlyPriceFrom=lots&hasContact=maybe&marginTo=1e9');
  await screen.findByText('1 crate');
  expect(Object.keys(asked())).not.toContain('MonthlyPriceFrom');
  expect(Object.keys(asked())).not.toContain('HasContact');
  expect(Object.keys(asked())).not.toContain('MarginTo');
});

it('does not offer a margin to those who see no cost, and takes it out of the address', async () => {
  Object.assign(account, { isAdmin: false, isClient: true });
  const { user, router } = show('?marginTo=0&hasContact=true');
  await waitFor(() => expect(router.state.location.search).toBe('?hasContact=true'));
  await user.click(await screen.findByRole('button', { name: 'Add filter' }));
  expect(await screen.findByRole('button', { name: 'Price a month' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Margin a month' })).toBeNull();
});
