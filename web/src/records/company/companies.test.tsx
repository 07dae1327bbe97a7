import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { RecordFacts } from '@/resource/DetailsPage';
import { EditAddress, EditRecord } from '@/resource/forms';
import { ListPage } from '@/resource/ListPage';
import { PendingRemoval, RecordActions } from '@/resource/removal';
import { recordQuery } from '@/resource/resource';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { companyControls, NewCompanyPage } from './forms';
import type { Company } from './record';
import { companies } from './resource';
import { acme } from './testCompany';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ displayName: 'Ada', isAdmin: true }) }));

const details = paths.companies.details('c1');

function CompanyAddress({ company }: { company: Company }) {
  return companies.address && <EditAddress resource={companies} address={companies.address} record={company} />;
}

function EditCompany() {
  return <EditRecord resource={companies} record={acme} controls={companyControls} />;
}

describe('the list', () => {
  it('shows a dash for what is missing, and links to the company', async () => {
    serve({ 'GET /company': () => listOf([{ ...acme, supportEmail: 'help@acme.example', isRemoved: true }]) });
    renderAt(paths.companies.list(), <ListPage resource={companies} />);
    const card = await screen.findByRole('link', { name: /Acme/ });
    expect(card).toHaveAttribute('href', details);
    expect(card).toHaveTextContent('Support Email: help@acme.example');
    expect(card).toHaveTextContent('Support Phone: -');
    expect(card).toHaveTextContent('Pending Remove');
  });
});

describe('every field', () => {
  it('is in the form', () => {
    renderAt(paths.companies.create(), <NewCompanyPage />);
    for (const { label } of Object.values(rules.CompanyInput)) {
      expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeVisible();
    }
  });

  it('is on the page', () => {
    const { name: _heading, ...shown } = rules.CompanyInput;
    const texts = Object.keys(shown).map((field) => [field, `the ${field}`] as const);
    renderAt(details, <RecordFacts resource={companies} record={{ ...acme, ...Object.fromEntries(texts) }} />);
    for (const [, text] of texts) expect(screen.getByText(text)).toBeVisible();
  });
});

describe('a name that another company has', () => {
  const note = /There is already a company named/;

  it('is told with a link, whatever its case, and can be saved', async () => {
    const calls = serve({
      'GET /company': listOf([{ ...acme, id: 'c2', name: 'Acme Tools' }, acme]),
      'POST /company': { ...acme, id: 'c9' },
    });
    const { user, router } = renderAt(paths.companies.create(), <NewCompanyPage />);
    const name = screen.getByLabelText(/^Name/);
    await user.type(name, ' aCME ');
    expect(await screen.findByText(note)).toHaveTextContent('There is already a company named Acme.');
    expect(screen.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', details);
    expect(name).toHaveAccessibleDescription(note);
    expect(calls.at(-1)?.query.get('Search')).toBe('aCME');
    await user.click(screen.getByRole('button', { name: 'Add company' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.details('c9')));
  });

  it('is no news where it only contains the name, or is the name of the company itself', async () => {
    const calls = serve({ 'GET /company': () => listOf([acme, { ...acme, id: 'c2', name: 'Acme Tools' }]) });
    const { user } = renderAt(paths.companies.edit('c1'), <EditCompany />);
    const name = screen.getByLabelText(/^Name/);
    await user.type(name, ' Too');
    await waitFor(() => expect(calls.at(-1)?.query.get('Search')).toBe('Acme Too'));
    expect(screen.queryByText(note)).toBeNull();
    await user.type(name, 'ls');
    expect(await screen.findByRole('link', { name: 'Acme Tools' })).toBeVisible();
    await user.clear(name);
    await user.type(name, 'ACME');
    expect(screen.queryByText(note)).toBeNull();
  });

  it('says nothing when it could not be looked up', async () => {
    const calls = serve({ 'GET /company': () => Response.json({}, { status: 500 }) });
    const { user } = renderAt(paths.companies.create(), <NewCompanyPage />);
    await user.type(screen.getByLabelText(/^Name/), 'Acme');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Acme');
    expect(screen.queryByText(note)).toBeNull();
  });
});

describe('a new company', () => {
  it('gets its address and owner, and leads on to a project; what was refused is sent again alone', async () => {
    const refusals = [Response.json({ errors: { UserEmail: ['User Email is nobody.'] } }, { status: 400 }), {}];
    const calls = serve({
      'GET /company': listOf([]),
      'GET /UserManagement': [],
      'POST /company': { ...acme, id: 'c9' },
      'GET /company/c9': { ...acme, id: 'c9', version: 7 },
      'PUT /company': { ...acme, id: 'c9', version: 8 },
      'PUT /company/address': { ...acme, id: 'c9', version: 9 },
      'POST /company/moderator': () => refusals.shift(),
    });
    const { user, router } = renderAt(paths.companies.create(), <NewCompanyPage />);
    await user.type(screen.getByLabelText(/^Name/), 'Acme');
    await user.type(screen.getByLabelText(/^City/), 'Oslo');
    const save = screen.getByRole('button', { name: 'Save and add project' });
    await user.click(save);
    expect(await screen.findByText('Country field is required.')).toBeVisible();
    await user.type(screen.getByLabelText(/^Country/), 'Norway');
    await user.type(screen.getByLabelText(/^Province State/), 'Oslo');
    await user.type(screen.getByLabelText(/^Owner/), 'ida@example.com');
    await user.click(save);
    expect(await screen.findByRole('alert')).toHaveTextContent('User Email is nobody.');
    await user.type(screen.getByLabelText(/^Owner/), 'x');
    await user.click(save);
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.newProject('c9')));
    const sent = (request: string) => calls.filter((call) => call.request === request).map(({ body }) => body);
    expect(sent('POST /company')).toHaveLength(1);
    expect(sent('POST /company')[0]).not.toHaveProperty('country');
    expect(sent('PUT /company/address')[0]).toMatchObject({ id: 'c9', address: { country: 'Norway', city: 'Oslo' } });
    expect(sent('POST /company/moderator')).toEqual([
      { id: 'c9', userEmail: 'ida@example.com', role: 1 },
      { id: 'c9', userEmail: 'ida@example.comx', role: 1 },
    ]);
  });
});

describe('after an action', () => {
  it('creating leads to the new company', async () => {
    const calls = serve({ 'POST /company': { ...acme, id: 'c9' } });
    const { user, router } = renderAt(paths.companies.create(), <NewCompanyPage />);
    await user.type(screen.getByLabelText(/^Name/), ' Acme ');
    await user.click(screen.getByRole('button', { name: 'Add company' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.details('c9')));
    const created = calls.find(({ request }) => request === 'POST /company');
    expect(created?.body).toMatchObject({ name: 'Acme', details: null, supportPhone: null });
  });

  it('editing sends the version and leads back to the company', async () => {
    const calls = serve({ 'PUT /company': acme });
    const { user, router } = renderAt(paths.companies.edit('c1'), <EditCompany />);
    await user.type(screen.getByLabelText('Details'), 'Bakery');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toMatchObject({ data: { id: 'c1', version: 3, details: 'Bakery' } });
  });

  it('editing leads nobody back who has gone elsewhere before the answer', async () => {
    let answer: ((company: unknown) => void) | undefined;
    serve({ 'PUT /company': () => new Promise((resolve) => (answer = resolve)) });
    const { user, router, client } = renderAt(paths.companies.edit('c1'), <EditCompany />);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(answer).toBeDefined());
    await act(() => router.navigate(paths.products.list()));
    await act(async () => answer?.(acme));
    await waitFor(() => expect(client.getQueryData(recordQuery(companies, 'c1').queryKey)).toEqual(acme));
    expect(router.state.location.pathname).toBe(paths.products.list());
  });

  it('saving and removing an address leads one level up', async () => {
    const headAddress = {
      country: 'Kenya',
      provinceState: 'Nairobi',
      city: null,
      street: null,
      building: null,
      postalZipCode: null,
    };
    const moved = { ...acme, headAddress, version: acme.version + 1 };
    const answers = [Response.json({ changedBy: 'Ann', current: moved }, { status: 409 }), moved];
    const calls = serve({ 'PUT /company/address': () => answers.shift() });
    const { user, router } = renderAt(
      paths.companies.address('c1'),
      <CompanyAddress company={{ ...acme, headAddress: { ...headAddress, country: 'Chad' } }} />,
    );
    await user.click(screen.getByRole('button', { name: 'Save address' }));
    expect(await screen.findByText('Country is now: Kenya')).toBeVisible();
    expect(calls.shift()?.body).toMatchObject({ version: acme.version });
    await user.click(screen.getByRole('button', { name: 'Remove address' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toEqual({ id: 'c1', version: 3 });
  });
});

describe('removal', () => {
  async function remove(result: number) {
    const calls = serve({ 'DELETE /company': result, 'PUT /company/restore': 1, 'GET /company/c1': acme });
    const { user, router } = renderAt(details, <RecordActions resource={companies} record={acme} />);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { calls, router };
  }

  it('of an unused company leads to the list and can be undone', async () => {
    const success = vi.spyOn(notify, 'success');
    const { calls, router } = await remove(2);
    expect(router.state.location.pathname).toBe(paths.companies.list());
    expect(success).toHaveBeenCalledWith('Acme is removed.', expect.objectContaining({ label: 'Undo' }));

    success.mock.calls[0]?.[1]?.run();
    await waitFor(() => expect(success).toHaveBeenLastCalledWith('Acme is restored.'));
    expect(calls.find(({ request }) => request === 'PUT /company/restore')?.body).toEqual({ id: 'c1' });
  });

  it('of a company with projects stays on its page', async () => {
    const { router } = await remove(1);
    expect(router.state.location.pathname).toBe(details);
  });

  it('can be finalized only when nothing is left', async () => {
    const marked = { ...acme, isRemoved: true, removedAt: acme.createdAt };
    const project = { kind: 'project', id: 'p1', name: 'Web shop', parentId: 'c1', parentName: 'Acme' };
    serve({ 'GET /company/c1/dependants': { total: 1, data: [project] } });
    renderAt(
      details,
      <>
        <RecordActions resource={companies} record={marked} />
        <PendingRemoval resource={companies} record={marked} />
      </>,
    );
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(await screen.findByText('Web shop')).toBeVisible();
    expect(screen.getByText('Must Remove Projects First')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Finalize removal' })).toBeNull();
  });
});
