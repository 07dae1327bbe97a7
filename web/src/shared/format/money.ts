import { decimalSign, inDollars, swapSigns } from './locale';
import { grouped } from './number';

/** $1,234.50 */
export function formatMoney(amount: number): string {
  const cents = Math.round(Math.abs(amount) * 100);
  const part = String(cents % 100).padStart(2, '0');
  return signOf(amount, cents) + inDollars(grouped(String(Math.floor(cents / 100))) + decimalSign + part);
}

/** $1,235, where there is no room for cents. */
export function formatDollars(amount: number): string {
  const dollars = Math.round(Math.abs(amount));
  return signOf(amount, dollars) + inDollars(grouped(String(dollars)));
}

function signOf(amount: number, shown: number): string {
  return amount < 0 && shown > 0 ? '-' : '';
}

/** What is left of a price, in whole cents: fractions of dollars do not add up exactly. */
export function marginOf(price: number, cost: number): number {
  return (Math.round(price * 100) - Math.round(cost * 100)) / 100;
}

/** Whether the sum of costs of a list has all of them. Nobody knows it of rows that were not read. */
export type CostsSeen = 'all' | 'some' | 'unknown';

/**
 * How many of its costs a list shows, which has so many records in all. The sum of costs leaves out those that are hidden,
 * the sum of prices does not: their difference would say nothing.
 */
export function costsSeen(costs: (number | null | undefined)[], total: number): CostsSeen {
  if (costs.includes(null)) return 'some';
  return total <= costs.length ? 'all' : 'unknown';
}

/** 1234.50, as it stands in a field; text that is no amount as it was typed. */
export function formatAmount(amount: number | string): string {
  return swapSigns(typeof amount === 'number' ? amount.toFixed(2) : amount);
}

/**
 * Reads what a person types for an amount. What is none stays text, with the signs of English, for the field's rules to
 * refuse. Commas stand before three digits alone: 12,50 is twelve and a half to those who write it, and must not be taken
 * for 1250.
 */
export function readAmount(text: string): number | string {
  const bare = swapSigns(text).replaceAll(/[$\s]/g, '');
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(bare) ? bare.replaceAll(',', '') : bare;
  return /^(?:\d+\.?\d{0,2}|\.\d{1,2})$/.test(plain) ? Number(plain) : plain;
}

/** An amount that has a comma before its cents, 49,90 or 1.234,56, with a point; undefined for any other text. */
export function pointForComma(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(text)) return undefined;
  return text.replaceAll('.', '').replace(',', '.');
}
