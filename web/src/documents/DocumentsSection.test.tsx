import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import DocumentsSection from './DocumentsSection';
import Paperclip from './Paperclip';

// The test's server stands in for fetch, not for XMLHttpRequest.
vi.mock('@/shared/files/upload', () => ({
  sendWithProgress: () => (address: string, request: RequestInit) => fetch(address, request),
}));

const document = {
  id: 'd1',
  entity: 'company',
  entityId: 'c1',
  entityName: 'Acme',
  companyId: 'c1',
  projectId: null,
  name: 'contract.pdf',
  details: 'Signed by both.',
  type: 'application/pdf',
  size: 81_920,
  sha256: '00',
  isConfidential: true,
  by: { email: 'ann@example.com', displayName: 'Ann Lee' },
  createdAt: '2026-11-16T09:30:00Z',
  version: 1,
};

const limits = () => Response.json({ each: 20, all: 100 });

it('lists documents, and offers to read them alone to those who may not edit', async () => {
  const below = { ...document, id: 'd2', entity: 'project', entityId: 'p1', entityName: 'Website', name: 'page.html' };
  serve({ 'GET /document': () => listOf([document, { ...below, projectId: 'p1', type: 'text/html' }]) });
  renderAt(paths.companies.details('c1'), <DocumentsSection entity="company" id="c1" mayEdit={false} seesCost />);
  const [first, second] = (await screen.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
  expect(first).toHaveTextContent('80 kB');
  expect(within(first).getByText('Confidential')).toBeVisible();
  expect(within(first).getByRole('button', { name: /Open .*contract\.pdf/ })).toBeVisible();
  expect(within(second).queryByRole('button', { name: /Open/ })).toBeNull();
  expect(within(second).getByRole('link', { name: 'Website' })).toHaveAttribute('href', paths.projects.details('p1'));
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull();
});

it('sends files that are chosen, and says why one is not sent', async () => {
  const calls = serve({
    'GET /document': () => listOf([]),
    'GET /document/limits': limits,
    'POST /document': () => Response.json(document, { status: 201 }),
  });
  const of = { entity: 'company', id: 'c2', mayEdit: true, seesCost: false };
  const { user } = renderAt(paths.companies.details('c2'), <DocumentsSection {...of} />);
  await screen.findByText(/up to 20 B each/);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.upload(screen.getByLabelText('Files to add'), [
    new File(['a text'], 'small.txt'),
    new File(['more than twenty bytes of text'], 'large.txt'),
  ]);
  expect(await screen.findByRole('alert')).toHaveTextContent('A document may have 20 B.');
  await waitFor(() => expect(calls.some(({ request }) => request === 'POST /document')).toBe(true));
  const sent = calls.filter(({ request }) => request === 'POST /document');
  expect(sent.map(({ query }) => query.toString())).toEqual([
    'Entity=company&EntityId=c2&Name=small.txt&IsConfidential=false',
  ]);
});

it('asks once for the paperclips of a list, and shows none beside a record without documents', async () => {
  const calls = serve({ 'GET /document/count': () => Response.json([{ entityId: 'c1', count: 3 }]) });
  const clips = ['c1', 'c2'].map((id) => <Paperclip key={id} kind="company" id={id} />);
  renderAt(paths.companies.list(), <div data-testid="clips">{clips}</div>);
  await waitFor(() => expect(screen.getByTestId('clips')).toHaveTextContent(/^33 documents$/));
  expect(calls.map(({ query }) => query.get('EntityIds'))).toEqual(['c1,c2']);
});
