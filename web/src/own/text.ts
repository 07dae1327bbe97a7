import { formatDay } from '@/shared/format/date';
import { decimalSign } from '@/shared/format/locale';
import { grouped } from '@/shared/format/number';
import { recordMessages } from '@/shared/recordMessages';

/** A value of an own field in words; empty for none. The history has nothing but the value: a day is then told by its look. */
export function ownText(value: unknown, kind?: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? recordMessages.yes : recordMessages.no;
  if (typeof value === 'number') return numberText(value);
  const text = String(value);
  return (kind ?? 'date') === 'date' && /^\d{4}-\d\d-\d\d$/.test(text) ? formatDay(text) : text;
}

/** -1,234.5 */
function numberText(value: number): string {
  const [whole = '', decimals] = String(Math.abs(value)).split('.');
  return (value < 0 ? '-' : '') + grouped(whole) + (decimals ? decimalSign + decimals : '');
}
