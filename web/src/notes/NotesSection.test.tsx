import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import NotesSection from './NotesSection';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ email: 'ada@example.com', isAdmin: false }) }));

const note = {
  id: 'n1',
  entity: 'company',
  entityId: 'c1',
  entityName: 'Acme',
  companyId: 'c1',
  projectId: null,
  text: 'Called. See https://example.com/x @ann@example.com <b>not bold</b>',
  isPinned: true,
  mentions: [{ email: 'ann@example.com', displayName: 'Ann Lee' }],
  author: { email: 'someone@example.com', displayName: 'Some One' },
  createdAt: '2026-11-16T09:30:00Z',
  editedAt: null,
  version: 1,
};

it('shows notes as text with links and people, and who belongs to the record', async () => {
  const below = {
    ...note,
    id: 'n2',
    entity: 'project',
    entityId: 'p1',
    entityName: 'Website',
    projectId: 'p1',
    isPinned: false,
  };
  serve({ 'GET /note': () => listOf([note, below]) });
  renderAt(paths.companies.details('c1'), <NotesSection entity="company" id="c1" mayEdit={false} />);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first).toHaveTextContent('<b>not bold</b>');
  expect(within(first as HTMLElement).getByRole('link', { name: 'https://example.com/x' })).toHaveAttribute(
    'rel',
    expect.stringContaining('noopener'),
  );
  expect(within(first as HTMLElement).getByText('@Ann Lee')).toHaveAttribute('title', 'ann@example.com');
  expect(within(first as HTMLElement).getByText('Pinned')).toBeVisible();
  expect(within(second as HTMLElement).getByRole('link', { name: 'Website' })).toHaveAttribute(
    'href',
    paths.projects.details('p1'),
  );
  expect(screen.queryByRole('button', { name: 'Pin note' })).toBeNull();
});

it('suggests people behind an @, and sends the note', async () => {
  const calls = serve({
    'GET /note': () => listOf([]),
    'GET /note/mentionable': () => Response.json([{ email: 'ann@example.com', displayName: 'Ann Lee' }]),
    'POST /note': () => Response.json({ ...note, notTold: [] }, { status: 201 }),
  });
  const { user } = renderAt(paths.companies.details('c1'), <NotesSection entity="company" id="c1" mayEdit />);
  await screen.findByText('No notes yet');
  const box = screen.getByRole('textbox', { name: 'New note' });
  await user.type(box, 'Ask @an');
  await screen.findByRole('option', { name: /Ann Lee/ });
  await user.keyboard('{Enter}');
  expect(box).toHaveValue('Ask @ann@example.com ');
  await user.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(box).toHaveValue(''));
  expect(calls.find(({ request }) => request === 'POST /note')?.body).toEqual({
    entity: 'company',
    entityId: 'c1',
    text: 'Ask @ann@example.com ',
  });
});

it('keeps the keyboard where a note was edited, and beside one that is removed', async () => {
  const own = { ...note, author: { email: 'ada@example.com', displayName: 'Ada' } };
  let notes = [{ ...own, id: 'n3' }, own];
  serve({
    'GET /note': () => listOf(notes),
    'DELETE /note': () => {
      notes = notes.slice(1);
      return new Response(null, { status: 204 });
    },
  });
  const { user } = renderAt(paths.companies.details('c1'), <NotesSection entity="company" id="c1" mayEdit />);
  const [first, second] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  await user.click(within(first).getByRole('button', { name: 'Edit note' }));
  expect(within(first).getByRole('textbox', { name: 'Edit note' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(within(first).getByRole('button', { name: 'Edit note' })).toHaveFocus();
  await user.click(within(first).getByRole('button', { name: 'Remove note' }));
  await waitFor(() => expect(second).toHaveFocus());
  await user.click(within(second).getByRole('button', { name: 'Remove note' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'New note' })).toHaveFocus());
});
