import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { formatAmount, readAmount } from '@/shared/format/money';
import { failsInPlace } from '@/shared/loading/readFailure';
import { useDebounced } from '@/shared/loading/timing';
import { Button } from '@/shared/ui/buttons/Button';
import { Note } from '@/shared/ui/text/Note';
import { messages } from './editorMessages';
import styles from './Filters.module.css';

interface Option {
  value: string;
  label: string;
}

interface ChoiceEditorProps {
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
}

/** One of several. */
export function ChoiceEditor({ options, value, onChoose }: ChoiceEditorProps) {
  return (
    <ul className={styles.options}>
      {options.map((option) => (
        <li key={option.value}>
          <Button variant="quiet" aria-pressed={option.value === value} onClick={() => onChoose(option.value)}>
            {option.label}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface SeveralEditorProps {
  options: readonly Option[];
  /** Joined by commas, as the address has them. */
  value: string;
  onApply: (value: string) => void;
}

/** Some of several. */
export function SeveralEditor({ options, value, onApply }: SeveralEditorProps) {
  const [chosen, setChosen] = useState(() => value.split(',').filter(Boolean));
  return (
    <EditorForm onApply={() => onApply(chosen.join())}>
      {options.map((option) => (
        <label key={option.value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={({ target }) =>
              setChosen(
                options.flatMap((one) => {
                  const isChosen = one.value === option.value ? target.checked : chosen.includes(one.value);
                  return isChosen ? one.value : [];
                }),
              )
            }
          />
          {option.label}
        </label>
      ))}
    </EditorForm>
  );
}

interface DaysEditorProps {
  from: string;
  to: string;
  onApply: (from: string, to: string) => void;
}

/** From a day to another, or open at one end. */
export function DaysEditor({ from, to, onApply }: DaysEditorProps) {
  const [days, setDays] = useState({ from, to });
  const noteId = useId();
  const isWrong = days.from !== '' && days.to !== '' && days.to < days.from;
  return (
    <EditorForm onApply={() => !isWrong && onApply(days.from, days.to)}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={styles.field}>
          {messages[end]}
          <input
            type="date"
            value={days[end]}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? noteId : undefined}
            onChange={({ target }) => setDays({ ...days, [end]: target.value })}
          />
        </label>
      ))}
      {isWrong && (
        <p id={noteId} className={styles.wrong} role="alert">
          {messages.until}
        </p>
      )}
    </EditorForm>
  );
}

interface AmountsEditorProps {
  /** Amounts as the address has them. */
  from: string;
  to: string;
  onApply: (from: string, to: string) => void;
  /** How numbers are written and read, where they are no amounts of money. */
  notation?: { write: (text: string) => string; read: (text: string) => string | undefined; wrong: string };
}

const money = { write: formatAmount, read: amountOf, wrong: messages.notAnAmount };

/** From an amount to another, or open at one end. */
export function AmountsEditor({ from, to, onApply, notation = money }: AmountsEditorProps) {
  const [typed, setTyped] = useState({ from: notation.write(from), to: notation.write(to) });
  const [isTold, setIsTold] = useState(false);
  const noteId = useId();
  const [first, last] = [notation.read(typed.from), notation.read(typed.to)];
  const wrong =
    first === undefined || last === undefined
      ? notation.wrong
      : first !== '' && last !== '' && Number(last) < Number(first) && messages.wrongOrder;
  const note = isTold && wrong;

  function apply(): void {
    setIsTold(true);
    if (!wrong && first !== undefined && last !== undefined) onApply(first, last);
  }

  return (
    <EditorForm onApply={apply}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={styles.field}>
          {messages[end]}
          <input
            type="text"
            inputMode="decimal"
            maxLength={20}
            value={typed[end]}
            aria-invalid={note ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            onChange={({ target }) => setTyped({ ...typed, [end]: target.value })}
          />
        </label>
      ))}
      {note && (
        <p id={noteId} className={styles.wrong} role="alert">
          {note}
        </p>
      )}
    </EditorForm>
  );
}

/** What the address keeps of an amount that was typed, perhaps below zero; undefined for what is none. */
function amountOf(text: string): string | undefined {
  const [, sign = '', digits = ''] = /^\s*([-−]?)(.*)$/.exec(text) ?? [];
  if (digits.trim() === '') return sign === '' ? '' : undefined;
  const amount = readAmount(digits);
  return typeof amount === 'number' && amount < 1e12 ? `${amount === 0 || sign === '' ? '' : '-'}${amount}` : undefined;
}

/** One day. */
export function DayEditor({ day, onApply }: { day: string; onApply: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  return (
    <EditorForm onApply={() => onApply(typed)}>
      <label className={styles.field}>
        {messages.day}
        <input type="date" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
    </EditorForm>
  );
}

/** A text that is compared as it is, such as an e-mail address. */
export function TextEditor({ label, text, onApply }: { label: string; text: string; onApply: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  return (
    <EditorForm onApply={() => onApply(typed.trim())}>
      <label className={styles.field}>
        {label}
        <input type="text" maxLength={256} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </label>
    </EditorForm>
  );
}

interface RecordEditorProps {
  label: string;
  /** Of the answers to a search, beside the text. */
  queryKey: readonly unknown[];
  search: (text: string, signal: AbortSignal) => Promise<Option[]>;
  onChoose: (value: string) => void;
}

/** One record, found by a part of its name. */
export function RecordEditor({ label, queryKey, search, onChoose }: RecordEditorProps) {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim(), 250);
  const { data, isError, isPending } = useQuery({
    queryKey: [...queryKey, 'filter', text],
    meta: failsInPlace,
    queryFn: ({ signal }) => search(text, signal),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <input
        type="search"
        className={styles.search}
        aria-label={messages.search(label)}
        placeholder={messages.search(label)}
        maxLength={128}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Note className={styles.note} role="status">
        {isError ? messages.failed : isPending ? messages.searching : data.length === 0 && messages.nothing}
      </Note>
      {data && <ChoiceEditor options={data} value="" onChoose={onChoose} />}
    </>
  );
}

function EditorForm({ onApply, children }: { onApply: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      {children}
      <Button type="submit" variant="primary">
        {messages.apply}
      </Button>
    </form>
  );
}
