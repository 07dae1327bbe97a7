import { common } from '@/shared/messages';

/*
 * How the language of the app writes. Days, figures and money are written by hand: the first `DateTimeFormat` or
 * `NumberFormat` of a page takes some 70 ms of a phone before anything is painted.
 */

/** For plurals and lists. */
export const words: string = 'en';

/** For the long names of months and days. */
export const dates: string = 'en-GB';

/** The key beside the space bar of most keyboards, as it is printed on them. */
export const controlKey: string = 'Ctrl';

/** Between thousands. */
export const groupSign: string = ',';

/** Before decimals. */
export const decimalSign: string = '.';

/** 14 Nov 2026 */
export function writeDay(day: number, month: number, year: number): string {
  return `${day} ${common.months[month]} ${year}`;
}

/** $1,234.50 of 1,234.50 */
export function inDollars(amount: string): string {
  return `$${amount}`;
}

/** Turns a number with the signs of this language into one with those of English, and one of English into one of this language. */
export function swapSigns(text: string): string {
  return text;
}
