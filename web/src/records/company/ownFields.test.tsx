import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fieldsOfAllKinds, ownField } from '@/own/testFields';
import { paths } from '@/paths';
import { RecordFacts } from '@/resource/DetailsPage';
import { FieldFilters } from '@/resource/FieldFilters';
import { EditRecord } from '@/resource/forms';
import { ListPage } from '@/resource/ListPage';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { NewCompanyPage } from './forms';
import { companies } from './resource';
import { acme } from './testCompany';

// The screens of own fields are those of all records; companies stand for them here.

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ displayName: 'Ada', isAdmin: true }) }));

const details = paths.companies.details('c1');
const filled = {
  vatId: 'DE123',
  seats: 1250.5,
  since: '2026-01-31',
  tier: 'Gold',
  isVip: false,
  site: 'https://a.example/b',
};

it('are asked for when a record is made, checked, and sent as their kinds have them', async () => {
  const refusal = { errors: { 'own.vatId': ['VAT ID is taken.'] }, title: 'Validation failed' };
  const answers = [Response.json(refusal, { status: 400 }), { ...acme, id: 'c9' }];
  const calls = serve({ 'GET /company': () => listOf([]), 'POST /company': () => answers.shift() });
  const { user, router } = renderAt(paths.companies.create(), <NewCompanyPage />, undefined, fieldsOfAllKinds);
  await user.type(await screen.findByLabelText(/^Name/), 'Acme');
  await user.type(screen.getByLabelText(/^Seats/), '1,5');
  await user.type(screen.getByLabelText(/^Web site/), 'javascript:alert(1)');
  const add = screen.getByRole('button', { name: 'Add company' });
  await user.click(add);
  expect(await screen.findByText('VAT ID field is required.')).toBeVisible();
  expect(screen.getByText(/^Seats must be a number/)).toBeVisible();
  expect(screen.getByText('Web site must be an http or https address.')).toBeVisible();
  expect(calls.some(({ request }) => request === 'POST /company')).toBe(false);

  await user.type(screen.getByLabelText(/^VAT ID/), 'DE123');
  fireEvent.change(screen.getByLabelText(/^Seats/), { target: { value: '1250.5' } });
  fireEvent.change(screen.getByLabelText(/^Web site/), { target: { value: 'https://a.example/b' } });
  fireEvent.change(screen.getByLabelText(/^Customer since/), { target: { value: '2026-01-31' } });
  await user.selectOptions(screen.getByLabelText(/^Tier/), 'Gold');
  await user.selectOptions(screen.getByLabelText(/^Very important/), 'No');
  await user.click(add);
  // What the server refuses stands at its field.
  expect(await screen.findByRole('button', { name: 'VAT ID is taken.' })).toBeVisible();
  await user.type(screen.getByLabelText(/^VAT ID/), '4');
  await user.click(add);
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.companies.details('c9')));
  const sent = calls.filter(({ request }) => request === 'POST /company').at(-1)?.body;
  expect(sent).toMatchObject({ name: 'Acme', own: { ...filled, vatId: 'DE1234' } });
  expect(sent).not.toHaveProperty('own_vatId');
});

it('can be edited and cleared; an old record without a required one is saved as it is', async () => {
  const calls = serve({ 'PUT /company': acme });
  const own = { tier: 'Silver', isVip: true, seats: 3 };
  const { user, router } = renderAt(
    paths.companies.edit('c1'),
    <EditRecord resource={companies} record={{ ...acme, own }} />,
    undefined,
    fieldsOfAllKinds,
  );
  expect(await screen.findByLabelText(/^Tier/)).toHaveValue('Silver');
  expect(screen.getByLabelText(/^Very important/)).toHaveValue('true');
  expect(screen.getByLabelText(/^VAT ID/)).toHaveAttribute('aria-required', 'false');
  await user.clear(screen.getByLabelText(/^Seats/));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(details));
  expect(calls[0]?.body).toMatchObject({ data: { own: { tier: 'Silver', isVip: true, seats: null } } });
  expect(calls[0]?.body).not.toHaveProperty('data.own.vatId');
});

it('are neither shown nor asked for where they are confidential to the user', async () => {
  const access = { ...acme.access, edit: false };
  serve({});
  renderAt(
    details,
    <RecordFacts resource={companies} record={{ ...acme, access, own: filled }} />,
    undefined,
    fieldsOfAllKinds,
  );
  expect(await screen.findByRole('link', { name: 'a.example/b' })).toHaveAttribute('href', 'https://a.example/b');
  for (const text of ['DE123', '1,250.5', '31 Jan 2026', 'Gold', 'No']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText('Discount')).toBeNull();
});

it('narrow and sort a list, by the address', async () => {
  const calls = serve({ 'GET /company': () => listOf([acme]) });
  const { user, router } = renderAt(
    paths.companies.list(),
    <ListPage resource={companies}>
      <FieldFilters resource={companies} />
    </ListPage>,
    undefined,
    fieldsOfAllKinds,
  );
  const asked = () => Object.fromEntries(calls.filter(({ request }) => request === 'GET /company').at(-1)?.query ?? []);
  const add = async (label: string) => {
    await user.click(await screen.findByRole('button', { name: 'Add filter' }));
    await user.click(await screen.findByRole('button', { name: label }));
  };
  await add('VAT ID');
  await user.type(await screen.findByRole('textbox', { name: 'VAT ID contains' }), 'de1{Enter}');
  await add('Seats');
  await user.type(await screen.findByRole('textbox', { name: 'From' }), '1.25{Enter}');
  await add('Tier');
  await user.click(await screen.findByRole('button', { name: 'Gold' }));
  await add('Web site');
  await user.click(await screen.findByRole('button', { name: 'Empty' }));
  await user.selectOptions(screen.getByLabelText('Sort'), 'Customer since, descending');
  await waitFor(() =>
    expect(asked()).toMatchObject({
      'Own.vatId': 'de1',
      'Own.seats.From': '1.25',
      'Own.tier': 'Gold',
      'Own.site.Filled': 'false',
      SortBy: 'own.since',
      SortDescending: 'true',
    }),
  );
  expect(screen.getByRole('button', { name: 'Seats: 1.25 or more, change' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'VAT ID: de1, show all' }));
  expect(new URLSearchParams(router.state.location.search).has('own.vatId')).toBe(false);
});

it('that are removed by now leave the address of a saved view', async () => {
  serve({ 'GET /company': () => listOf([acme]) });
  const { router } = renderAt(
    `${paths.companies.list()}?own.old=x&own.vatId=de&sort=own.old`,
    <ListPage resource={companies}>
      <FieldFilters resource={companies} />
    </ListPage>,
    undefined,
    [ownField({})],
  );
  await waitFor(() => expect(router.state.location.search).toBe('?own.vatId=de'));
});
