import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { ModeratorSection } from './ModeratorSection';
import type { Moderated, Moderator } from './moderated';
import { NewModerator } from './NewModerator';

const account = vi.hoisted(() => ({ email: '', isAdmin: false }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

beforeEach(() => {
  Object.assign(account, { email: 'ada@example.com', isAdmin: true });
});

const ann: Moderator = {
  id: 'm1',
  userEmail: 'ann@example.com',
  role: 1,
  details: null,
  createdAt: '2026-11-14T10:00:00Z',
  version: 1,
  moderator: { displayName: 'Ann', email: 'ann@example.com', phoneNumber: null, status: 0 },
};
const access: Moderated['access'] = { manageModerators: true, assignableRoles: [0, 1, 2, 3, 4, 5] };
const company: Moderated = { kind: 'company', id: 'x1', moderators: [ann], access };
const project: Moderated = { ...company, kind: 'project' };

describe.each([
  { of: company, parent: paths.companies.details('x1'), create: paths.companies.newModerator('x1') },
  { of: project, parent: paths.projects.details('x1'), create: paths.projects.newModerator('x1') },
])('adding one to a $of.kind', ({ of, parent, create }) => {
  it('leads back to its parent', async () => {
    const calls = serve({ [`POST /${of.kind}/moderator`]: ann, 'GET /UserManagement': [] });
    const { user, router } = renderAt(create, <NewModerator of={of} />);
    await user.type(await screen.findByRole('combobox', { name: /User Email/ }), 'bob@example.com');
    await user.selectOptions(screen.getByLabelText(/^Role/), 'Manager');
    await user.click(screen.getByRole('button', { name: 'Add moderator' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(parent));
    const added = calls.find(({ request }) => request === `POST /${of.kind}/moderator`);
    expect(added?.body).toEqual({ id: 'x1', userEmail: 'bob@example.com', role: 2, details: null });
  });

  it('who is there succeeds without a call', async () => {
    const calls = serve({ 'GET /UserManagement': [] });
    const told = vi.spyOn(notify, 'info');
    const { user, router } = renderAt(create, <NewModerator of={of} />);
    await user.type(await screen.findByRole('combobox', { name: /User Email/ }), 'Ann@Example.com');
    await user.click(screen.getByRole('button', { name: 'Add moderator' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(parent));
    expect(calls.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
    expect(told).toHaveBeenLastCalledWith('Ann is a moderator already.');
  });
});

it('marks a disabled user among the suggestions', async () => {
  serve({ 'GET /UserManagement': [{ email: 'bob@example.com', displayName: 'Bob', status: 1 }] });
  const { user } = renderAt(paths.companies.newModerator('x1'), <NewModerator of={company} />);
  await user.type(await screen.findByRole('combobox', { name: /User Email/ }), 'bob');
  expect(await screen.findByRole('option', { name: /Bob · Disabled/ })).toBeVisible();
});

describe('the section', () => {
  const page = paths.projects.details('x1');

  it('removes one after asking, and brings them back as they were', async () => {
    const calls = serve({
      'DELETE /project/moderator': new Response(null, { status: 204 }),
      'POST /project/moderator': {},
    });
    const told = vi.spyOn(notify, 'success');
    const { user } = renderAt(page, <ModeratorSection of={project} />);
    await user.click(screen.getByRole('button', { name: 'Remove Ann' }));
    const dialog = screen.getByRole('dialog', { name: 'Removing Moderator: Ann' });
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(calls[0]?.body).toEqual({ id: 'm1' });

    const [text, undo] = told.mock.lastCall ?? [];
    expect([text, undo?.label]).toEqual(['Ann is removed.', 'Undo']);
    undo?.run();
    await waitFor(() => expect(told).toHaveBeenLastCalledWith('Ann is back.'));
    const { userEmail, role, details } = project.moderators[0] ?? {};
    expect(calls[1]?.body).toEqual({ id: 'x1', userEmail, role, details });
  });

  it('leads those who removed themselves to the list, with nothing to undo', async () => {
    Object.assign(account, { email: ann.userEmail, isAdmin: false });
    serve({ 'DELETE /project/moderator': new Response(null, { status: 204 }) });
    const told = vi.spyOn(notify, 'success');
    const { user, router } = renderAt(page, <ModeratorSection of={project} />);
    await user.click(screen.getByRole('button', { name: 'Remove Ann' }));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.projects.list()));
    expect(told).toHaveBeenLastCalledWith('Ann is removed.');
  });

  it('offers a Manager nothing that touches an Owner', () => {
    const manager = { manageModerators: true, assignableRoles: [0, 2, 3, 4, 5] } satisfies Moderated['access'];
    renderAt(page, <ModeratorSection of={{ ...project, access: manager }} />);
    expect(screen.getByRole('link', { name: 'Add moderator' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit Ann' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove Ann' })).toBeNull();
  });

  it('shows those of the company below its own, for who has none as well', () => {
    const joan = {
      userEmail: 'joan@example.com',
      role: 3 as const,
      moderator: { ...ann.moderator, displayName: 'Joan' },
    };
    renderAt(page, <ModeratorSection of={{ ...project, inheritedModerators: [joan] }} />);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Ann.*Owner/),
      expect.stringMatching(/Joan.*Supportfrom the company/),
    ]);
    expect(screen.getByRole('button', { name: 'Remove Ann' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Joan' })).toBeNull();
    cleanup();

    renderAt(page, <ModeratorSection of={{ ...project, moderators: [], inheritedModerators: [joan] }} />);
    expect(screen.getByText('from the company')).toBeVisible();
    expect(screen.queryByText('No moderators yet')).toBeNull();
  });

  it('marks who is disabled', () => {
    const disabled = { ...ann, moderator: { ...ann.moderator, status: 1 as const } };
    renderAt(page, <ModeratorSection of={{ ...project, moderators: [disabled] }} />);
    expect(within(screen.getByRole('row', { name: /Ann/ })).getByText('Disabled')).toBeVisible();
  });

  it('leads administrators to the user', () => {
    renderAt(page, <ModeratorSection of={project} />);
    expect(screen.getByRole('link', { name: 'Ann' })).toHaveAttribute('href', '/btracker/app/users/ann@example.com');
  });

  it('offers nothing to who may not manage moderators', () => {
    account.isAdmin = false;
    const reader = { manageModerators: false, assignableRoles: [] };
    renderAt(page, <ModeratorSection of={{ ...project, access: reader }} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Ann')).toBeVisible();
  });
});
