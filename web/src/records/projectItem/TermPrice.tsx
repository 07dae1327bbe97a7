import { lengthOf, periodOf, termInWords } from '@/records/projectSubscription/period';
import type { ProjectSubscription } from '@/records/projectSubscription/state';
import { formatMoney } from '@/shared/format/money';
import { messages } from './termsMessages';

interface TermPriceProps {
  price: number;
  startAt?: string;
  endAt?: string;
  stored: Partial<ProjectSubscription> | undefined;
}

/** That a price is not one a month, and what it comes to in one. Loaded with the first price, hence a default export. */
export default function TermPrice({ price, startAt = '', endAt = '', stored }: TermPriceProps) {
  if (Number.isNaN(Date.parse(startAt)) || Number.isNaN(Date.parse(endAt)) || startAt > endAt) return null;
  const length = lengthOf(periodOf({ startAt, endAt }, stored as ProjectSubscription | undefined));
  const term = termInWords(length);
  if (length.months === 1) return `${messages.priceOf(term)} `;
  const monthly = length.months ? price / length.months : (price * 365.25) / 12 / (length.days ?? 1);
  return `${messages.priceAMonth(term, formatMoney(Math.round(monthly * 100) / 100))} `;
}
