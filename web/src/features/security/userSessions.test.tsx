import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import UserSessions from './UserSessions';

const email = 'ann@example.com';

it('says where somebody is signed in, and when they were last seen', async () => {
  const session = { id: '1', agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0', address: '192.0.2.7' };
  const lastUsedAt = new Date(Date.now() - 3 * 60_000).toISOString();
  const calls = serve({
    'GET /UserManagement/ann%40example.com/session': () => listOf([{ ...session, lastUsedAt }], 7),
  });
  renderAt('/', <UserSessions email={email} action={<button type="button">Sign out everywhere</button>} />);
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    'Firefox on Windowslast seen 3 minutes ago from 192.0.2.7',
  );
  expect(screen.getByText('And in 6 more browsers, which were seen earlier.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  expect(calls[0]?.query.get('PageSize')).toBe('5');
});

it('says of somebody who is signed in nowhere when they last were', async () => {
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString();
  const event = { id: '1', at, kind: 'signIn', email, address: '', agent: '', details: '' };
  serve({
    'GET /UserManagement/ann%40example.com/session': () => listOf([]),
    'GET /securityEvent': () => listOf([event]),
  });
  renderAt('/', <UserSessions email={email} action="never" />);
  expect(await screen.findByText(/Not signed in anywhere now\. Last signed in/)).toHaveTextContent('2 days ago');
  expect(screen.queryByText('never')).toBeNull();
});
