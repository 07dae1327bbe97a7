import { expect, it } from 'vitest';
import { ownKeys, ownQuery, ownSorts, withoutUnknown } from './address';

const address = new URLSearchParams(
  'search=x&own.vatId=DE&own.fromDate.from=2026-01-01&own.fromDate.to=2026-12-31&own.toDo.filled=true&own.a.b=1&sort=-own.vatId,name',
);

it('reads filters and orders as the server names them', () => {
  expect(ownQuery(address)).toEqual({
    'Own.vatId': 'DE',
    'Own.fromDate.From': '2026-01-01',
    'Own.fromDate.To': '2026-12-31',
    'Own.toDo.Filled': 'true',
  });
  expect(ownKeys(address)).toEqual(['vatId', 'fromDate', 'toDo']);
  expect(ownSorts(address)).toEqual(['-own.vatId']);
});

it('leaves out fields that there are not', () => {
  const known = [{ key: 'fromDate' }, { key: 'toDo' }];
  expect(withoutUnknown(address, known)?.get('own.vatId')).toBeNull();
  expect(withoutUnknown(address, known)?.get('sort')).toBe('name');
  expect(withoutUnknown(address, known)?.get('own.toDo.filled')).toBe('true');
  expect(withoutUnknown(address, [...known, { key: 'vatId' }])).toBeUndefined();
  expect(withoutUnknown(new URLSearchParams('sort=own.a'), [])?.toString()).toBe('');
});
