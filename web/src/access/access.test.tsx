import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import LeavingUser from './LeavingUser';
import RecordAccess from './RecordAccess';
import UserAccess from './UserAccess';

const account = vi.hoisted(() => ({ email: 'ada@example.com', isAdmin: true }));
vi.mock('@/session/useAccount', () => ({ useAccount: () => account }));

const ann = { email: 'ann@example.com' };

beforeEach(() => {
  account.isAdmin = true;
});

describe('the access of a user', () => {
  const acme = { entity: 'company', id: 'c1', name: 'Acme', companyId: null, companyName: null };
  const shop = { entity: 'project', id: 'p1', name: 'Shop', companyId: 'c1', companyName: 'Acme' };
  const entry = { email: ann.email, displayName: 'Ann', permissions: ['see'] };
  const show = (isDisabled = false) =>
    renderAt('/', <UserAccess name="Ann" email={ann.email} isDisabled={isDisabled} />).user;

  it('names companies and projects, the roles there, and where they come from', async () => {
    const calls = serve({
      'GET /access': () =>
        listOf([
          { ...entry, ...acme, role: 3, from: 'company' },
          { ...entry, ...shop, role: 1, from: 'project' },
          { ...entry, ...shop, role: 3, from: 'company' },
        ]),
    });
    show();
    const [company, direct, inherited] = await screen.findAllByRole('listitem');
    expect(calls[0]?.query.get('User')).toBe(ann.email);
    expect(company).toHaveTextContent(/^AcmeCompanySupport$/);
    expect(direct).toHaveTextContent(/^ShopProject of AcmeOwner$/);
    expect(inherited).toHaveTextContent(/^ShopProject of AcmeSupportfrom the company$/);
    const links = within(direct as HTMLElement).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      paths.projects.details('p1'),
      paths.companies.details('c1'),
    ]);
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  const leaving = { name: 'Ann', email: ann.email, onClose: () => undefined, children: 'Disable them' };

  it('leads somebody who leaves from what they look after to the end of their access', async () => {
    const roles = [
      { ...entry, ...acme, role: 1, from: 'company' },
      { ...entry, ...shop, role: 1, from: 'company' },
      { ...entry, ...shop, id: 'p2', role: 2, from: 'project' },
    ];
    serve({ 'GET /access': () => listOf(roles) });
    renderAt('/', <LeavingUser {...leaving} />);
    expect(await screen.findByText(/a role in 1 company and 1 project\. Somebody else/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Hand over' })).toBeVisible();
    expect(screen.getByText('Disable them')).toBeVisible();
  });

  it('asks to hand nothing over of somebody without a role', async () => {
    serve({ 'GET /access': () => listOf([]) });
    renderAt('/', <LeavingUser {...leaving} />);
    expect(await screen.findByText('They have no role on any company or project.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull();
  });

  it('says that an administrator has access to everything', async () => {
    const everywhere = { entity: null, id: null, name: null, companyId: null, companyName: null };
    serve({ 'GET /access': () => listOf([{ ...entry, ...everywhere, role: null, from: 'administrator' }]) });
    show();
    expect(await screen.findByRole('listitem')).toHaveTextContent(/^EverythingAdministrator$/);
  });

  it('shows more when asked, and says how many it leaves out', async () => {
    const all = Array.from({ length: 230 }, (_, i) => ({
      ...entry,
      ...acme,
      id: `c${i}`,
      name: `Company ${i + 1}`,
      role: 0,
      from: 'company',
    }));
    serve({
      'GET /access': ({ query }: { query: URLSearchParams }) =>
        listOf(all.slice(0, Number(query.get('PageSize'))), all.length),
    });
    const user = show();
    await screen.findByText('Company 10');
    expect(screen.queryByText('Company 11')).toBeNull();
    // Some of the others may come with a company: a hand-over would change fewer than are counted.
    expect(screen.getByText(/are counted too\. Handing over changes only the roles themselves/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show 190 more' }));
    expect(await screen.findByText('And 30 more.')).toBeVisible();
    expect(screen.getByText('Company 200')).toBeVisible();
    expect(screen.queryByText('Company 201')).toBeNull();
    expect(screen.queryByText(/^Show/)).toBeNull();
  });

  it('says that the roles of a disabled user allow nothing, and that others have none', async () => {
    serve({ 'GET /access': () => listOf([{ ...entry, ...acme, permissions: [], role: 1, from: 'company' }]) });
    show(true);
    expect(await screen.findByText(/the roles allow nothing until the user is enabled again/)).toBeVisible();
  });

  it('says when there is none, and can be refreshed after a failure', async () => {
    let fails = true;
    serve({ 'GET /access': () => (fails ? Response.json({}, { status: 503 }) : listOf([])) });
    const user = show();
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    fails = false;
    await user.click(refresh);
    expect(await screen.findByText('No access yet')).toBeVisible();
  });
});

describe('who has access to a record besides its moderators', () => {
  const all = ['see', 'seeCost', 'edit', 'manageModerators', 'editSubscriptions', 'setProductStatus'];
  const shop = { entity: 'project', id: 'p1', name: 'Shop', companyId: 'c1', companyName: 'Acme' };
  const right = (
    name: string,
    role: number | null,
    from: string,
    permissions: string[],
    group: string | null = null,
  ) => ({
    ...shop,
    email: `${name.toLowerCase()}@example.com`,
    displayName: name,
    role,
    from,
    permissions,
    group,
  });
  const lines = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

  it('says in words what the rights of each person come to', async () => {
    const calls = serve({
      'GET /access': () =>
        listOf([
          // A moderator, who is in the list above.
          right('Mod', 1, 'project', all),
          right('Dev', 4, 'project', ['see', 'setProductStatus'], 'web'),
          right('Dev', 3, 'company', ['see', 'editSubscriptions'], 'help'),
          right('Off', 1, 'company', [], 'web'),
          right('Ada', null, 'administrator', all),
        ]),
    });
    renderAt('/', <RecordAccess entity="project" id="p1" />);
    expect(await lines()).toEqual([
      'Devdev@example.comSees everything except cost; edits subscriptions; sets the status of products.Developerby the group webSupportfrom the companyby the group help',
      'Offoff@example.comDisabled: can do nothing.Ownerfrom the companyby the group web',
      'Adaada@example.com (you)Sees and edits everything.Administrator',
    ]);
    expect(Object.fromEntries(calls[0]?.query ?? [])).toEqual({ Entity: 'project', EntityId: 'p1', PageSize: '200' });
    expect(screen.getByRole('link', { name: 'Dev' })).toHaveAttribute('href', paths.users.details('dev@example.com'));
  });

  it('leads moderators to no page that they may not open', async () => {
    account.isAdmin = false;
    serve({ 'GET /access': () => listOf([right('Own', 1, 'company', all, 'web')]) });
    renderAt('/', <RecordAccess entity="company" id="c1" />);
    expect(await lines()).toEqual(['Ownown@example.comSees and edits everything.Ownerby the group web']);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('shows ten people, then all that the server gives', async () => {
    const many = Array.from({ length: 200 }, (_, i) => right(`P${i}`, 0, 'project', ['see'], 'all'));
    serve({ 'GET /access': () => listOf(many, 203) });
    const { user } = renderAt('/', <RecordAccess entity="project" id="p1" />);
    expect(await lines()).toHaveLength(10);
    await user.click(screen.getByRole('button', { name: 'Show 190 more' }));
    expect(await lines()).toHaveLength(200);
    expect(screen.getByText('And 3 more.')).toBeVisible();
  });

  it('can be refreshed after a failure', async () => {
    let fails = true;
    serve({
      'GET /access': () =>
        fails ? Response.json({}, { status: 503 }) : listOf([right('Own', 1, 'project', all, 'web')]),
    });
    const { user } = renderAt('/', <RecordAccess entity="project" id="p1" />);
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    fails = false;
    await user.click(refresh);
    expect(await lines()).toHaveLength(1);
  });
});
