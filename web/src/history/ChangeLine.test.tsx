import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { dropJobs, useJobs } from '@/shared/jobs';
import { notify, undoRequest } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ChangeList } from './ChangeLine';
import { type Change, linesOf } from './change';
import { companyChange, priceChange } from './testChange';
import UndoOfToasts from './undo';

const here = paths.companies.details('c1');

function show(...changes: Change[]) {
  return renderAt(here, <ChangeList lines={linesOf(changes)} place={{ entity: 'company', id: 'c1' }} />);
}

const conflict = {
  code: 'undoConflict',
  conflicts: [
    { entity: 'company', id: 'c1', name: 'Acme', field: 'name', label: 'Name', current: 'Acme Ltd', wanted: 'Acne' },
  ],
};

it('tells who changed what, from which value to which', () => {
  show(priceChange);
  const line = screen.getByRole('listitem');
  expect(line).toHaveTextContent('Marc Manning changed Price of subscription VPS from $176.40 to $181.40');
  expect(line).toHaveTextContent('15 Nov 2026, 12:30');
  expect(within(line).getByText('$176.40').tagName).toBe('DEL');
  expect(within(line).getByText('$181.40').tagName).toBe('INS');
  expect(screen.getByRole('link', { name: 'VPS' })).toHaveAttribute('href', paths.projects.subscription('p1', 's1'));
});

it('does not name the record on its own page', () => {
  show(companyChange, { ...companyChange, seq: 1, action: 'create' });
  const [edit, create] = screen.getAllByRole('listitem');
  expect(edit).toHaveTextContent('Marc Manning changed Name from Acne to Acme');
  expect(create).toHaveTextContent('Marc Manning added this company');
});

it('shows long texts as a difference of words, and photos as two photos', async () => {
  show({
    ...companyChange,
    fields: [
      { name: 'details', label: 'Details', before: 'A bakery in Oslo', after: 'A bakery in Bergen' },
      { name: 'photoUrl', label: 'Photo', before: '/photo/a', after: '/photo/b' },
    ],
  });
  expect(await screen.findByText('A bakery in')).toBeVisible();
  expect(screen.getByText('Oslo')).toHaveTextContent('removed: Oslo');
  expect(screen.getByText('Bergen')).toHaveTextContent('added: Bergen');
  expect(screen.getByRole('img', { name: 'Photo before' })).toHaveAttribute('src', '/photo/a');
  expect(screen.getByRole('img', { name: 'Photo after' })).toHaveAttribute('src', '/photo/b');
});

it('names the program, and the way a change came by', () => {
  show(
    { ...priceChange, action: 'renew', actor: null },
    { ...priceChange, seq: 1, via: { kind: 'key', name: 'Billing' } },
  );
  const [renewal, byKey] = screen.getAllByRole('listitem');
  expect(renewal).toHaveTextContent('btracker renewed subscription VPS');
  expect(byKey).toHaveTextContent('with the key Billing');
});

it('says why a change can not be undone, and that one is undone', () => {
  show(
    { ...companyChange, undo: { allowed: false, reason: 'A password was set.' } },
    { ...companyChange, seq: 1, undo: { allowed: false, reason: 'It was taken back already.' }, undoneBy: 900 },
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(screen.getByText('A password was set.')).toBeVisible();
  expect(screen.getByText('Undone')).toBeVisible();
  expect(screen.queryByText('It was taken back already.')).toBeNull();
});

it('undoes a change, and offers to redo it', async () => {
  const success = vi.spyOn(notify, 'success');
  const calls = serve({ 'PUT /change/undo': { batchId: 'b9', seqs: [813] } });
  const { user } = show(companyChange);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(success).toHaveBeenCalledWith('The change is undone.', expect.objectContaining({ label: 'Redo' })),
  );
  expect(calls[0]?.body).toEqual({ seq: 700 });
  success.mock.calls[0]?.[1]?.run();
  expect(undoRequest.get()).toEqual({ target: { seq: 813 } });
});

it('leaves the page of a record whose adding is undone', async () => {
  serve({ 'PUT /change/undo': { batchId: 'b9', seqs: [813] } });
  const { user, router } = show({ ...companyChange, action: 'create' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.list()));
});

it('lists what was changed again since, and overwrites it when told to', async () => {
  const answers = [Response.json(conflict, { status: 422 }), { batchId: 'b9', seqs: [813] }];
  const calls = serve({ 'PUT /change/undo': () => answers.shift() });
  const { user } = show(companyChange);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = await screen.findByRole('dialog', { name: 'Changed again since' });
  for (const text of ['Acme', 'Name', 'Acme Ltd', 'Acne']) {
    expect(within(dialog).getByText(text, { exact: true })).toBeVisible();
  }
  await user.click(within(dialog).getByRole('button', { name: 'Overwrite' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.at(-1)?.body ?? calls[1]?.body).toEqual({ seq: 700, force: true });
});

it('leaves a conflict alone when the question is canceled', async () => {
  const calls = serve({ 'PUT /change/undo': () => Response.json(conflict, { status: 422 }) });
  const { user } = show(companyChange);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls).toHaveLength(1);
});

it('says why the server refused an undo', async () => {
  const error = vi.spyOn(notify, 'error');
  const refusal = { code: 'cannotUndo', reason: 'The record was deleted for good.' };
  serve({ 'PUT /change/undo': () => Response.json(refusal, { status: 422 }) });
  const { user } = show(companyChange);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(error).toHaveBeenCalledWith('This can not be undone. The record was deleted for good.'));
});

it('counts in a batch that is too large to be read', async () => {
  const via = { kind: 'import', name: 'customers.csv' } as const;
  const rows = [2, 1].map((seq) => ({ ...companyChange, seq, action: 'create' as const, via, batchId: 'b1' }));
  serve({
    'GET /change': ({ query }: { query: URLSearchParams }) =>
      query.get('Action') === 'create' ? listOf(rows, 990) : listOf(rows, 1000),
  });
  show(...rows);
  expect(await screen.findByText(/added/)).toHaveTextContent('added 990 companies and changed 10 companies');
});

it('shows a batch as one line that opens, and undoes it whole', async () => {
  const batch = [3, 2, 1].map((seq) => ({ ...priceChange, seq, entityId: `s${seq}`, batchId: 'b1' }));
  const calls = serve({ 'GET /change': () => listOf(batch), 'PUT /change/undo': { batchId: 'b9', seqs: [4, 5, 6] } });
  const { user } = show(...batch.slice(0, 2));
  const told = (await screen.findByText('3 project subscriptions')).closest('p');
  expect(told).toHaveTextContent('Marc Manning set the price of 3 project subscriptions to $181.40');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show each' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  const success = vi.spyOn(notify, 'success');
  await user.click(screen.getByRole('button', { name: 'Undo all' }));
  await waitFor(() => expect(success).toHaveBeenCalledWith('3 changes undone.', expect.anything()));
  expect(calls.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ batchId: 'b1' });
});

function Jobs() {
  return useJobs().map(({ id, label }) => <p key={id}>{`${label} by ${id}`}</p>);
}

it('follows an undo that goes on as a job', async () => {
  serve({ 'PUT /change/undo': { id: 'job' } });
  renderAt(
    here,
    <>
      <UndoOfToasts request={{ target: { batchId: 'b1' } }} />
      <Jobs />
    </>,
  );
  expect(await screen.findByText('Undo by job')).toBeVisible();
  dropJobs();
});

it('carries out the undo of a toast', async () => {
  const success = vi.spyOn(notify, 'success');
  const calls = serve({ 'PUT /change/undo': { batchId: 'b9', seqs: [813] } });
  const request = { target: { seq: 5 }, done: 'Acme is restored.', leave: { from: here, to: paths.companies.list() } };
  const { router } = renderAt(here, <UndoOfToasts request={request} />);
  await waitFor(() => expect(success).toHaveBeenCalledWith('Acme is restored.', expect.anything()));
  expect(calls[0]?.body).toEqual({ seq: 5 });
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.list()));
});
