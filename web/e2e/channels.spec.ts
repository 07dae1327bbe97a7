import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startServer } from './support/server';
import { test as base, expect, expectAccessible, field, toast, unique } from './support/test';
import { world } from './support/world';

/** A chat of this machine that takes messages, in the place of Slack. */
async function startChat() {
  const taken: { text: string }[] = [];
  const state = { status: 200, says: 'ok' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    taken.push(JSON.parse(body));
    response.writeHead(state.status).end(state.says);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/services/secret-part`, host: `127.0.0.1:${port}`, taken, state, server };
}

/** The server may send to this machine. */
const test = base.extend({
  server: [
    async ({ basePath }, use) => {
      const server = await startServer(basePath, '127.0.0.1', { env: { BTRACKER_WEBHOOK_PRIVATE: 'true' } });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

test.use({ expectedErrors: /status of (400|422)/ });

test('an administrator connects a chat, tries it, and people read there what was canceled', async ({
  page,
  at,
  api,
}) => {
  const chat = await startChat();
  const name = unique('#renewals');
  await page.goto(at('app/dashboard'));
  await page.getByRole('link', { name: 'Channels' }).click();
  await expect(page).toHaveURL(at('app/channels'));
  await page.getByRole('button', { name: 'Add channel' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a channel' });
  await field(dialog, 'Name').fill(name);
  await field(dialog, 'Address of the incoming webhook').fill('ftp://127.0.0.1/');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(dialog).toContainText('must be an http or https address');
  await field(dialog, 'Address of the incoming webhook').fill(chat.url);
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(dialog).toBeHidden();

  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText(chat.host);
  await expect(row).toContainText('Ends soon');
  await expect(page.locator('body')).not.toContainText('secret-part');
  await row.getByRole('button', { name: 'Send test message' }).click();
  await expect(row).toContainText('The chat took the message (200).');
  await expect(row.getByText('ok', { exact: true })).toBeVisible();
  expect(chat.taken.at(-1)?.text).toContain('Test message');
  await expectAccessible(page);
  chat.state.status = 404;
  chat.state.says = 'no_service';
  await row.getByRole('button', { name: 'Send test message' }).click();
  await expect(row).toContainText('The chat refused the message (404).');
  await expect(row).toContainText('no_service');
  chat.state.status = 200;

  // Another name, without the address, which stays.
  await row.getByRole('button', { name: 'Edit: ' }).click();
  const edit = page.getByRole('dialog', { name: 'Change the channel' });
  await expect(field(edit, 'Address of the incoming webhook')).toHaveValue('');
  await edit.getByLabel('Renewed').check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The channel is saved.')).toBeVisible();
  await expect(row).toContainText('Renewed');

  const { sub, project } = await world(api);
  await api.call('PUT', 'project/subscription/cancel', { id: sub, cancelationReason: 'Too dear <!channel>' });
  await expect.poll(() => chat.taken.at(-1)?.text).toContain('Subscription canceled');
  const told = chat.taken.at(-1)?.text;
  expect(told).toContain('Too dear &lt;!channel&gt;');
  expect(told).toContain(`/app/projects/${project}/sub/${sub}`);

  await row.getByRole('button', { name: 'Switch off: ' }).click();
  await expect(row.getByRole('button', { name: 'Switch on: ' })).toBeVisible();
  chat.server.closeAllConnections();
  chat.server.close();
  await row.getByRole('button', { name: 'Send test message' }).click();
  await expect(row).toContainText('There was no connection, or it broke off.');
  await row.getByRole('button', { name: 'Remove: ' }).click();
  await page.getByRole('button', { name: 'Remove channel' }).click();
  await expect(row).toHaveCount(0);
});
