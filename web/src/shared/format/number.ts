import { decimalSign, groupSign, words } from './locale';
import { whenUsed } from './whenUsed';

const plural = whenUsed(() => new Intl.PluralRules(words));

/** 1,234 */
export function formatCount(value: number): string {
  return grouped(String(value));
}

/** Separates the thousands of a number that has no decimals. */
export function grouped(digits: string): string {
  return digits.replaceAll(/\B(?=(?:\d{3})+$)/g, groupSign);
}

/** 12.5, or 12 where the tenth is none. */
export function formatTenth(value: number): string {
  const [whole = '0', tenth] = (Math.round(value * 10) / 10).toString().split('.');
  return (whole.startsWith('-') ? `-${grouped(whole.slice(1))}` : grouped(whole)) + (tenth ? decimalSign + tenth : '');
}

/** 1 company, 2 companies. A language with more forms than two names them in `others`. */
export function counted(
  value: number,
  one: string,
  many: string,
  others: Partial<Record<Intl.LDMLPluralRule, string>> = {},
): string {
  const form = plural().select(value);
  return `${formatCount(value)} ${others[form] ?? (form === 'one' ? one : many)}`;
}
