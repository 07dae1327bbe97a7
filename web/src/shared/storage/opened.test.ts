import { afterEach, expect, it } from 'vitest';
import { dropOpened, openedRecords, rememberOpened } from './opened';

const acme = { kind: 'company', id: '1', name: 'Acme', parentId: null, parentName: null, isDisabled: false };
const names = (owner: string) => openedRecords(owner).map(({ name }) => name);

afterEach(() => localStorage.clear());

it('keeps the last records that one person opened, each once and by its last name', () => {
  for (const id of ['1', '2', '3', '4', '5', '6', '7']) rememberOpened('ada', { ...acme, id, name: `Company ${id}` });
  rememberOpened('ada', { ...acme, id: '3', name: 'Renamed' });
  expect(names('ada')).toEqual(['Renamed', 'Company 7', 'Company 6', 'Company 5', 'Company 4', 'Company 2']);
  expect(names('bob')).toEqual([]);
  rememberOpened('bob', acme);
  expect(names('ada')).toEqual([]);
  dropOpened();
  expect(names('bob')).toEqual([]);
  localStorage.setItem('btracker.opened', '{');
  expect(names('bob')).toEqual([]);
});
