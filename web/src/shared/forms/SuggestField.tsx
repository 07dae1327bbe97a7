import { useEffect } from 'react';
import { useController } from 'react-hook-form';
import { longestSearch } from '@/shared/longestSearch';
import { FieldFrame } from './FieldFrame';
import formStyles from './Form.module.css';
import styles from './SuggestField.module.css';
import { type Suggestion, SuggestionList } from './SuggestionList';
import { useField } from './useField';
import { useListbox } from './useListbox';

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

/** A text field that offers what is known; anything else may be typed as well. */
export function SuggestField({ name, help, suggestions, nothing, onSearch }: SuggestFieldProps) {
  const { frame, input } = useField(name);
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name });
  const listbox = useListbox({
    options: suggestions,
    keyOf: (suggestion) => suggestion.value,
    onTake: (suggestion) => onChange(suggestion.value),
  });
  const text = String(value ?? '').trim();

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.slice(0, longestSearch)), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <FieldFrame {...frame} help={help} width="full">
      <div className={styles.anchor}>
        <input
          {...input}
          {...listbox.combobox}
          ref={ref}
          value={String(value ?? '')}
          className={formStyles.control}
          inputMode="email"
          onChange={(event) => {
            onChange(event);
            listbox.show();
          }}
          onBlur={() => {
            onBlur();
            listbox.close();
          }}
        />
        <SuggestionList
          list={listbox.list}
          suggestions={suggestions}
          noteOf={({ value: note }) => note}
          onTake={listbox.take}
          nothing={listbox.open ? nothing : undefined}
        />
      </div>
    </FieldFrame>
  );
}
