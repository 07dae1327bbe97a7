import { expect, it } from 'vitest';
import { listFilterOf, nextOrder } from './listFilter';

const sortOptions = [
  { value: 'name', label: 'Name' },
  { value: '-name', label: 'Name, the last first' },
  { value: '-createdAt', label: 'Newest' },
  { value: 'createdAt', label: 'Oldest' },
] as const;

const read = (sort: string) => listFilterOf(sortOptions, new URLSearchParams({ sort }));

it('sorts by one value, by several, and by the first option where the address names none that there is', () => {
  expect(read('-createdAt').filter).toMatchObject({ SortBy: 'createdAt', SortDescending: true });
  expect(read('-createdAt,name').filter).toMatchObject({ SortBy: 'createdAt,name', SortDescending: 'true,false' });
  expect(read('evil').order).toEqual(['name']);
  // Each value once.
  expect(read('name,-name,evil,-createdAt').order).toEqual(['name', '-createdAt']);
});

it('turns the order round, replaces it, or adds to it', () => {
  expect(nextOrder(['name'], 'name', false, false)).toBe('-name');
  expect(nextOrder(['name'], 'margin', true, false)).toBe('-margin');
  expect(nextOrder(['-margin'], 'margin', true, false)).toBe('margin');
  expect(nextOrder(['-margin'], 'name', false, true)).toBe('-margin,name');
  expect(nextOrder(['-margin', 'name'], 'margin', true, true)).toBe('margin,name');
  expect(nextOrder(['a', 'b', 'c'], 'd', false, true)).toBe('a,b,c');
});

it('has the best match first while somebody searches, unless a sort is chosen', () => {
  const searched = (sort: string) => listFilterOf(sortOptions, new URLSearchParams({ search: 'acme', sort }));
  expect(searched('').filter).toEqual({ Search: 'acme' });
  expect(searched('')).toMatchObject({ sort: '', order: [] });
  expect(searched('').sorts[0]).toEqual({ value: '', label: 'Best match' });
  expect(searched('name').filter).toEqual({ Search: 'acme', SortBy: 'name', SortDescending: false });
  expect(read('').sorts).toBe(sortOptions);
});
