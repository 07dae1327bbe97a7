import { type ReactNode, use, useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import type { FormRules } from '@/api/rules';
import formStyles from '@/shared/forms/Form.module.css';
import { PickedLabelsContext } from '@/shared/forms/useDraft';
import { DraftsContext } from '@/shared/storage/draftStore';
import { createStore } from '@/shared/storage/store';
import { type Caret, Combobox, type Suggestion } from '@/shared/ui/inputs/Combobox';
import { longestSearch } from '@/shared/ui/inputs/SearchField';
import { FieldFrame, useField } from './Field';

interface SearchProps<Rules extends FormRules> {
  /** One of the rules that the form has. */
  name: keyof Rules & string;
  help?: ReactNode;
  suggestions: Suggestion[];
  /** The text that the suggestions were found by; undefined while others are on their way. */
  searched: string | undefined;
  /** What to say when a search found nothing. */
  nothing: string | undefined;
  /** Called when the typing pauses. */
  onSearch: (text: string) => void;
}

/** A text field that offers what is known; anything else may be typed as well. */
export function SuggestField<Rules extends FormRules = FormRules>(props: SearchProps<Rules>) {
  const {
    field: { ref, value, onChange, onBlur },
  } = useController({ name: props.name });
  return (
    <ComboboxField
      {...props}
      inputRef={ref}
      inputMode="email"
      text={String(value ?? '')}
      onType={onChange}
      onTake={(suggestion) => onChange(suggestion.value)}
      onBlur={onBlur}
    />
  );
}

/** The value of an optional PickField with half a name in it, for a check to refuse: it is not the same as none. */
export const halfTyped = '?';

type PickProps<Rules extends FormRules> = SearchProps<Rules> & {
  isOptional?: boolean;
  /** The name of what is picked already. */
  present?: string;
};

/** Finds one record among many: shows names, holds the id. Only what is offered can be picked; what was picked last comes first. */
export function PickField<Rules extends FormRules = FormRules>({
  isOptional = false,
  present = '',
  ...props
}: PickProps<Rules>) {
  const {
    field: { ref, onChange, onBlur },
  } = useController({ name: props.name });
  const labels = use(PickedLabelsContext);
  const [text, setText] = useState(() => labels.get(props.name) ?? present);
  const picked = use(DraftsContext)?.picked;
  const [recent] = useState(() => picked?.get(props.name) ?? []);
  const isRecent = ({ value }: Suggestion) => recent.some((one) => one.value === value);
  const suggestions =
    text === '' && props.suggestions.length > 0
      ? [...recent, ...props.suggestions.filter((one) => !isRecent(one))]
      : props.suggestions;
  return (
    <ComboboxField
      {...props}
      suggestions={suggestions}
      inputRef={ref}
      mustPick
      text={text}
      onType={(typed) => {
        setText(typed);
        labels.delete(props.name);
        // Half a name is nobody: what was picked before no longer holds.
        onChange(isOptional && typed ? halfTyped : '');
      }}
      onTake={(suggestion) => {
        labels.set(props.name, suggestion.label);
        picked?.set(props.name, [suggestion, ...recent.filter((one) => one.value !== suggestion.value)].slice(0, 3));
        onChange(suggestion.value);
        setText(suggestion.label);
      }}
      onBlur={onBlur}
    />
  );
}

interface ComboboxFieldProps extends SearchProps<FormRules> {
  inputRef: (input: HTMLInputElement | null) => void;
  text: string;
  onType: (text: string) => void;
  onTake: (suggestion: Suggestion) => void;
  onBlur: () => void;
  /** The list opens as soon as the empty field has the focus. */
  mustPick?: boolean;
  inputMode?: 'email';
}

const pause = 200;

function ComboboxField(props: ComboboxFieldProps) {
  const { name, help, suggestions, searched, nothing, onSearch } = props;
  const { inputRef, text, onType, onTake, onBlur, mustPick = false, inputMode } = props;
  const { frame, input } = useField(name);
  const [caret] = useState(() => createStore<Caret | null>(null));

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim().slice(0, longestSearch)), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <FieldFrame {...frame} help={help} width="full">
      <Combobox
        input={{
          ...input,
          ref: inputRef,
          onBlur,
          className: formStyles.control,
          maxLength: mustPick ? longestSearch : undefined,
          inputMode,
        }}
        caret={caret}
        suggestions={suggestions}
        searched={searched}
        nothing={nothing}
        text={text}
        onType={onType}
        onTake={onTake}
        mustPick={mustPick}
      />
    </FieldFrame>
  );
}
