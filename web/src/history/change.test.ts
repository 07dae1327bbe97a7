import { describe, expect, it } from 'vitest';
import { paths } from '@/paths';
import {
  becomesGone,
  becomesThere,
  byDay,
  type Change,
  linesOf,
  parentPathOf,
  pathOf,
  tell,
  valueText,
} from './change';
import { companyChange, priceChange } from './testChange';

const made = (name: string, after: unknown) => ({ name, label: name, before: null, after });
const dropped = (name: string, before: unknown) => ({ name, label: name, before, after: null });

describe('a value in words', () => {
  it.each([
    ['projectSubscription', 'price', 1176.4, '$1,176.40'],
    ['projectSubscription', 'endAt', '2026-12-31T23:59:59Z', '31 Dec 2026'],
    ['projectSubscription', 'autoRenew', true, 'Yes'],
    ['projectSubscription', 'autoRenew', null, 'No'],
    ['projectProduct', 'status', 1, 'In Progress'],
    ['product', 'status', 1, 'Unavailable'],
    ['user', 'status', 1, 'Disabled'],
    ['user', 'status', null, 'Enabled'],
    ['user', 'disableReason', 1, 'Removed by an administrator'],
    ['user', 'gender', 2, 'Female'],
    ['companyModerator', 'role', 2, 'Manager'],
    ['company', 'name', 'Acme', 'Acme'],
    ['company', 'details', null, ''],
    ['company', 'employees', 12, '12'],
  ] as const)('%s %s %s is %s', (entity, name, value, text) => expect(valueText(entity, name, value)).toBe(text));
});

describe('the sentence', () => {
  const user = { entity: 'user', entityId: 'max@example.com', entityName: 'Max' } as const;
  it.each<[string, Partial<Change>, string]>([
    ['an edit of one field', {}, 'edit.one'],
    ['a first value', { fields: [made('details', 'New')] }, 'edit.set'],
    ['a cleared value', { fields: [dropped('details', 'Old')] }, 'edit.cleared'],
    [
      'a long text',
      { fields: [{ name: 'details', label: 'Details', before: 'a', after: 'b '.repeat(40) }] },
      'edit.text',
    ],
    ['an edit of several', { fields: [made('details', 'New'), made('price', 3)] }, 'edit'],
    ['an addition', { action: 'create', fields: [made('name', 'VPS')] }, 'create'],
    [
      'an address',
      { action: 'address', fields: [{ name: 'city', label: 'City', before: 'Oslo', after: 'Bergen' }] },
      'address',
    ],
    ['a first address', { action: 'address', fields: [made('city', 'Oslo')] }, 'address.set'],
    ['an address taken away', { action: 'address', fields: [dropped('city', 'Oslo')] }, 'address.cleared'],
    ['a first photo', { action: 'photo', fields: [made('photoUrl', '/a')] }, 'photo.set'],
    ['a photo taken away', { action: 'photo', fields: [dropped('photoUrl', '/a')] }, 'photo.cleared'],
    ['a removal', { action: 'remove', fields: [made('isGone', true)] }, 'remove'],
    ['a removal of what is in use', { action: 'remove', fields: [made('isRemoved', true)] }, 'remove.marked'],
    ['a detached item', { action: 'remove', fields: [dropped('price', 3), dropped('productId', 'VPS')] }, 'remove'],
    ['a return', { action: 'restore', fields: [dropped('isGone', true)] }, 'restore'],
    [
      'a cancelation',
      { action: 'cancel', fields: [made('isCanceled', true), made('cancelationReason', 'Too dear')] },
      'cancel',
    ],
    [
      'a disabled user',
      { ...user, action: 'disable', fields: [made('status', 1), made('disableReason', 1)] },
      'disable',
    ],
    ['an enabled user', { ...user, action: 'enable', fields: [dropped('status', 1)] }, 'enable'],
    ['an invitation', { ...user, action: 'invite', fields: [] }, 'invite'],
    [
      'a renewal',
      {
        action: 'renew',
        actor: null,
        fields: [{ name: 'endAt', label: 'End At', before: '2026-01-01', after: '2026-02-01' }],
      },
      'renew',
    ],
    ['an end', { action: 'end', actor: null, fields: [] }, 'end'],
    ['a password', { ...user, action: 'password', fields: [] }, 'password'],
    ['an undo of one field', { action: 'undo', undoes: 7 }, 'undo.one'],
    ['an undo of several', { action: 'undo', undoes: 7, fields: [made('details', 'New'), made('price', 3)] }, 'undo'],
    ['an undone addition', { action: 'undo', undoes: 7, fields: [made('isGone', true)] }, 'undo.removed'],
    ['an undone removal', { action: 'undo', undoes: 7, fields: [dropped('isGone', true)] }, 'undo.restored'],
    ['an erased person', { ...user, action: 'erase', fields: [] }, 'erase'],
  ])('of %s', (_, change, sentence) => expect(tell({ ...priceChange, ...change }, false).sentence).toBe(sentence));

  it('does not name the record on its own page', () => {
    expect(tell(priceChange, true).sentence).toBe('own.one');
    expect(tell({ ...priceChange, action: 'undo' }, true).sentence).toBe('undo.own');
  });

  it('leaves below it what it does not tell', () => {
    const reason = made('cancelationReason', 'Too dear');
    const canceled: Change = { ...priceChange, action: 'cancel', fields: [made('isCanceled', true), reason] };
    expect(tell(canceled, false).rest).toEqual([reason]);
    expect(tell(priceChange, false).rest).toEqual([]);
  });
});

describe('a record', () => {
  it.each<[Partial<Change>, string]>([
    [{}, paths.projects.subscription('p1', 's1')],
    [{ entity: 'projectProduct' }, paths.projects.product('p1', 's1')],
    [{ entity: 'company' }, paths.companies.details('s1')],
    [{ entity: 'project' }, paths.projects.details('s1')],
    [{ entity: 'product' }, paths.products.details('s1')],
    [{ entity: 'subscription' }, paths.subscriptions.details('s1')],
    [{ entity: 'productCategory', entityName: 'A & B' }, `${paths.products.list()}?category=A%20%26%20B`],
    [{ entity: 'subscriptionCategory', entityName: 'Hosting' }, `${paths.subscriptions.list()}?category=Hosting`],
    [{ entity: 'companyModerator' }, paths.companies.details('c1')],
    [{ entity: 'projectModerator' }, paths.projects.details('p1')],
    [{ entity: 'user', entityId: 'a@example.com' }, paths.users.details('a@example.com')],
  ])('%o has a page', (change, path) => expect(pathOf({ ...priceChange, ...change })).toBe(path));

  it('that is taken away is left for the page above', () => {
    expect(parentPathOf(priceChange)).toBe(paths.projects.details('p1'));
    expect(parentPathOf(companyChange)).toBe(paths.companies.list());
    expect(parentPathOf({ ...priceChange, entity: 'project' })).toBe(paths.projects.list());
    expect(parentPathOf({ ...companyChange, entity: 'productCategory' })).toBe(paths.products.list());
    expect(parentPathOf({ ...companyChange, entity: 'subscription' })).toBe(paths.subscriptions.list());
  });

  it('comes and goes', () => {
    const removal: Change = { ...companyChange, action: 'remove', fields: [made('isGone', true)] };
    const undo: Change = { ...removal, action: 'undo' };
    expect([removal, undo].map(becomesGone)).toEqual([true, true]);
    expect(
      [
        { ...companyChange, action: 'create' as const },
        { ...undo, fields: [dropped('isGone', true)] },
      ].map(becomesThere),
    ).toEqual([true, true]);
    expect([becomesGone(companyChange), becomesThere(companyChange)]).toEqual([false, false]);
  });
});

describe('lines', () => {
  const changes = [
    { ...priceChange, seq: 5, batchId: 'b1' },
    { ...priceChange, seq: 4, batchId: 'b1', at: '2026-11-14T10:00:00Z' },
    { ...priceChange, seq: 3, at: '2026-11-14T09:00:00Z' },
    { ...priceChange, seq: 2, at: '2026-11-14T08:00:00Z' },
    { ...priceChange, seq: 1, batchId: 'b1', at: '2026-11-13T08:00:00Z' },
  ];
  const seqs = (lines: readonly Change[][]) => lines.map((line) => line.map(({ seq }) => seq));

  it('join changes of a batch that follow one another', () => {
    expect(seqs(linesOf(changes))).toEqual([[5, 4], [3], [2], [1]]);
  });

  it('are grouped by the day of their newest change', () => {
    const days = byDay(linesOf(changes));
    expect(days.map(({ day, lines }) => [day, seqs(lines)])).toEqual([
      ['2026-11-15', [[5, 4]]],
      ['2026-11-14', [[3], [2]]],
      ['2026-11-13', [[1]]],
    ]);
  });
});
