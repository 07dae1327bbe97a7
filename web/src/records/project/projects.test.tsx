import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import * as rules from '@/api/rules.gen';
import { paths } from '@/paths';
import { RecordFacts } from '@/resource/DetailsPage';
import { EditRecord } from '@/resource/forms';
import { ListPage } from '@/resource/ListPage';
import { PendingRemoval, RecordActions } from '@/resource/removal';
import { notify } from '@/shared/toast';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { NewProject } from './forms';
import { Narrowings } from './Narrowings';
import { projects } from './resource';
import { seenWith, site } from './testProject';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ displayName: 'Ada', isAdmin: true }) }));

const list = paths.projects.list();
const details = paths.projects.details('p1');

function ProjectList() {
  return (
    <ListPage resource={projects}>
      <Narrowings />
    </ListPage>
  );
}

describe('the list', () => {
  it('shows name and company, and links to the project', async () => {
    serve({ 'GET /project': () => listOf([{ ...site, isRemoved: true }]) });
    renderAt(list, <ProjectList />);
    const card = await screen.findByRole('link', { name: /Site/ });
    expect(card).toHaveAttribute('href', details);
    expect(card).toHaveTextContent('Acme');
    expect(card).toHaveTextContent('Pending Remove');
  });

  it('is narrowed by what other pages link to, and a cross takes that away', async () => {
    const calls = serve({ 'GET /project': () => listOf([site]) });
    const { user, router } = renderAt(`${list}?company=c1&status=2&ending=2026-11-16`, <ProjectList />);
    await screen.findByText('1 project');
    expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toMatchObject({
      CompanyId: 'c1',
      ProductStatus: '2',
      EndingWeek: '2026-11-16',
    });
    expect(screen.getByRole('button', { name: 'With a product: Delivered, change' })).toBeVisible();
    expect(screen.getByRole('button', { name: /ending in the week of 16 Nov 2026, change/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /Of .*Acme.*, show all/ }));
    expect(router.state.location.search).toBe('?status=2&ending=2026-11-16');
  });

  it('asks the server nothing that only stands in the address', async () => {
    const calls = serve({ 'GET /project': () => listOf([]) });
    renderAt(`${list}?status=9&ending=2026-99-99&removed=all&sort=size&page=-1`, <ProjectList />);
    expect(await screen.findByText('No projects yet')).toBeVisible();
    expect(Object.fromEntries(calls.at(-1)?.query ?? [])).toEqual({
      PageNumber: '1',
      PageSize: '24',
      Include: 'figures',
      SortBy: 'name',
      SortDescending: 'false',
      Removed: 'include',
      EndingSoon: 'false',
    });
  });
});

describe('every field', () => {
  it('is in the form', () => {
    serve({ 'GET /company': listOf([]) });
    renderAt(paths.projects.create(), <NewProject />);
    for (const { label } of Object.values(rules.ProjectInput)) {
      expect(screen.getByLabelText(new RegExp(`^${label}`))).toBeVisible();
    }
  });

  it('is on the page', () => {
    const { companyId: _link, name: _heading, ...shown } = rules.ProjectInput;
    const texts = Object.keys(shown).map((field) => [field, `the ${field}`] as const);
    renderAt(details, <RecordFacts resource={projects} record={{ ...site, ...Object.fromEntries(texts) }} />);
    for (const [, text] of texts) expect(screen.getByText(text)).toBeVisible();
  });
});

describe('after an action', () => {
  it('a new project leads to itself, with the company picked by name', async () => {
    const acme = { id: 'c1', name: 'Acme', supportEmail: null };
    const calls = serve({ 'GET /company': [acme], 'POST /project': { ...site, id: 'p9' } });
    const { user, router } = renderAt(paths.projects.create(), <NewProject />);
    await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'ac');
    await screen.findByRole('option', { name: /Acme/, selected: true });
    await user.keyboard('{Enter}');
    await user.type(screen.getByLabelText(/^Name/), 'Shop');
    await user.click(screen.getByRole('button', { name: 'Add project' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.projects.details('p9')));
    const added = calls.find(({ request }) => request === 'POST /project');
    expect(added?.body).toMatchObject({ companyId: 'c1', name: 'Shop' });
  });

  it('Enter picks no company before those that fit what is typed are there', async () => {
    let answer: ((companies: unknown) => void) | undefined;
    const companies = [
      { id: 'c1', name: 'Acme', supportEmail: null },
      { id: 'c2', name: 'Zebra', supportEmail: null },
    ];
    const calls = serve({
      'GET /company': ({ query }: { query: URLSearchParams }) =>
        query.get('Search') === 'zeb' ? new Promise((resolve) => (answer = resolve)) : companies,
      'POST /project': site,
    });
    const { user } = renderAt(paths.projects.create(), <NewProject />);
    const field = await screen.findByRole('combobox', { name: /Company/ });
    await user.click(field);
    await screen.findByRole('option', { name: /Acme/ });
    await user.keyboard('zeb{ArrowDown}{Enter}');
    expect(field).toHaveValue('zeb');
    await waitFor(() => expect(answer).toBeDefined());
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('zeb');
    expect(screen.queryByText('Company field is required.')).toBeNull();

    answer?.(Response.json(companies.slice(1)));
    await waitFor(() => expect(screen.queryByRole('option', { name: /Acme/ })).toBeNull());
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('Zebra');
    expect(calls.filter(({ request }) => request === 'POST /project')).toEqual([]);
  });

  it('a name that was only typed picks no company', async () => {
    serve({ 'GET /company': [{ id: 'c1', name: 'Acme', supportEmail: null }] });
    const { user } = renderAt(paths.projects.create(), <NewProject />);
    await user.type(await screen.findByRole('combobox', { name: /Company/ }), 'Acm');
    await user.type(screen.getByLabelText(/^Name/), 'Shop');
    await user.click(screen.getByRole('button', { name: 'Add project' }));
    expect(await screen.findByText('Company field is required.')).toBeVisible();
  });

  it('one that was added on a company page leads back there', async () => {
    const calls = serve({ 'POST /project': site });
    const { user, router } = renderAt(paths.companies.newProject('c1'), <NewProject companyId="c1" />);
    expect(screen.queryByRole('combobox')).toBeNull();
    await user.type(screen.getByLabelText(/^Name/), 'Site');
    await user.click(screen.getByRole('button', { name: 'Add project' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.details('c1')));
    expect(calls[0]?.body).toMatchObject({ companyId: 'c1', name: 'Site' });
  });

  it('editing sends the version and leads back to the project', async () => {
    const calls = serve({ 'PUT /project': site });
    const { user, router } = renderAt(paths.projects.edit('p1'), <EditRecord resource={projects} record={site} />);
    await user.type(screen.getByLabelText(/^Name/), ' 2');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(details));
    expect(calls[0]?.body).toMatchObject({ id: 'p1', version: 3, name: 'Site 2' });
  });
});

describe('removal', () => {
  async function remove(result: number, project = site) {
    const calls = serve({ 'DELETE /project': result, 'PUT /project/restore': 1 });
    const { user, router } = renderAt(details, <RecordActions resource={projects} record={project} />);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Removing Project: Site' });
    expect(dialog).toHaveTextContent('It has 1 subscription and 1 product');
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    return { calls, router };
  }

  it('leads to the company and can be undone', async () => {
    const success = vi.spyOn(notify, 'success');
    const { calls, router } = await remove(2);
    expect(router.state.location.pathname).toBe(paths.companies.details('c1'));
    success.mock.calls[0]?.[1]?.run();
    await waitFor(() => expect(success).toHaveBeenLastCalledWith('Site is restored.'));
    expect(calls.find(({ request }) => request === 'PUT /project/restore')?.body).toEqual({ id: 'p1' });
  });

  it('leads to the list where the company can not be opened', async () => {
    const { router } = await remove(2, seenWith({ remove: true }));
    expect(router.state.location.pathname).toBe(list);
  });

  it('of a project with items stays on its page', async () => {
    const { router } = await remove(1);
    expect(router.state.location.pathname).toBe(details);
  });

  it('shows what still holds it, with links', async () => {
    const blocker = { kind: 'projectSubscription', id: 's1', name: 'Hosting', parentId: 'p1', parentName: 'Site' };
    serve({ 'GET /project/p1/dependants': { total: 1, data: [blocker] } });
    const marked = { ...site, isRemoved: true, removedAt: site.createdAt };
    renderAt(
      details,
      <>
        <RecordActions resource={projects} record={marked} />
        <PendingRemoval resource={projects} record={marked} />
      </>,
    );
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Hosting' })).toHaveAttribute(
      'href',
      paths.projects.subscription('p1', 's1'),
    );
    expect(screen.queryByRole('button', { name: 'Finalize removal' })).toBeNull();
  });
});
