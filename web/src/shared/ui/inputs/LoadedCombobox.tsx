import { Autocomplete } from '@base-ui/react/autocomplete';
import { type ComponentProps, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { recordMessages } from '@/shared/recordMessages';
import type { createStore } from '@/shared/storage/store';
import { Note } from '@/shared/ui/text/Note';
import { VisuallyHidden } from '@/shared/ui/text/VisuallyHidden';
import styles from './Combobox.module.css';

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
  /** The list opens as soon as the empty field has the focus. Else it opens when something is typed. */
  mustPick: boolean;
}

export default function LoadedCombobox(props: ComboboxProps) {
  const { input, caret, suggestions, searched, nothing, text, onType, onTake, mustPick } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // Until the search is through no key takes one.
  const isCurrent = searched === text.trim();
  const offered = useKeptOrder(suggestions, isOpen ? searched : undefined);
  const isShown = isOpen && offered.length > 0;

  const actions = useRef<Autocomplete.Root.Actions>(null);
  useEffect(() => {
    // Without a Popup nothing else tells the library that no animation is to be waited for.
    if (!isShown) actions.current?.unmount();
  }, [isShown]);

  useLayoutEffect(() => {
    const field = root.current?.querySelector('input');
    const left = caret.get();
    if (!field || !left) return;
    field.focus({ preventScroll: true });
    field.setSelectionRange(left.start, left.end);
    // Who types there waits for the suggestions.
    setOpen(left.isTyped || mustPick);
    caret.set(null);
  }, [caret, mustPick]);

  return (
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
        autoHighlight="always"
        highlightItemOnHover={false}
      >
        <Autocomplete.Input
          {...input}
          // Also where there is nothing to show yet.
          onClick={() => mustPick && setOpen(true)}
          onFocus={() => mustPick && text === '' && setOpen(true)}
          onBlur={(event) => {
            input.onBlur?.(event);
            setOpen(false);
          }}
          onKeyDown={(event) => {
            // A field that takes any text is sent while nothing is offered.
            const isAwaited = !isCurrent && (mustPick ? isOpen : isShown);
            if (isAwaited && ['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) {
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
                  <Note as="span">{suggestion.note}</Note>
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
