import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import Deliveries from './Deliveries';
import WebhookDialog from './WebhookDialog';
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

it('says of each delivery what came of it, and when it is sent next', async () => {
  const delivery = {
    id: 'd1',
    event: 'company.create',
    at: new Date().toISOString(),
    status: null,
    error: 'The name is unknown.',
    attempts: 2,
    nextAt: new Date(Date.now() + 200_000).toISOString(),
  };
  const waits = { ...delivery, id: 'd2', error: null, attempts: 0 };
  const sent = { ...delivery, id: 'd3', status: 204, error: null, attempts: 1, nextAt: null };
  serve({ 'GET /webhook/w1/delivery': listOf([delivery, waits, sent]) });
  renderAt(paths.app.webhooks(), <Deliveries of={{ ...webhook, isEnabled: false }} onClose={() => {}} />);
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Companies: addedjust nowNo answer The name is unknown.2 attempts · Next attempt: in 3 minutes',
    'Companies: addedjust nowNot sent yet · Next attempt: in 3 minutes',
    'Companies: addedjust now204 1 attempt',
  ]);
});

describe('the event in the lists', () => {
  async function open(of?: typeof webhook) {
    const calls = serve({ 'POST /webhook': { ...webhook, secret: 'whsec_' }, 'PUT /webhook': webhook });
    const { user } = renderAt(paths.app.webhooks(), <WebhookDialog of={of} onAdded={() => {}} onClose={() => {}} />);
    const choose = (list: string, option: string) => user.selectOptions(screen.getByLabelText(list), option);
    const press = (name: string) => user.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }));
    const sent = async (verb: string) => {
      await press(verb);
      await waitFor(() => expect(calls).not.toHaveLength(0));
      const body = calls[0]?.body as { events: string[] } | undefined;
      return body?.events;
    };
    if (!of) await user.type(screen.getByLabelText(/^Url/), 'https://one.example.com/');
    return { choose, press, sent };
  }

  it('counts for a new webhook without being added', async () => {
    const { sent } = await open();
    expect(await sent('Add webhook')).toEqual(['company.*']);
  });

  it('counts as it was chosen last, beside those that were added', async () => {
    const { choose, press, sent } = await open();
    await choose('Records', 'Projects');
    await press('Add event');
    await choose('Records', 'Users');
    await choose('What happens', 'Added');
    expect(await sent('Add webhook')).toEqual(['project.*', 'user.create']);
  });

  it('does not come back when what was added is taken away', async () => {
    const { choose, press, sent } = await open();
    await press('Add event');
    await choose('Records', 'Projects');
    await press('Add event');
    await press('Projects: any change');
    expect(await sent('Add webhook')).toEqual(['company.*']);
  });

  it('counts for a stored webhook once it is changed', async () => {
    const stored = { ...webhook, events: ['project.*'] };
    expect(await (await open(stored)).sent('Save')).toEqual(['project.*']);
  });
});
