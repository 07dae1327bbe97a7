import { common } from '@/shared/messages';
import { swapSigns } from './locale';
import { formatMoney } from './money';

/** 38.2%, the part of a price that is left of it; undefined without a price. */
export function formatMarginPercent(price: number, margin: number): string | undefined {
  if (price <= 0) return undefined;
  const tenths = Math.round((margin / price) * 1000);
  return common.percent(swapSigns((tenths / 10).toFixed(1)));
}

/** +$12.00, -$3.50; a dash for nothing. */
export function formatChange(amount: number): string {
  if (Math.round(amount * 100) === 0) return '–';
  return amount > 0 ? `+${formatMoney(amount)}` : formatMoney(amount);
}
