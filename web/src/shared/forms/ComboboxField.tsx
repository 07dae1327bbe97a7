import { Autocomplete } from '@base-ui/react/autocomplete';
import { use, useEffect, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { FormRules } from '@/api/rules';
import { recordMessages } from '@/shared/recordMessages';
import { longestSearch } from '@/shared/ui/SearchField';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './ComboboxField.module.css';
import { FieldFrame, useField } from './Field';
import formStyles from './Form.module.css';
import { PickedLabelsContext } from './useDraft';

export interface Suggestion {
  value: string;
  label: string;
  /** The second line. */
  note: string;
}

interface SearchProps<Rules extends FormRules> {
  /** One of the rules that the form has. */
  name: keyof Rules & string;
  help?: string;
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

/** Finds one record among many: shows names, holds the id. Only what is offered can be picked. */
export function PickField<Rules extends FormRules = FormRules>(props: SearchProps<Rules>) {
  const {
    field: { ref, onChange, onBlur },
  } = useController({ name: props.name });
  const labels = use(PickedLabelsContext);
  const [text, setText] = useState(() => labels.get(props.name) ?? '');
  return (
    <ComboboxField
      {...props}
      inputRef={ref}
      mustPick
      text={text}
      onType={(typed) => {
        setText(typed);
        labels.delete(props.name);
        // Half a name is nobody: what was picked before no longer holds.
        onChange('');
      }}
      onTake={({ value, label }) => {
        labels.set(props.name, label);
        onChange(value);
        setText(label);
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
  /** The list opens by a click, its first option is marked, and until the search is through no key takes one. */
  mustPick?: boolean;
  inputMode?: 'email';
}

const pause = 200;

function ComboboxField(props: ComboboxFieldProps) {
  const { name, help, suggestions, searched, nothing, onSearch } = props;
  const { inputRef, text, onType, onTake, onBlur, mustPick = false, inputMode } = props;
  const { frame, input } = useField(name);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const isCurrent = !mustPick || searched === text.trim();
  const offered = useKeptOrder(suggestions, isOpen ? searched : undefined);
  const isShown = isOpen && offered.length > 0;

  const actions = useRef<Autocomplete.Root.Actions>(null);
  useEffect(() => {
    // Without a Popup nothing else tells the library that no animation is to be waited for.
    if (!isShown) actions.current?.unmount();
  }, [isShown]);

  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim().slice(0, longestSearch)), pause);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  return (
    <FieldFrame {...frame} help={help} width="full">
      <div ref={root} className={styles.anchor}>
        <Autocomplete.Root
          actionsRef={actions}
          items={offered}
          filter={null}
          value={text}
          onValueChange={(typed, { reason }) => {
            if (reason !== 'input-change') return;
            onType(typed);
            setOpen(true);
          }}
          open={isShown}
          onOpenChange={setOpen}
          openOnInputClick={mustPick}
          autoHighlight={mustPick && 'always'}
          highlightItemOnHover={false}
        >
          <Autocomplete.Input
            {...input}
            ref={inputRef}
            className={formStyles.control}
            maxLength={mustPick ? longestSearch : undefined}
            inputMode={inputMode}
            // Also where there is nothing to show yet.
            onClick={() => mustPick && setOpen(true)}
            onBlur={() => {
              onBlur();
              setOpen(false);
            }}
            onKeyDown={(event) => {
              if (!isCurrent && isOpen && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) {
                event.preventDefault();
                event.preventBaseUIHandler();
              }
              // Without a list to close it would empty the field.
              if (event.key === 'Escape' && !isShown) event.preventBaseUIHandler();
            }}
            onChange={undefined}
          />
          <Autocomplete.Portal container={root}>
            <Autocomplete.Positioner sideOffset={4} className={styles.positioner}>
              {/* Without the library's Popup, which would hide the rest of the page, the label too, from screen readers. */}
              <Autocomplete.List aria-label={recordMessages.suggestions} className={styles.list}>
                {(suggestion: Suggestion) => (
                  <Autocomplete.Item
                    key={suggestion.value}
                    value={suggestion}
                    className={styles.option}
                    onClick={() => onTake(suggestion)}
                    render={(itemProps, { highlighted }) => (
                      // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the role comes with the properties
                      <div {...itemProps} aria-selected={highlighted && isCurrent} />
                    )}
                  >
                    <span className={styles.label}>{suggestion.label}</span>
                    <span className={styles.note}>{suggestion.note}</span>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
        <VisuallyHidden>
          <span role="status">{isShown && recordMessages.suggestionCount(offered.length)}</span>
        </VisuallyHidden>
        {nothing && isOpen && isCurrent && (
          <p className={styles.nothing} role="status">
            {nothing}
          </p>
        )}
      </div>
    </FieldFrame>
  );
}

/** The suggestions as they first came for a search: nothing moves under the finger when an open list is read again. */
function useKeptOrder(suggestions: Suggestion[], search: string | undefined): Suggestion[] {
  const [kept, setKept] = useState<{ search: string; suggestions: Suggestion[] }>();
  if (kept && kept.search === search) return kept.suggestions;
  if (search === undefined && kept) setKept(undefined);
  if (search !== undefined && suggestions.length > 0) setKept({ search, suggestions });
  return suggestions;
}
