import { type ComponentProps, useLayoutEffect, useRef } from 'react';
import { lazyPart } from '@/shared/lazyPart';
import type { createStore } from '@/shared/store';

export interface Suggestion {
  value: string;
  label: string;
  /** The second line. */
  note: string;
}

/** Where the focus was in a field, and whether something was typed there. */
export interface Caret {
  start: number;
  end: number;
  isTyped: boolean;
}

export interface ComboboxProps {
  input: ComponentProps<'input'>;
  /** Of the field that the whole combobox takes the place of; null where it had no focus. */
  caret: ReturnType<typeof createStore<Caret | null>>;
  suggestions: Suggestion[];
  /** The text that the suggestions were found by; undefined while others are on their way. */
  searched: string | undefined;
  /** What to say when a search found nothing. */
  nothing: string | undefined;
  text: string;
  onType: (text: string) => void;
  onTake: (suggestion: Suggestion) => void;
  /** The list opens by a click, its first option is marked, and until the search is through no key takes one. */
  mustPick: boolean;
}

/** A field with suggestions below it. The field is drawn at once, and can be typed in until the rest has come. */
export const Combobox = lazyPart(() => import('./LoadedCombobox'), {
  isLater: true,
  placeholder: PlainField,
});

function PlainField({ input, text, onType, caret }: ComboboxProps) {
  const root = useRef<HTMLDivElement>(null);
  const isTyped = useRef(false);
  useLayoutEffect(() => {
    const field = root.current?.querySelector('input');
    return () => {
      if (!field || field !== document.activeElement) return;
      const { selectionStart, selectionEnd } = field;
      caret.set({ start: selectionStart ?? 0, end: selectionEnd ?? 0, isTyped: isTyped.current });
    };
  }, [caret]);
  return (
    <div ref={root}>
      <input
        {...input}
        value={text}
        onChange={(event) => {
          isTyped.current = true;
          onType(event.target.value);
        }}
      />
    </div>
  );
}
