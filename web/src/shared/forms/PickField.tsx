import { use, useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { longestSearch } from '@/shared/longestSearch';
import { FieldFrame } from './FieldFrame';
import formStyles from './Form.module.css';
import styles from './SuggestField.module.css';
import { type Suggestion, SuggestionList } from './SuggestionList';
import { PickedLabelsContext } from './useDraft';
import { useField } from './useField';
import { useListbox } from './useListbox';

interface PickOption extends Suggestion {
  note: string;
}

interface PickFieldProps {
  name: string;
  help?: string;
  picks: PickOption[];
  /** The text that the picks were found by; undefined while others are on their way. */
  searched: string | undefined;
  /** What to say when a search found nothing. */
  nothing: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string) => void;
}

const pause = 200;

/** Finds one record among many: shows names, holds the id. Only what is offered can be picked. */
export function PickField({ name, help, picks, searched, nothing, onSearch }: PickFieldProps) {
  const { frame, input } = useField(name);
  const {
    field: { ref, onChange, onBlur },
  } = useController({ name });
  const labels = use(PickedLabelsContext);
  const [text, setText] = useState(() => labels.get(name) ?? '');
  const isCurrent = searched === text.trim();
  const listbox = useListbox({
    options: picks,
    keyOf: ({ value }) => value,
    first: 0,
    isCurrent,
    onTake: (pick) => {
      labels.set(name, pick.label);
      onChange(pick.value);
      setText(pick.label);
    },
  });

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <FieldFrame {...frame} help={help} width="full">
      <div className={styles.anchor}>
        <input
          {...input}
          {...listbox.combobox}
          ref={ref}
          value={text}
          maxLength={longestSearch}
          className={formStyles.control}
          onClick={listbox.show}
          onChange={(event) => {
            setText(event.target.value);
            labels.delete(name);
            // Half a name is nobody: what was picked before no longer holds.
            onChange('');
            listbox.show();
          }}
          onBlur={() => {
            onBlur();
            listbox.close();
          }}
        />
        <SuggestionList
          list={listbox.list}
          suggestions={picks}
          noteOf={({ note }) => note}
          onTake={listbox.take}
          nothing={listbox.open && isCurrent ? nothing : undefined}
        />
      </div>
    </FieldFrame>
  );
}
