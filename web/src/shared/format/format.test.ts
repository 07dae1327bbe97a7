import { describe, expect, it } from 'vitest';
import {
  dayOfInstant,
  formatDay,
  formatDaysUntil,
  formatExact,
  formatExactDay,
  formatInstantDay,
  formatRelative,
  formatShortMonth,
  formatTime,
  setTimeZone,
  startOfDay,
} from './date';
import { formatChange, formatMarginPercent } from './margin';
import { formatDollars, formatMoney } from './money';
import { counted, formatCount } from './number';
import { addressLines, formatAddress } from './text';

it('writes days and figures as the browser does', () => {
  const day = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  for (let at = 0; at < 400; at += 1) {
    const date = new Date(Date.UTC(1999, 0, 1 + at * 29, at % 24));
    const [month, dayOfMonth, year] = day.format(date).split(/,? /);
    expect(formatDay(date.toISOString())).toBe(`${dayOfMonth} ${month} ${year}`);
    const amount = (at * 98_765_43) / 100;
    expect(formatMoney(amount)).toBe(dollars.format(amount));
    expect(formatCount(at * 12_345)).toBe((at * 12_345).toLocaleString('en-US'));
  }
  expect(formatTime('2026-11-14T05:07:59Z')).toBe('05:07');
  expect(formatShortMonth('2026-11-14T05:07:59Z')).toBe('Nov 26');
});

it('shows days in UTC, with short months', () => {
  expect(formatDay('2026-11-14T23:59:59Z')).toBe('14 Nov 2026');
  expect(formatDay('2026-09-01T00:00:00Z')).toBe('1 Sep 2026');
  expect(formatExact('2026-11-14T23:59:59Z')).toBe('14 Nov 2026, 23:59:59 UTC');
});

it("shows instants in the person's time zone, and says which", () => {
  try {
    setTimeZone('Europe/Berlin');
    expect(formatTime('2026-11-18T09:54:00Z')).toBe('10:54');
    expect(formatExact('2026-11-18T23:30:00Z')).toBe('19 Nov 2026, 00:30:00 UTC+1');
    expect(formatInstantDay('2026-07-18T22:30:00Z')).toBe('19 Jul 2026');
    expect(formatRelative('2026-11-16T23:30:00Z', Date.parse('2026-11-18T12:00:00Z'))).toBe('yesterday');
    // Days of terms stay days.
    expect(formatDay('2026-11-18T23:59:59Z')).toBe('18 Nov 2026');
    expect(formatExactDay('2026-11-18T23:59:59Z')).toBe('18 Nov 2026, 23:59:59 UTC');
    // The clocks are put forward on 29 March.
    expect(new Date(startOfDay('2026-03-29')).toISOString()).toBe('2026-03-28T23:00:00.000Z');
    expect(new Date(startOfDay('2026-03-29', 1)).toISOString()).toBe('2026-03-29T22:00:00.000Z');
    setTimeZone('Asia/Kolkata');
    expect(formatExact('2026-11-18T20:00:00Z')).toBe('19 Nov 2026, 01:30:00 UTC+5:30');
    setTimeZone('America/New_York');
    expect(formatExact('2026-11-18T20:00:00Z')).toBe('18 Nov 2026, 15:00:00 UTC-5');
    expect(dayOfInstant('2026-11-18T03:00:00Z')).toBe('2026-11-17');
    setTimeZone('Mars/Olympus');
    expect(formatTime('2026-11-18T09:54:00Z')).toMatch(/^\d\d:\d\d$/);
  } finally {
    setTimeZone(undefined);
  }
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
  expect(formatMoney(0.1 + 0.2)).toBe('$0.30');
  expect(formatMoney(-1234.5)).toBe('-$1,234.50');
  expect(formatMoney(-0.001)).toBe('$0.00');
  expect(formatDollars(1234.5)).toBe('$1,235');
  expect(formatDollars(-99.5)).toBe('-$100');
});

it('says which part of a price is left, and by how much an amount changed', () => {
  expect(formatMarginPercent(200, 76.5)).toBe('38.3 %');
  expect(formatMarginPercent(10, -2.5)).toBe('-25.0 %');
  expect(formatMarginPercent(0, 0)).toBeUndefined();
  expect([12, -3.5, 0, 0.001].map(formatChange)).toEqual(['+$12.00', '-$3.50', '–', '–']);
});

it('writes an address in the order of its country', () => {
  const parts = { street: 'Canal Street', building: '133', city: 'Toronto', provinceState: 'Ontario' };
  expect(addressLines({ ...parts, postalZipCode: 'M5V 2T6', country: 'Canada' })).toEqual([
    '133 Canal Street',
    'Toronto, Ontario M5V 2T6',
    'Canada',
  ]);
  const berlin = { street: 'Lindenstraße', building: '1', city: 'Berlin', provinceState: 'Berlin' };
  expect(addressLines({ ...berlin, postalZipCode: '10969', country: 'Germany' })).toEqual([
    'Lindenstraße 1',
    '10969 Berlin',
    'Germany',
  ]);
  expect(
    addressLines({ country: 'Ireland', provinceState: 'Leinster', city: 'Dublin', postalZipCode: 'D02 X285' }),
  ).toEqual(['Dublin', 'Leinster', 'D02 X285', 'Ireland']);
});
