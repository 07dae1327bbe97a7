import type * as english from './locale';

/** How German writes. */
const written: typeof english = {
  words: 'de',
  dates: 'de-DE',
  controlKey: 'Strg',
  groupSign: '.',
  decimalSign: ',',
  writeDay: (day, month, year) => `${twoDigits(day)}.${twoDigits(month + 1)}.${year}`,
  // A space that no line breaks at.
  inDollars: (amount) => `${amount}\u00a0$`,
  swapSigns: (text) => text.replaceAll(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')),
};

export const { words, dates, controlKey, groupSign, decimalSign, writeDay, inDollars, swapSigns } = written;

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
