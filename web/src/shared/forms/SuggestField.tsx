import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { FieldFrame } from './FieldFrame';
import formStyles from './Form.module.css';
import styles from './SuggestField.module.css';
import { useField } from './useField';

export interface Suggestion {
  value: string;
  label: string;
}

interface SuggestFieldProps {
  name: string;
  help?: string;
  suggestions: Suggestion[];
  /** What to say when a search found nothing. */
  nothing: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string) => void;
}

const pause = 200;

/** A text field that offers what is known; anything else may be typed as well. Arrow keys choose, Enter takes. */
export function SuggestField({ name, help, suggestions, nothing, onSearch }: SuggestFieldProps) {
  const { input, choices: _, ...frame } = useField(name);
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name });
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const listId = useId();
  const text = String(value ?? '').trim();
  const shown = open && suggestions.length > 0;

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  function take(suggestion: Suggestion) {
    onChange(suggestion.value);
    setOpen(false);
    setActive(-1);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = suggestions[active];
    if (step !== undefined && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + suggestions.length) % suggestions.length);
    } else if (event.key === 'Enter' && shown && chosen) {
      event.preventDefault();
      take(chosen);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      setOpen(false);
    }
  }

  return (
    <FieldFrame {...frame} help={help} width="full">
      <div className={styles.anchor}>
        <input
          {...input}
          ref={ref}
          value={String(value ?? '')}
          className={formStyles.control}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && active >= 0 ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            onChange(event);
            setOpen(true);
            setActive(-1);
          }}
          onBlur={() => {
            onBlur();
            setOpen(false);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!shown}>
          {suggestions.map((suggestion, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
            <div
              key={suggestion.value}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.option}
              // Before the blur of the input closes the list.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => take(suggestion)}
            >
              <span className={styles.label}>{suggestion.label}</span>
              <span className={styles.value}>{suggestion.value}</span>
            </div>
          ))}
        </div>
        {open && nothing && (
          <p className={styles.nothing} role="status">
            {nothing}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}
