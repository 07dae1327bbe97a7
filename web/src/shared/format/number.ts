import { locale, whenUsed } from './locale';

const whole = whenUsed(() => new Intl.NumberFormat(locale.figures));
const plural = whenUsed(() => new Intl.PluralRules(locale.words));

/** 1,234 */
export function formatCount(value: number): string {
  return whole().format(value);
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
