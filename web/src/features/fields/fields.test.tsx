import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ownField } from '@/own/testFields';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { serve } from '@/testServer';
import { FieldsPage } from './FieldsPage';
import { keyOf } from './templates';

vi.mock('@/session/useAccount', () => ({ useAccount: () => ({ isAdmin: true }) }));

const vatId = ownField({ position: 2 });
const tier = ownField({ key: 'tier', label: 'Tier', kind: 'choice', options: ['Gold', 'Silver'], position: 5 });

function show(fields: object[], address = paths.app.fields()) {
  const calls = serve({
    'GET /field': fields,
    'POST /field': ({ body }: { body: unknown }) => ownField(body as object),
    'PUT /field': tier,
    'DELETE /field': new Response(null, { status: 204 }),
  });
  const page = renderAt(address, <FieldsPage />, undefined, fields);
  const sent = (request: string) => calls.filter((call) => call.request === request).map(({ body }) => body);
  return { ...page, sent };
}

it('adds a field, whose key follows its label, and asks for the options of a choice', async () => {
  const { user, sent } = show([], `${paths.app.fields()}?list=project`);
  await user.click(screen.getByRole('button', { name: 'Add field' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add a field: Projects' });
  await user.type(within(dialog).getByLabelText(/^Label \*/), 'Größe des Teams');
  expect(within(dialog).getByLabelText(/^Key/)).toHaveValue('grosseDesTeams');
  await user.selectOptions(within(dialog).getByLabelText(/^Kind/), 'Choice');
  await user.click(within(dialog).getByRole('button', { name: 'Add field' }));
  expect(await within(dialog).findByText(/^A choice needs one option/)).toBeVisible();
  await user.type(within(dialog).getByLabelText(/^Options/), 'Small{Enter} {Enter}Large');
  await user.click(within(dialog).getByLabelText('Required'));
  await user.click(within(dialog).getByRole('button', { name: 'Add field' }));
  await waitFor(() => expect(sent('POST /field')).toHaveLength(1));
  expect(sent('POST /field')[0]).toEqual({
    list: 'project',
    key: 'grosseDesTeams',
    label: 'Größe des Teams',
    labelDe: null,
    kind: 'choice',
    options: ['Small', 'Large'],
    isRequired: true,
    isConfidential: false,
  });
});

it('makes a field from a template by one click', async () => {
  const { user, sent } = show([vatId]);
  expect(screen.queryByRole('button', { name: 'VAT ID' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Customer number' }));
  await waitFor(() =>
    expect(sent('POST /field')).toEqual([
      { list: 'company', key: 'customerNumber', label: 'Customer number', labelDe: 'Kundennummer', kind: 'text' },
    ]),
  );
});

it('moves a field to the place of its neighbour, and says why the key stays', async () => {
  const { user, sent } = show([vatId, tier]);
  await user.click(screen.getByRole('button', { name: /^Move .*VAT ID.* up$/ }));
  await user.click(screen.getByRole('button', { name: /^Move .*Tier.* up$/ }));
  await waitFor(() => expect(sent('PUT /field')).toEqual([{ id: tier.id, version: 1, position: 2 }]));
  await user.click(screen.getByRole('button', { name: 'Edit: Tier' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Key tier. It can not be changed');
  expect(within(dialog).queryByLabelText(/^Key/)).toBeNull();
  await user.type(within(dialog).getByLabelText(/^Options/), '{Enter}Bronze');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent('PUT /field')).toHaveLength(2));
  expect(sent('PUT /field')[1]).toMatchObject({ id: tier.id, version: 1, options: ['Gold', 'Silver', 'Bronze'] });
});

it('asks before it removes a field', async () => {
  const { user, sent } = show([vatId]);
  await user.click(screen.getByRole('button', { name: 'Remove: VAT ID' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove field' }));
  await waitFor(() => expect(sent('DELETE /field')).toEqual([{ id: vatId.id }]));
});

it('suggests keys of letters and digits', () => {
  expect(keyOf('VAT ID')).toBe('vatId');
  expect(keyOf('USt-IdNr.')).toBe('ustIdnr');
  expect(keyOf('  Straße 7 ')).toBe('strasse7');
  expect(keyOf('顧客')).toBe('');
});
