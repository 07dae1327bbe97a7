import { formatMoney } from '@/shared/format/money';
import { lazyPart } from '@/shared/loading/lazyPart';
import type { FieldFilter, OnFilter } from './FilterLine';
import { messages } from './messages';

const editors = () => import('./editors');
const AmountsEditor = lazyPart(async () => ({ default: (await editors()).AmountsEditor }));
const ChoiceEditor = lazyPart(async () => ({ default: (await editors()).ChoiceEditor }));

interface FieldOptions {
  label: string;
  onChange: OnFilter;
}

interface AmountsOptions extends FieldOptions {
  /** The names of both ends in the address. */
  params: [from: string, to: string];
  from: string;
  to: string;
}

/** A filter by an amount, from and to. */
export function amountsFilter({ params, label, from, to, onChange }: AmountsOptions): FieldFilter {
  const [first, last] = params;
  return {
    params,
    label,
    text: amountsInWords(label, from, to),
    renderEditor: (done) => (
      <AmountsEditor
        from={from}
        to={to}
        onApply={(newFirst, newLast) => {
          onChange({ [first]: newFirst, [last]: newLast });
          done();
        }}
      />
    ),
  };
}

function amountsInWords(label: string, from: string, to: string): string {
  const { on, between, from: above, until } = messages.amounts;
  const [first, last] = [from, to].map((amount) => formatMoney(Number(amount))) as [string, string];
  if (from !== '' && from === to) return on(label, first);
  if (from !== '' && to !== '') return between(label, first, last);
  if (from !== '') return above(label, first);
  return to === '' ? '' : until(label, last);
}

interface FilledOptions extends FieldOptions {
  param: string;
  value: '' | 'true' | 'false';
}

const filledOptions = Object.entries(messages.filled)
  .toReversed()
  .map(([value, label]) => ({ value, label }));

/** A filter by whether a field is filled in. */
export function filledFilter({ param, label, value, onChange }: FilledOptions): FieldFilter {
  return {
    params: [param],
    label,
    text: value === '' ? '' : messages.isFilled(label, value),
    renderEditor: (done) => (
      <ChoiceEditor
        options={filledOptions}
        value={value}
        onChoose={(chosen) => {
          onChange({ [param]: chosen });
          done();
        }}
      />
    ),
  };
}
