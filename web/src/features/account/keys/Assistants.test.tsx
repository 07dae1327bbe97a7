import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import Assistants from './Assistants';

afterEach(cleanup);

it('makes a key and fills it into what four assistants take', async () => {
  serve({
    'GET /company': [],
    'POST /account/key': { id: 'k1', name: 'Claude', scope: 'read', key: 'btk_SECRET' },
  });
  const { user } = renderAt(paths.app.account(), <Assistants />);
  const pasted = () => document.querySelector('pre')?.textContent ?? '';
  expect(pasted()).toContain('claude mcp add');
  expect(pasted()).toContain('YOUR KEY');
  await user.click(screen.getByRole('button', { name: 'Add key for an assistant' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Name/), 'Claude');
  await user.click(dialog.getByRole('button', { name: 'Add key' }));
  expect(await screen.findByText('btk_SECRET')).toBeVisible();
  expect(pasted()).toContain('Bearer btk_SECRET');
  for (const [name, part] of [
    ['Claude Desktop', '"BTRACKER_KEY": "btk_SECRET"'],
    ['Cursor', '"Authorization": "Bearer btk_SECRET"'],
    ['VS Code', '"servers"'],
  ] as const) {
    await user.click(screen.getByRole('button', { name }));
    expect(pasted()).toContain(part);
    expect(JSON.parse(pasted())).toBeTypeOf('object');
  }
});
