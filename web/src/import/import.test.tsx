import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropJobs, followJobs } from '@/shared/jobs';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ImportPage } from './ImportPage';
import { receiveComparing } from './queries';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ email: 'ann@example.com', isAdmin: true }) }));

const compared = {
  id: 'i1',
  list: 'company',
  name: 'customers.csv',
  columns: [
    { header: 'Name', field: 'name' },
    { header: 'Notiz', field: null },
  ],
  rows: 4,
  creates: 1,
  updates: 1,
  unchanged: 1,
  refused: 1,
  version: 1,
  bulkId: null,
};

const changed = { name: 'supportPhone', label: 'Support Phone', before: '+1', after: '+2' };
const row = { id: null, name: 'Acme', cells: ['Acme'], fields: [], errors: {} };
const rows = [
  { ...row, row: 2, state: 'create', fields: [{ ...changed, before: null }] },
  { ...row, row: 3, state: 'update', id: 'c1', name: 'Bolt', fields: [changed] },
  { ...row, row: 4, state: 'unchanged', id: 'c2', name: 'Core' },
  { ...row, row: 5, state: 'refused', name: '<b>=1+1</b>', errors: { Name: ['Name field is required.'] } },
];

/** Stands in for the browser's request, which tells how much is sent. */
class Sending {
  static last: Sending | undefined;
  upload = new EventTarget();
  private readonly events = new EventTarget();
  status = 0;
  response: unknown;
  address = '';
  body: unknown;
  isAborted = false;
  constructor() {
    Sending.last = this;
  }
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => 'content-type: application/json\r\n';
  addEventListener: EventTarget['addEventListener'] = (...args) => this.events.addEventListener(...args);
  send(body: unknown) {
    this.body = body;
  }
  abort() {
    this.isAborted = true;
    this.events.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown) {
    this.upload.dispatchEvent(new Event('load'));
    this.status = status;
    this.response = JSON.stringify(body);
    this.events.dispatchEvent(new Event('load'));
  }
  fail() {
    this.events.dispatchEvent(new Event('error'));
  }
}

beforeEach(() => {
  dropJobs();
  followJobs('ann@example.com');
  Sending.last = undefined;
  vi.stubGlobal('XMLHttpRequest', Sending);
});

afterEach(() => vi.unstubAllGlobals());

const file = new File(['Name\nAcme\n'], 'customers.csv');

function choose(chosen: File) {
  fireEvent.change(screen.getByLabelText('File to import'), { target: { files: [chosen] } });
}

/** The request that is on its way. */
async function sending(): Promise<Sending> {
  await waitFor(() => expect(Sending.last?.body).toBeDefined());
  return Sending.last as Sending;
}

describe('choosing a file', () => {
  it('sends it, tells how far that is, and leads to what it would change', async () => {
    serve({ 'GET /import/i1/rows': () => listOf(rows) });
    const { router } = renderAt('/app/import?list=company', <ImportPage />);
    choose(file);
    await screen.findByText('Sending customers.csv');
    const request = await sending();
    act(() => void request.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 4 })));
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.25');
    expect(request.address).toContain('/import?List=company&Name=customers.csv');
    expect(request.body).toBe(file);
    act(() => request.answer(201, compared));
    await waitFor(() => expect(router.state.location.search).toBe('?list=company&id=i1'));
  });

  it('tells how many rows of it are compared, not those of another tab', async () => {
    serve({});
    const { client } = renderAt('/app/import?list=company', <ImportPage />);
    choose(file);
    const request = await sending();
    act(() => void request.upload.dispatchEvent(new Event('load')));
    const progress = { id: 'i1', list: 'company', name: 'customers.csv', done: 500, total: 2000 };
    act(() => receiveComparing(client, { ...progress, name: 'other.csv' }));
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('value');
    act(() => receiveComparing(client, progress));
    await screen.findByText('500 of 2,000 rows');
    expect(screen.getByRole('progressbar')).toHaveAttribute('value', '0.25');
    act(() => receiveComparing(client, { ...progress, total: 0 }));
    await screen.findByText('500 rows');
    expect(screen.getByRole('progressbar')).not.toHaveAttribute('value');
  });

  it('says why a file is refused and what to do, and takes the next one', async () => {
    serve({});
    renderAt('/app/import?list=company', <ImportPage />);
    choose(file);
    const request = await sending();
    act(() => request.answer(400, { errors: { File: ['The file ends in the middle of a quoted cell.'] } }));
    const alert = await screen.findByRole('alert');
    within(alert).getByText('customers.csv was not imported. Nothing was changed.');
    within(alert).getByText('The file ends in the middle of a quoted cell.');
    within(alert).getByText('Correct the file and choose it again.');
    choose(new File([], 'empty.csv'));
    await screen.findByText(/^This file is empty/);
  });

  it('can be tried again without an answer, and canceled', async () => {
    serve({});
    const { user } = renderAt('/app/import?list=company', <ImportPage />);
    choose(file);
    const first = await sending();
    Sending.last = undefined;
    act(() => first.fail());
    await screen.findByText('There was no answer. Check your connection and try again.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const again = await sending();
    expect(again.body).toBe(file);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(again.isAborted).toBe(true);
    await screen.findByText('Drop a file here, or choose one');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a file that was read', () => {
  const at = '/app/import?list=company&id=i1';

  it('shows counts, differences and refusals as plain text', async () => {
    serve({ 'GET /import/i1': compared, 'GET /import/i1/rows': () => listOf(rows) });
    renderAt(at, <ImportPage />);
    await screen.findByText('customers.csv: 4 rows.');
    screen.getByText('Adds 1 company. Changes 1 company.');
    const update = (await screen.findByText('Bolt')).closest('tr') as HTMLElement;
    expect(within(update).getByText('+1').tagName).toBe('DEL');
    expect(within(update).getByText('+2').tagName).toBe('INS');
    const refused = screen.getByText('<b>=1+1</b>').closest('tr') as HTMLElement;
    within(refused).getByText('Name field is required.');
  });

  it('has its rows filtered by the address', async () => {
    const calls = serve({ 'GET /import/i1': compared, 'GET /import/i1/rows': () => listOf(rows) });
    const { user, router } = renderAt(at, <ImportPage />);
    await user.click(await screen.findByRole('button', { name: 'Refused 1' }));
    await waitFor(() => expect(router.state.location.search).toContain('state=refused'));
    await waitFor(() => expect(calls.at(-1)?.query.get('State')).toBe('refused'));
  });

  it('is compared again with other columns, and refuses a field that is set twice', async () => {
    const calls = serve({
      'GET /import/i1': compared,
      'GET /import/i1/rows': () => listOf(rows),
      'PUT /import/columns': { ...compared, version: 2, updates: 3 },
    });
    const { user } = renderAt(at, <ImportPage />);
    const column = await screen.findByLabelText('Column Notiz');
    await user.selectOptions(column, 'Name');
    await screen.findByText('Name is set by two columns. Leave one of them alone.');
    await user.click(screen.getByRole('button', { name: 'Compare again' }));
    expect(calls.some(({ request }) => request === 'PUT /import/columns')).toBe(false);
    await user.selectOptions(column, 'Details');
    await user.click(screen.getByRole('button', { name: 'Compare again' }));
    await screen.findByText('Adds 1 company. Changes 3 companies.');
    expect(calls.find(({ request }) => request === 'PUT /import/columns')?.body).toEqual({
      id: 'i1',
      version: 1,
      columns: [
        { header: 'Name', field: 'name' },
        { header: 'Notiz', field: 'details' },
      ],
    });
  });

  it('is applied as a job that is remembered, and can be undone', async () => {
    const progress = { id: 'b1', state: 'done', total: 2, done: 2, refused: 0, batchId: 'b1' };
    serve({
      'GET /import/i1': compared,
      'GET /import/i1/rows': () => listOf(rows),
      'PUT /import/apply': { id: 'b1' },
      'GET /bulk/b1': progress,
    });
    const { user } = renderAt(at, <ImportPage />);
    await user.click(await screen.findByRole('button', { name: 'Import' }));
    await screen.findByText('2 rows are imported.');
    expect(localStorage.getItem('btracker.jobs')).toContain('"label":"Import companies"');
    screen.getByRole('button', { name: 'Undo' });
    expect(screen.queryByLabelText('Column Notiz')).toBeNull();
  });

  it('is found to be gone', async () => {
    serve({});
    renderAt(at, <ImportPage />);
    await screen.findByText('This import is gone');
    expect(screen.getByRole('link', { name: 'Import another file' })).toHaveAttribute(
      'href',
      '/btracker/app/import?list=company',
    );
  });
});
