import { formatMoney } from '@/shared/format/money';
import type { Fact } from '@/shared/ui/DefinitionGrid';

/** An amount among the facts of an item. */
export function money(label: string, amount: number): Fact {
  const text = formatMoney(amount);
  return { label, value: text, copy: text };
}
