import { useId, useState } from 'react';
import { startOfDay } from '@/shared/format/date';
import { cx } from '@/shared/ui/cx';
import styles from './Filters.module.css';
import { messages } from './messages';

/** The days `from` and `to` of an address, which are the person's own, as the server names their span. What is no day is left out. */
export function spanOf(params: URLSearchParams): { From?: string; To?: string } {
  const [from, to] = [dayOf(params.get('from')), dayOf(params.get('to'))];
  return {
    ...(from && { From: new Date(startOfDay(from)).toISOString() }),
    ...(to && { To: new Date(startOfDay(to, 1) - 1).toISOString() }),
  };
}

function dayOf(text: string | null): string | undefined {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

interface DayFiltersProps {
  params: URLSearchParams;
  onChange: (changes: { from?: string; to?: string }) => void;
}

/** The first and the last day of a list. */
export function DayFilters({ params, onChange }: DayFiltersProps) {
  return (['from', 'to'] as const).map((name) => (
    <label key={name} className={styles.day}>
      <span>{messages[name]}</span>
      <input
        type="date"
        className={styles.filter}
        value={dayOf(params.get(name)) ?? ''}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </label>
  ));
}

interface PersonFilterProps {
  value: string;
  onChange: (email: string) => void;
  /** Names by e-mail address, which the browser suggests. */
  suggestions?: ReadonlyMap<string, string>;
  onType?: (text: string) => void;
}

/** Narrows to one person, by the e-mail address. */
export function PersonFilter({ value, onChange, suggestions = new Map(), onType }: PersonFilterProps) {
  const [text, setText] = useState(value);
  const people = useId();
  const take = (typed: string) => typed.trim() !== value && onChange(typed.trim());
  return (
    <>
      <input
        type="search"
        className={cx(styles.filter, styles.person)}
        aria-label={messages.person}
        placeholder={messages.personHint}
        autoComplete="off"
        list={people}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onType?.(event.target.value);
          // A suggestion is taken at once, as is an emptied field; a typed address with Enter, or when the field is left.
          if (event.target.value === '' || suggestions.has(event.target.value)) take(event.target.value);
        }}
        onBlur={() => take(text)}
        onKeyDown={(event) => event.key === 'Enter' && take(text)}
      />
      <datalist id={people}>
        {[...suggestions].map(([email, name]) => (
          <option key={email} value={email}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
