import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { WebhooksPage } from './WebhooksPage';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: true }) }));

const webhook = {
  id: 'w1',
  url: 'https://one.example.com/',
  events: ['company.*'],
  isEnabled: true,
  owner: { email: 'ada@example.com', displayName: 'Ada' },
  createdAt: '2026-11-14T10:00:00Z',
  failingSince: null,
  offReason: null,
  version: 1,
};
const off = {
  ...webhook,
  id: 'w2',
  url: 'https://two.example.com/',
  isEnabled: false,
  offReason: 'No delivery arrived for a day.',
};

it('points out the webhook that a notification leads to', async () => {
  const scrolledTo = vi.spyOn(Element.prototype, 'scrollIntoView').mock.contexts;
  serve({ 'GET /webhook': [webhook, off] });
  renderAt(`${paths.app.webhooks()}?webhook=w2`, <WebhooksPage />);
  const meant = (await screen.findByText(off.offReason)).closest('li[aria-current]');
  expect(meant).toHaveTextContent('https://two.example.com/');
  expect(document.querySelectorAll('li[aria-current]')).toHaveLength(1);
  expect(scrolledTo).toEqual([meant]);
});
