import { expect, test } from 'vitest';
import { countedPart, tellBatch } from './batch';
import type { Change } from './change';
import { companyChange, priceChange } from './testChange';

function priced(id: string, before: number, after: number, more: Partial<Change> = {}): Change {
  const fields = [{ name: 'price', label: 'Price', before, after }];
  return { ...priceChange, entityId: id, projectId: id, via: { kind: 'bulk', name: 'reprice' }, fields, ...more };
}

test('new prices of one subscription say by how much, and in how many projects', () => {
  const changes = [priced('a', 100, 108), priced('b', 9.99, 10.79), priced('c', 0.1, 0.11)];
  expect(tellBatch(changes, 3)).toEqual({
    sentence: 'batch.raised',
    record: 'VPS in 3 projects',
    amount: '8 %',
  });
});

test('a price falls by an amount, or becomes another', () => {
  const other = { entityName: 'Mail' };
  expect(tellBatch([priced('a', 100, 95), priced('b', 9.99, 4.99, other)], 2)).toEqual({
    sentence: 'batch.lowered',
    record: '2 project subscriptions',
    amount: '$5.00',
  });
  expect(tellBatch([priced('a', 100, 12), priced('b', 9, 12)], 2)).toMatchObject({
    sentence: 'batch.priced',
    amount: '$12.00',
  });
  expect(tellBatch([priced('a', 100, 12), priced('b', 9, 14)], 2)).toMatchObject({ sentence: 'batch' });
});

test('prices for later are told as planned, and so is what is taken back of them', () => {
  const planned = (id: string, before: number | null, after: number | null, more: Partial<Change> = {}) => {
    const fields = [{ name: 'plannedPrice', label: 'Planned Price', before, after }];
    return priced(id, 0, 0, { fields, ...more });
  };
  const record = 'VPS in 2 projects';
  const both = [planned('a', null, 108), planned('b', null, 10.79)];
  expect(tellBatch(both, 2)).toEqual({ sentence: 'batch.plannedAt', record, amount: '$10.79 to $108.00' });
  expect(tellBatch([planned('a', null, 108), planned('b', 9, 108)], 300)).toMatchObject({
    sentence: 'batch.plannedAt',
    amount: '$108.00',
  });
  expect(tellBatch(both, 300)).toEqual({ sentence: 'batch.planned', record: '300 project subscriptions' });
  expect(tellBatch([planned('a', 108, null), planned('b', 9, null)], 2)).toEqual({
    sentence: 'batch.unplanned',
    record,
  });
  const undo: Partial<Change> = { action: 'undo', via: { kind: 'undo', name: '' } };
  const undone = [planned('a', 108, null, undo), planned('b', 9, null, undo)];
  expect(tellBatch(undone, 2)).toMatchObject({ sentence: 'undo.batch.plannedAt', amount: '$9.00 to $108.00' });
});

test('roles that are handed over name both people', () => {
  const via = { kind: 'bulk', name: 'handOver' };
  const link = (id: string, entityName: string, action: Change['action']): Change => {
    return { ...companyChange, entity: 'companyModerator', entityId: id, entityName, action, via, fields: [] };
  };
  const changes = [link('1', 'Ann', 'remove'), link('2', 'Bob', 'create'), link('3', 'Ann', 'remove')];
  expect(tellBatch([...changes, link('4', 'Bob', 'edit')], 40)).toEqual({
    sentence: 'batch.handedOver',
    record: 'Ann',
    amount: 'Bob',
  });
});

test('a removal with contents names what went', () => {
  const via = { kind: 'bulk', name: 'removeWithContents' };
  const gone: Partial<Change> = { action: 'remove', via, fields: [] };
  const changes: Change[] = [
    { ...companyChange, ...gone },
    { ...companyChange, ...gone, entity: 'project', entityName: 'Site' },
    { ...priceChange, ...gone },
    { ...priceChange, ...gone, entityId: 's2' },
  ];
  expect(tellBatch(changes, 4)).toEqual({
    sentence: 'batch.whole',
    record: 'company Acme',
    amount: '1 project, 2 project subscriptions',
  });
  // More than are read.
  expect(countedPart(changes[0] as Change)).toEqual({ Entity: 'company' });
  expect(tellBatch(changes, 1000, 1)).toEqual({
    sentence: 'batch.whole',
    record: 'company Acme',
    amount: '999 records',
  });
  expect(tellBatch(changes, 1000, 3)).toMatchObject({ record: '3 companies', amount: '997 records' });
});

test('an import says what it added and what it changed, of rows that are not read too', () => {
  const via = { kind: 'import', name: 'customers.csv' } as const;
  const row = (id: string, action: Change['action']): Change => ({ ...companyChange, via, entityId: id, action });
  const changes = [row('a', 'create'), row('b', 'edit'), row('b', 'address'), row('c', 'create')];
  const both = { sentence: 'batch.added', record: '1 company', amount: '2 companies' };
  expect(tellBatch(changes, 4)).toEqual(both);
  const undone = changes.map((change): Change => {
    const fields = change.action === 'create' ? [{ name: 'isGone', label: 'Gone', before: false, after: true }] : [];
    return { ...change, action: 'undo', via: { kind: 'undo', name: '' }, fields };
  });
  expect(tellBatch(undone, 4)).toEqual({ ...both, sentence: 'undo.batch.added' });
  expect(countedPart(changes[0] as Change)).toEqual({ Action: 'create' });
  expect(tellBatch(changes.slice(0, 1), 1000, 990)).toEqual({
    sentence: 'batch.added',
    record: '10 companies',
    amount: '990 companies',
  });
  expect(tellBatch(changes.slice(0, 1), 1000, 1000)).toMatchObject({ sentence: 'create', record: '1,000 companies' });
});

test('what is alike is said of all, and what is not is counted', () => {
  const created = (id: string): Change => ({ ...companyChange, entityId: id, entityName: id, action: 'create' });
  expect(tellBatch([created('a'), created('b')], 195)).toEqual({ sentence: 'create', record: '195 companies' });
  expect(tellBatch([created('a'), { ...companyChange, action: 'remove' }], 2)).toEqual({
    sentence: 'batch',
    record: '2 companies',
  });
  expect(tellBatch([created('a'), { ...priceChange, action: 'create' }], 2)).toMatchObject({ record: '2 records' });
  const status = [{ name: 'status', label: 'Status', before: 0, after: 2 }];
  const done = (id: string): Change => ({
    ...priceChange,
    entity: 'projectProduct',
    entityId: id,
    entityName: id,
    fields: status,
  });
  expect(tellBatch([done('a'), done('b')], 2)).toMatchObject({
    sentence: 'edit.set',
    field: { name: 'status', after: 2 },
  });
});

test('an undo says what it took back', () => {
  const undo = { action: 'undo', via: { kind: 'undo', name: '' } } as const;
  expect(tellBatch([priced('a', 108, 100, undo), priced('b', 10.79, 9.99, undo)], 2)).toEqual({
    sentence: 'undo.batch.raised',
    record: 'VPS in 2 projects',
    amount: '8 %',
  });
  const gone = [{ name: 'isGone', label: 'Gone', before: false, after: true }];
  const added = (id: string): Change => ({ ...companyChange, ...undo, entityId: id, entityName: id, fields: gone });
  expect(tellBatch([added('a'), added('b')], 195)).toEqual({ sentence: 'undo.create', record: '195 companies' });
  const back = [{ name: 'isGone', label: 'Gone', before: true, after: false }];
  const restored: Change[] = [
    { ...priceChange, ...undo, fields: back },
    { ...companyChange, ...undo, entity: 'project', entityName: 'Site', fields: back },
    { ...companyChange, ...undo, fields: back },
  ];
  expect(tellBatch(restored, 3)).toEqual({
    sentence: 'undo.batch.whole',
    record: 'company Acme',
    amount: '1 project, 1 subscription',
  });
  const canceled = [{ name: 'isCanceled', label: 'Canceled', before: true, after: false }];
  const running = (id: string): Change => ({ ...priceChange, ...undo, entityId: id, projectId: id, fields: canceled });
  expect(tellBatch([running('a'), running('b')], 2)).toMatchObject({ sentence: 'undo.cancel' });
  const mixed = [priced('a', 108, 100, undo), running('b')];
  expect(tellBatch(mixed, 2)).toMatchObject({ sentence: 'batch.undone' });
});
