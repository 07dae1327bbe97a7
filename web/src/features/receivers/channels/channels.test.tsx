import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { ChannelsPage } from './ChannelsPage';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: true }) }));

const channel = {
  id: 'c1',
  name: '#renewals',
  kind: 'slack',
  host: 'hooks.slack.com',
  companyId: null,
  companyName: null,
  events: ['endsSoon', 'newer'],
  when: 'daily',
  isEnabled: true,
  owner: { email: 'ada@example.com', displayName: 'Ada' },
  createdAt: '2026-11-14T10:00:00Z',
  failingSince: null,
  offReason: null,
  version: 1,
};
const off = { ...channel, id: 'c2', name: '#off', isEnabled: false, offReason: 'No delivery arrived for a day.' };

it('points out the channel that a notification leads to', async () => {
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts;
  serve({ 'GET /channel': [channel, off] });
  renderAt(`${paths.app.channels()}?channel=c2`, <ChannelsPage />);
  const meant = (await screen.findByText(off.offReason)).closest('li[aria-current]');
  expect(meant).toHaveTextContent('#off');
  expect(scrolledTo).toEqual([meant]);
  expect(screen.getAllByText('newer')).toHaveLength(2);
});

it('shows what the chat answers to a test', async () => {
  serve({ 'GET /channel': [channel], 'POST /channel/test': { status: 404, body: 'no_service' } });
  renderAt(paths.app.channels(), <ChannelsPage />);
  await userEvent.click(await screen.findByRole('button', { name: 'Send test message: #renewals' }));
  expect(await screen.findByText('The chat refused the message (404).')).toBeVisible();
  expect(screen.getByText('no_service')).toBeVisible();
});
