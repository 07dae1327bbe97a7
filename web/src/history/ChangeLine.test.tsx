import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '@/paths';
import { renderAt } from '@/testApp';
import { listOf, serve } from '@/testServer';
import { ChangeList } from './ChangeLine';
import { type Change, linesOf } from './change';
import { companyChange, priceChange } from './testChange';

const here = paths.companies.details('c1');

function show(...changes: Change[]) {
  return renderAt(here, <ChangeList lines={linesOf(changes)} place={{ entity: 'company', id: 'c1' }} />);
}

it('tells who changed what, from which value to which', () => {
  show(priceChange);
  const line = screen.getByRole('listitem');
  expect(line).toHaveTextContent('Marc Manning changed Price of subscription VPS from $176.40 to $181.40');
  expect(line).toHaveTextContent('15 Nov 2026, 12:30');
  expect(within(line).getByText('$176.40').tagName).toBe('DEL');
  expect(within(line).getByText('$181.40').tagName).toBe('INS');
  expect(screen.getByRole('link', { name: 'VPS' })).toHaveAttribute('href', paths.projects.subscription('p1', 's1'));
});

it('does not name the record on its own page', () => {
  show(companyChange, { ...companyChange, seq: 1, action: 'create' });
  const [edit, create] = screen.getAllByRole('listitem');
  expect(edit).toHaveTextContent('Marc Manning changed Name from Acne to Acme');
  expect(create).toHaveTextContent('Marc Manning added this company');
});

it('shows long texts as a difference of words, and photos as two photos', () => {
  show({
    ...companyChange,
    fields: [
      { name: 'details', label: 'Details', before: 'A bakery in Oslo', after: 'A bakery in Bergen' },
      { name: 'photoUrl', label: 'Photo', before: '/photo/a', after: '/photo/b' },
    ],
  });
  expect(screen.getByText('A bakery in')).toBeVisible();
  expect(screen.getByText('Oslo')).toHaveTextContent('removed: Oslo');
  expect(screen.getByText('Bergen')).toHaveTextContent('added: Bergen');
  expect(screen.getByRole('img', { name: 'Photo before' })).toHaveAttribute('src', '/photo/a');
  expect(screen.getByRole('img', { name: 'Photo after' })).toHaveAttribute('src', '/photo/b');
});

it('names the program, and the way a change came by', () => {
  show(
    { ...priceChange, action: 'renew', actor: null },
    { ...priceChange, seq: 1, via: { kind: 'key', name: 'Billing' } },
  );
  const [renewal, byKey] = screen.getAllByRole('listitem');
  expect(renewal).toHaveTextContent('btracker renewed subscription VPS');
  expect(byKey).toHaveTextContent('with the key Billing');
});

it('shows a batch as one line that opens', async () => {
  const batch = [3, 2, 1].map((seq) => ({ ...priceChange, seq, entityId: `s${seq}`, batchId: 'b1' }));
  serve({ 'GET /change': () => listOf(batch) });
  const { user } = show(...batch.slice(0, 2));
  expect(await screen.findByText(/changed 3 records at once/)).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show each' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
});
