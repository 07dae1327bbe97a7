import type { FieldFilter, OnFilter } from '@/shared/filters/FilterLine';
import { messages } from '@/shared/filters/messages';
import { lazyPart } from '@/shared/loading/lazyPart';
import type { OwnField } from './fields';
import { ownLabel } from './labels';
import { ownText } from './text';

const OwnEditor = lazyPart(() => import('./OwnEditor'));

/** What an address narrows a list by in one field, as it has it. */
export interface Narrowed {
  value: string;
  from: string;
  to: string;
  filled: string;
}

/** Filters of a list by its own fields, for the chips above it. */
export function ownFilters(fields: readonly OwnField[], params: URLSearchParams, onChange: OnFilter): FieldFilter[] {
  return fields.map((field) => {
    const name = `own.${field.key}`;
    const names = { value: name, from: `${name}.from`, to: `${name}.to`, filled: `${name}.filled` };
    const [value = '', from = '', to = '', filled = ''] = Object.values(names).map((one) => params.get(one) ?? '');
    const narrowed = { value, from, to, filled };
    return {
      params: Object.values(names),
      label: ownLabel(field),
      text: inWords(field, narrowed),
      renderEditor: (done) => (
        <OwnEditor
          field={field}
          narrowed={narrowed}
          onApply={(next) => {
            // Each takes the place of the others.
            onChange(
              Object.fromEntries(Object.entries(names).map(([part, one]) => [one, next[part as keyof Narrowed]])),
            );
            done();
          }}
        />
      ),
    };
  });
}

function inWords(field: OwnField, { value, from, to, filled }: Narrowed): string {
  const label = ownLabel(field);
  const { on, between, from: above, until } = messages.amounts;
  const [first, last] = [shown(field, from), shown(field, to)];
  if (value) return on(label, shown(field, value));
  if (from && from === to) return on(label, first);
  if (from && to) return between(label, first, last);
  if (from) return above(label, first);
  if (to) return until(label, last);
  return filled === 'true' || filled === 'false' ? messages.isFilled(label, filled) : '';
}

/** A value of the address in words. It may be anything. */
function shown({ kind }: OwnField, text: string): string {
  if (kind === 'yesNo') return ownText(text === 'true');
  return ownText(kind === 'number' && text !== '' && !Number.isNaN(Number(text)) ? Number(text) : text, kind);
}
