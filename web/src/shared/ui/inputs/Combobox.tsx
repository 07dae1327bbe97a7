import { useLayoutEffect, useRef } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import type { ComboboxProps } from './LoadedCombobox';

export type { Caret, Suggestion } from './LoadedCombobox';

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
