import { expect, it } from 'vitest';
import { movedColumn, readColumns, writeColumns } from './columns';

const offered = [{ name: 'name' }, { name: 'price' }, { name: 'phone', isHidden: true }];

it('shows what is shown unless chosen otherwise, and writes nothing of that into the address', () => {
  const usual = [{ name: 'name' }, { name: 'price' }];
  expect(readColumns(offered, null)).toEqual(usual);
  expect(readColumns(offered, 'nonsense,:5')).toEqual(usual);
  expect(writeColumns(offered, usual)).toBeUndefined();
});

it('reads back the order, the choice and the widths that it writes', () => {
  const chosen = [{ name: 'name', width: 300 }, { name: 'phone' }, { name: 'price', width: 99 }];
  expect(writeColumns(offered, chosen)).toBe('name:300,phone,price:99');
  expect(readColumns(offered, 'name:300,phone,price:99')).toEqual(chosen);
});

it('takes from an address only what there is: each column once, with a width that can be seen', () => {
  expect(readColumns(offered, 'price:1,price:9999,evil,phone:-5')).toEqual([
    { name: 'name' },
    { name: 'price', width: 64 },
    { name: 'phone' },
  ]);
  expect(readColumns(offered, 'price:9999')).toEqual([{ name: 'name' }, { name: 'price', width: 800 }]);
});

it('moves a column to a place among the others', () => {
  const names = (name: string, to: number) => movedColumn(offered, name, to).map((column) => column.name);
  expect(names('phone', 1)).toEqual(['name', 'phone', 'price']);
  expect(names('price', 9)).toEqual(['name', 'phone', 'price']);
  expect(names('none', 0)).toEqual(['name', 'price', 'phone']);
});
