import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ActivityPage } from './ActivityPage';
import type { Change } from './change';
import { LastChange } from './History';
import HistorySection from './HistorySection';
import { RemovedPage } from './RemovedPage';
import { companyChange, priceChange } from './testChange';

const asked = (query: URLSearchParams | undefined) => Object.fromEntries(query ?? []);

describe('the history of a record', () => {
  const details = paths.companies.details('c1');
  const many = Array.from({ length: 30 }, (_, index) => ({ ...companyChange, seq: 100 - index }));

  it('shows ten changes of it and what belongs to it, and more on demand', async () => {
    const calls = serve({
      'GET /change': ({ query }: { query: URLSearchParams }) =>
        listOf(many.slice(0, Number(query.get('PageSize'))), 25),
    });
    const { user } = renderAt(details, <HistorySection entity="company" id="c1" />);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10));
    expect(asked(calls[0]?.query)).toEqual({
      Entity: 'company',
      EntityId: 'c1',
      Within: 'true',
      Include: 'names',
      PageNumber: '1',
      PageSize: '10',
    });
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(30));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Show all in Activity' })).toHaveAttribute(
      'href',
      `${paths.app.activity()}?entity=company&id=c1&within=true`,
    );
  });

  it('says that there is none yet', async () => {
    serve({ 'GET /change': () => listOf([]) });
    renderAt(details, <HistorySection entity="user" id="a@example.com" />);
    expect(await screen.findByText('No changes yet')).toBeVisible();
  });

  it('offers to load it again after a failure', async () => {
    let fails = true;
    serve({ 'GET /change': () => (fails ? Response.json({}, { status: 503 }) : listOf([companyChange])) });
    const { user } = renderAt(details, <HistorySection entity="company" id="c1" />);
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    fails = false;
    await user.click(refresh);
    expect(await screen.findByRole('listitem')).toHaveTextContent('changed Name from Acne to Acme');
  });

  it('is led to by who changed the record last', async () => {
    const calls = serve({ 'GET /change': () => listOf([companyChange]) });
    renderAt(details, <LastChange entity="company" id="c1" />);
    expect(await screen.findByRole('link', { name: /^Changed by Marc Manning/ })).toHaveAttribute('href', '#history');
    expect(asked(calls[0]?.query)).toEqual({ Entity: 'company', EntityId: 'c1', PageNumber: '1', PageSize: '1' });
  });
});

describe('the activity page', () => {
  it('groups changes by day', async () => {
    serve({ 'GET /change': () => listOf([priceChange, { ...companyChange, at: '2026-11-14T08:00:00Z' }]) });
    renderAt(paths.app.activity(), <ActivityPage />);
    expect(await screen.findByRole('region', { name: '14 Nov 2026' })).toHaveTextContent('changed Name');
    expect(screen.getByRole('region', { name: /15 Nov 2026$/ })).toHaveTextContent('changed Price');
  });

  it('keeps its filters in the address', async () => {
    const calls = serve({ 'GET /change': () => listOf([priceChange]), 'GET /UserManagement': () => listOf([]) });
    const { user, router } = renderAt(paths.app.activity(), <ActivityPage />);
    await screen.findByRole('listitem');
    await user.selectOptions(screen.getByLabelText('Kind of record'), 'Projects');
    await user.selectOptions(screen.getByLabelText('Action'), 'Removed');
    await user.type(screen.getByLabelText('Person'), 'marc@example.com');
    await user.type(screen.getByLabelText('From'), '2026-11-01');
    await user.type(screen.getByLabelText('To'), '2026-11-30');
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      entity: 'project',
      action: 'remove',
      actor: 'marc@example.com',
      from: '2026-11-01',
      to: '2026-11-30',
    });
    await waitFor(() =>
      expect(asked(calls.at(-1)?.query)).toEqual({
        Entity: 'project',
        Action: 'remove',
        Actor: 'marc@example.com',
        Grouped: 'true',
        Include: 'names',
        From: '2026-11-01T00:00:00.000Z',
        To: '2026-11-30T23:59:59.999Z',
        PageNumber: '1',
        PageSize: '50',
      }),
    );
  });

  it('names the one record that it is narrowed to, and shows all again', async () => {
    serve({ 'GET /change': () => listOf([companyChange]) });
    const { user, router } = renderAt(`${paths.app.activity()}?entity=company&id=c1&within=true`, <ActivityPage />);
    await user.click(await screen.findByRole('button', { name: /^Only Acme/ }));
    expect(router.state.location.search).toBe('?entity=company');
  });

  // Where an assistant's link leads.
  it('shows what was done at once, and all again', async () => {
    const batch = '01938a4e-0000-7000-8000-000000000001';
    const calls = serve({ 'GET /change': () => listOf([companyChange]) });
    const { user, router } = renderAt(`${paths.app.activity()}?batch=${batch}`, <ActivityPage />);
    await user.click(await screen.findByRole('button', { name: /^Only what was done at once/ }));
    expect(calls.map(({ query }) => asked(query))).toContainEqual(expect.objectContaining({ BatchId: batch }));
    expect(router.state.location.search).toBe('');
  });

  it('takes an address that nobody made for no filter', async () => {
    const calls = serve({ 'GET /change': () => listOf([]) });
    renderAt(`${paths.app.activity()}?entity=planet&action=land&from=yesterday&to=2026-99-99&id=7`, <ActivityPage />);
    expect(await screen.findByText('No changes yet')).toBeVisible();
    expect(asked(calls[0]?.query)).toEqual({ PageNumber: '1', PageSize: '50' });
  });

  it('offers to clear filters that nothing matches', async () => {
    serve({ 'GET /change': () => listOf([]) });
    const { user, router } = renderAt(`${paths.app.activity()}?action=erase`, <ActivityPage />);
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(router.state.location.search).toBe('');
  });
});

describe('removed records', () => {
  const gone = { name: 'isGone', label: 'Removed', before: false, after: true };
  const removal: Change = { ...companyChange, action: 'remove', fields: [gone], at: new Date().toISOString() };

  it('are those that the server names, by removal or by the undo of an adding, and restored', async () => {
    const refusal = { allowed: false, reason: 'Only administrators may do this.' };
    const calls = serve({
      'GET /change': listOf([
        removal,
        { ...removal, seq: 2, entityId: 'c2', entityName: 'Added by mistake', action: 'undo', undoes: 1 },
        { ...removal, seq: 3, entityId: 'c3', entityName: 'Not for me', undo: refusal },
      ]),
      'PUT /change/undo': { batchId: 'b1', seqs: [901] },
    });
    const { user } = renderAt(paths.app.removed(), <RemovedPage />);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
    expect(asked(calls[0]?.query)).toEqual({ Removed: 'true', Include: 'names', PageNumber: '1', PageSize: '50' });
    expect(screen.getByText(/Only administrators may do this/)).toBeVisible();
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Restore Acme',
      'Restore Added by mistake',
    ]);
    await user.click(screen.getByRole('button', { name: 'Restore Acme' }));
    await waitFor(() =>
      expect(calls.find(({ request }) => request.startsWith('PUT'))?.body).toEqual({ seq: removal.seq }),
    );
  });

  it('say that there are none', async () => {
    serve({ 'GET /change': () => listOf([]) });
    renderAt(paths.app.removed(), <RemovedPage />);
    expect(await screen.findByText('Nothing was removed')).toBeVisible();
  });
});
