import { locale, whenUsed } from './locale';

const whole = whenUsed(() => new Intl.NumberFormat(locale.figures));
const plural = whenUsed(() => new Intl.PluralRules(locale.words));

/** 1,234. Most counts have nothing to separate, and the first format of numbers takes long to make. */
export function formatCount(value: number): string {
  return value >= 0 && value < 1000 ? String(value) : whole().format(value);
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
