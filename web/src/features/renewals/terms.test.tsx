import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RenewButton } from '@/records/projectSubscription/RenewButton';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { hosting } from './testRow';
import TodayActions from './today/TodayActions';

vi.mock('@/session/useAccount', () => ({
  useAccount: () => ({ email: 'ann@example.com', isAdmin: true, isClient: false }),
}));

const row = {
  ...hosting,
  startAt: '2025-01-01T00:00:00Z',
  endAt: '2025-12-31T23:59:59Z',
  state: 'ended',
  autoRenew: false,
} as const;

it.each([
  ['Renewals', <RenewButton key="r" subscription={row} />],
  ['Today', <TodayActions key="t" row={row} />],
])('a row of %s says what Renew does, and has other terms and prices in a menu', async (_, actions) => {
  const calls = serve({ 'PUT /project/subscription/renew': hosting });
  const { user } = renderAt('/app/renewals', <div data-testid="row">{actions}</div>);
  const menu = () => user.click(screen.getByRole('button', { name: /^Terms and prices of .*Hosting/ }));

  await menu();
  await user.click(await screen.findByRole('menuitem', { name: 'Change price…' }));
  const dialog = await screen.findByRole('dialog', { name: /^New Price: .*Hosting/ });
  // Clicks in it are not clicks on the row, nor is it drawn like one.
  expect(screen.getByTestId('row')).not.toContainElement(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: /^Renew .*Hosting.* until 31 Dec 2026 at \$20\.25$/ }));
  expect(calls.map(({ body }) => body)).toEqual([{ id: 's1', version: 2 }]);
});
