import { expect, it, vi } from 'vitest';
import { formatDay, formatExact, formatMonth, formatRelative, formatWeekday } from './date';
import { before } from './german';
import { formatAmount, formatDollars, formatMoney, pointForComma, readAmount } from './money';
import { counted, formatCount } from './number';

vi.mock('./locale', () => import('./locale.de'));
vi.mock('@/shared/messages', () => import('@/shared/messages.de'));

it('writes figures and days as German browsers do', () => {
  const day = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  const dollars = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'USD' });
  for (let at = 0; at < 400; at += 1) {
    const date = new Date(Date.UTC(1999, 0, 1 + at * 29, at % 24));
    expect(formatDay(date.toISOString())).toBe(day.format(date));
    const amount = ((at - 20) * 98_765_43) / 100;
    expect(formatMoney(amount)).toBe(dollars.format(amount));
    expect(formatCount(at * 12_345)).toBe((at * 12_345).toLocaleString('de-DE', { useGrouping: 'always' }));
  }
  expect(formatDollars(1234.5)).toBe('1.235\u00a0$');
  expect(formatExact('2026-11-14T23:59:59Z')).toBe('14.11.2026, 23:59:59 UTC');
  expect(formatMonth('2026-03-14T23:59:59Z')).toBe('März 2026');
  expect(formatWeekday('2026-11-16T23:59:59Z')).toBe('Mo');
  expect(counted(1200, 'Firma', 'Firmen')).toBe('1.200 Firmen');
  expect(formatRelative('2026-11-13T13:00:00Z', Date.parse('2026-11-15T12:00:00Z'))).toBe('vor 2 Tagen');
});

it('reads amounts with a comma, and keeps what is none as it was typed', () => {
  expect(readAmount('12,50')).toBe(12.5);
  expect(readAmount('1.234,56')).toBe(1234.56);
  expect(readAmount('1.234')).toBe(1234);
  expect(readAmount('1.234,5 $')).toBe(1234.5);
  expect(formatAmount(1234.5)).toBe('1234,50');
  for (const typed of ['12.50', '1,2345', 'zwölf, oder so.']) {
    const read = readAmount(typed);
    expect(read).toBeTypeOf('string');
    expect(formatAmount(read).replaceAll(' ', '')).toBe(typed.replaceAll(' ', ''));
  }
  expect(formatAmount(pointForComma(readAmount('12.50')) ?? '')).toBe('12,50');
});

it('puts the form of a word that the gender of a noun asks for before it', () => {
  const nouns = [
    { one: 'Firma', gender: 'feminine' },
    { one: 'Projekt' },
    { one: 'Benutzer', gender: 'masculine' },
  ] as const;
  expect(nouns.map((noun) => before(noun, 'neuer', 'neue', 'neues'))).toEqual([
    'neue Firma',
    'neues Projekt',
    'neuer Benutzer',
  ]);
});
