import { expect, it } from 'vitest';
import {
  daysOf,
  endOf,
  fileNameOf,
  kindOf,
  lengthOf,
  nameOf,
  nameSoFar,
  periodOf,
  readPeriod,
  stepped,
} from './period';

const now = '2026-11';
const read = (query: string) => readPeriod(new URLSearchParams(query), now);

it('shows the running quarter unless the address names months', () => {
  expect(read('')).toEqual({ period: { from: '2026-10', to: '2026-12' }, kind: 'quarter' });
  expect(read('from=2026-09&to=2026-09')).toEqual({ period: { from: '2026-09', to: '2026-09' }, kind: 'month' });
  for (const nonsense of ['from=2026-13&to=2026-14', 'from=x', 'from=2026-09&to=2026-08', 'from=1999-01&to=2026-01']) {
    expect(read(nonsense).kind).toBe('quarter');
  }
});

it('knows the kinds of periods', () => {
  for (const kind of ['month', 'quarter', 'year', 'last12'] as const) {
    expect(kindOf(periodOf(kind, now), now)).toBe(kind);
  }
  expect(kindOf({ from: '2026-02', to: '2026-04' }, now)).toBe('own');
  expect(read('from=2026-10&to=2026-12&period=own').kind).toBe('own');
});

it('steps by its own length, and has a name', () => {
  expect(stepped({ from: '2026-10', to: '2026-12' }, -1)).toEqual({ from: '2026-07', to: '2026-09' });
  expect(lengthOf({ from: '2025-12', to: '2026-11' })).toBe(12);
  expect(nameOf({ from: '2026-07', to: '2026-09' })).toBe('Q3 2026');
  expect(nameOf({ from: '2026-07', to: '2026-09' }, true)).toBe('the third quarter of 2026');
  expect(nameOf({ from: '2026-01', to: '2026-12' })).toBe('2026');
  expect(nameOf({ from: '2025-12', to: '2026-11' })).toBe('December 2025 – November 2026');
  expect(endOf('2026-12')).toBe('2026-12-31T23:59:59.000Z');
});

it('says of a running period how much of it has passed', () => {
  const quarter = { from: '2026-10', to: '2026-12' };
  expect(daysOf(quarter, '2026-11-19')).toEqual({ gone: 50, all: 92 });
  expect(daysOf(quarter, '2026-10-01')).toEqual({ gone: 1, all: 92 });
  expect(daysOf(quarter, '2026-12-31')).toEqual({ gone: 92, all: 92 });
  expect(nameSoFar(quarter, '2026-11-19')).toBe('Q4 2026 so far, until 19 Nov');
  expect(nameSoFar(quarter, '2026-11-19', true)).toBe('the fourth quarter of 2026 so far, until 19 Nov');
  for (const day of ['2026-09-30', '2027-01-01']) {
    expect(daysOf(quarter, day)).toBeUndefined();
    expect(nameSoFar(quarter, day)).toBe('Q4 2026');
  }
});

it('names files by their months', () => {
  expect(fileNameOf('summary', { from: '2026-07', to: '2026-09' }, 'xlsx')).toBe('summary-2026-07_2026-09.xlsx');
  expect(fileNameOf('recurring', { from: '2026-07', to: '2026-07' }, 'csv')).toBe('recurring-2026-07.csv');
});
