import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { FieldFrame } from './FieldFrame';
import formStyles from './Form.module.css';
import styles from './SuggestField.module.css';
import { useField } from './useField';

interface Suggestion {
  value: string;
  label: string;
}

interface SuggestFieldProps {
  name: string;
  help?: string;
  suggestions: Suggestion[];
  searching: boolean;
  /** Called when the typing pauses. */
  onSearch: (text: string) => void;
}

const pause = 200;

/** A text field that offers what is known; anything else may be typed as well. */
export function SuggestField({ name, help, suggestions, searching, onSearch }: SuggestFieldProps) {
  const { input, choices: _, ...frame } = useField(name);
  const { field } = useController({ name });
  const [text, setText] = useState('');
  const popups = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <FieldFrame {...frame} help={help} width="full">
      <Autocomplete.Root
        items={suggestions}
        filter={null}
        itemToStringValue={({ value }) => value}
        value={String(field.value ?? '')}
        onValueChange={(value) => {
          field.onChange(value);
          setText(value.trim());
        }}
      >
        <Autocomplete.Input
          {...field}
          id={input.id}
          aria-required={input['aria-required']}
          aria-invalid={input['aria-invalid']}
          aria-describedby={input['aria-describedby']}
          inputMode="email"
          autoComplete="off"
          className={formStyles.control}
        />
        {/* Inside the form, so that the list lies in a landmark and beneath an open dialog. */}
        <div ref={popups} />
        <Autocomplete.Portal container={popups}>
          <Autocomplete.Positioner className={styles.positioner} sideOffset={4} align="start">
            <Autocomplete.Popup className={styles.popup} aria-busy={searching}>
              <Autocomplete.Empty className={styles.empty}>
                {text.length >= 3 && !searching && 'Nobody found.'}
              </Autocomplete.Empty>
              <Autocomplete.List>
                {({ value, label }: Suggestion) => (
                  <Autocomplete.Item key={value} value={{ value, label }} className={styles.item}>
                    <span className={styles.label}>{label}</span>
                    <span className={styles.value}>{value}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
    </FieldFrame>
  );
}
