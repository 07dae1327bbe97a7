import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '@/shared/ui/cx';
import { messages } from './messages';
import styles from './Notes.module.css';
import { mentionableQuery, type NotesOf } from './queries';
import { mentionAt, withMention } from './text';

export const longestNote = 4000;
/** From here on the box says how much room is left. */
const almostFull = 3800;

interface NoteBoxProps {
  of: Omit<NotesOf, 'mayEdit'>;
  label: string;
  text: string;
  autoFocus?: boolean;
  onChange: (text: string) => void;
  /** Control or Command and Enter. */
  onSend: () => void;
  onEscape?: () => void;
}

/** Where a note is typed. Behind an @ it suggests the people who may see the record. */
export function NoteBox({ of, label, text, autoFocus = false, onChange, onSend, onEscape }: NoteBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const countId = useId();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const { data } = useQuery(mentionableQuery(of, useDeferredValue(typed)));
  const people = typed === undefined ? [] : (data ?? []);
  const length = [...text].length;
  const nextCaret = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);

  // The browser puts the caret at the end of a text that it did not type.
  useLayoutEffect(() => {
    if (nextCaret.current === undefined) return;
    box.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = undefined;
  });

  function look() {
    const { value = '', selectionStart = 0 } = box.current ?? {};
    setTyped(mentionAt(value, selectionStart));
    setActive(0);
  }

  function take(email: string) {
    const { value = '', selectionStart = 0 } = box.current ?? {};
    const next = withMention(value, selectionStart, email);
    nextCaret.current = next.caret;
    setTyped(undefined);
    onChange(next.text);
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    const person = people[active];
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSend();
    } else if (person && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(person.email);
    } else if (person && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : people.length - 1;
      setActive((active + step) % people.length);
    } else if (event.key === 'Escape' && (person || onEscape)) {
      event.stopPropagation();
      if (person) setTyped(undefined);
      else onEscape?.();
    }
  }

  return (
    <div className={styles.box}>
      <textarea
        ref={box}
        className={styles.input}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={people[active] ? `${listId}-${active}` : undefined}
        aria-describedby={countId}
        aria-invalid={length > longestNote || undefined}
        placeholder={messages.placeholder}
        rows={2}
        value={text}
        dir="auto"
        onChange={(event) => {
          onChange(event.target.value);
          look();
        }}
        onClick={look}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(undefined)}
      />
      {people.length > 0 && (
        <div id={listId} role="listbox" aria-label={messages.people} className={styles.people}>
          {people.map(({ email, displayName }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the text box choose
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
            <div
              key={email}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.person}
              // The box keeps the focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(email)}
            >
              <bdi>{displayName}</bdi>
              <span className={styles.address}>{email}</span>
            </div>
          ))}
        </div>
      )}
      <p id={countId} className={cx(styles.count, length > longestNote && styles.over)}>
        {length > longestNote
          ? messages.tooLong(length - longestNote)
          : length > almostFull && messages.left(longestNote - length)}
      </p>
    </div>
  );
}
