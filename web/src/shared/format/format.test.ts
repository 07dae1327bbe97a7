import { describe, expect, it } from 'vitest';
import { formatDay, formatDaysUntil, formatExact, formatRelative } from './date';
import { formatMoney } from './money';
import { counted } from './number';
import { formatAddress } from './text';

it('shows days in UTC, with short months', () => {
  expect(formatDay('2026-11-14T23:59:59Z')).toBe('14 Nov 2026');
  expect(formatDay('2026-09-01T00:00:00Z')).toBe('1 Sep 2026');
  expect(formatExact('2026-11-14T23:59:59Z')).toBe('14 Nov 2026, 23:59:59 UTC');
});

describe('formatRelative', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  it.each([
    ['2026-11-15T11:59:31Z', 'just now'],
    ['2026-11-15T11:55:00Z', '5 minutes ago'],
    ['2026-11-15T09:00:00Z', '3 hours ago'],
    ['2026-11-14T12:00:00Z', 'yesterday'],
    ['2026-11-13T13:00:00Z', '2 days ago'],
    ['2026-11-01T12:00:00Z', '1 Nov 2026'],
  ])('%s is %s', (at, text) => expect(formatRelative(at, now)).toBe(text));
});

describe('formatDaysUntil', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  it.each([
    ['2026-11-15T23:59:59Z', 'today'],
    ['2026-11-16T00:00:00Z', 'tomorrow'],
    ['2026-11-27T23:59:59Z', 'in 12 days'],
    ['2026-11-12T23:59:59Z', '3 days ago'],
  ])('%s is %s', (at, text) => expect(formatDaysUntil(at, now)).toBe(text));
});

it('joins an address into one line, skipping what is empty', () => {
  expect(
    formatAddress({
      country: 'Kenya',
      provinceState: 'Nairobi',
      city: null,
      street: 'Moi Ave',
      postalZipCode: '00100',
    }),
  ).toBe('00100, Moi Ave, Nairobi, Kenya');
});

it('counts in words', () => {
  expect(counted(1, 'company', 'companies')).toBe('1 company');
  expect(counted(1200, 'company', 'companies')).toBe('1,200 companies');
});

it('shows money in dollars with two decimals', () => {
  expect(formatMoney(1234.5)).toBe('$1,234.50');
  expect(formatMoney(999999999.99)).toBe('$999,999,999.99');
});
