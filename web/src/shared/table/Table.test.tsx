import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { type Column, Table } from './Table';

interface Row {
  id: string;
  name: string;
  price: number;
}

const rows: Row[] = [
  { id: 'a', name: 'Bee', price: 3 },
  { id: 'b', name: 'Ant', price: 20 },
];
const columns: Column<Row>[] = [
  { header: 'Name', lead: true, cell: ({ name }) => <a href="/somewhere">{name}</a> },
  {
    header: 'Price',
    numeric: true,
    cell: ({ price }) => `$${price}`,
    total: (all) => `$${all.reduce((sum, { price }) => sum + price, 0)}`,
  },
  { header: 'Actions', quiet: true, cell: () => null },
];
const keyOf = ({ id }: Row) => id;
const lines = () => screen.getAllByRole('row').map(({ textContent }) => textContent);

it('says how the rows are sorted, and asks for another order', async () => {
  const user = userEvent.setup();
  const sort = vi.fn();
  const [name, ...others] = columns as [Column<Row>, ...Column<Row>[]];
  const sorted: Column<Row>[] = [{ ...name, sorted: 'desc', onSort: sort }, ...others];
  render(<Table caption="Things" columns={sorted} rows={rows} keyOf={keyOf} />);
  expect(lines()).toEqual(['NamePriceActions', 'Bee$3', 'Ant$20', '$23']);
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(sort).toHaveBeenCalledOnce();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

it('leaves out the columns that are hidden', () => {
  const hidden = ['Price'];
  render(<Table caption="Things" columns={columns} rows={rows} keyOf={keyOf} hidden={hidden} />);
  expect(lines()).toEqual(['NameActions', 'Bee', 'Ant']);
});

it('follows new rows', () => {
  const { rerender } = render(<Table caption="Things" columns={columns} rows={rows} keyOf={keyOf} />);
  rerender(<Table caption="Things" columns={columns} rows={rows.slice(1)} keyOf={keyOf} />);
  expect(lines()).toEqual(['NamePriceActions', 'Ant$20', '$20']);
});

it('takes a click on a row, but not one on a link in it', async () => {
  const user = userEvent.setup();
  const click = vi.fn();
  render(<Table caption="Things" columns={columns} rows={rows} keyOf={keyOf} onRowClick={click} />);
  await user.click(screen.getByRole('link', { name: 'Bee' }));
  expect(click).not.toHaveBeenCalled();
  await user.click(screen.getByRole('cell', { name: '$3' }));
  expect(click).toHaveBeenCalledExactlyOnceWith(rows[0]);
});
