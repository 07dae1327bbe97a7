import { counted } from '@/shared/format/number';
import { VisuallyHidden } from '@/shared/ui/VisuallyHidden';
import styles from './SuggestField.module.css';

export interface Suggestion {
  value: string;
  label: string;
}

/** Stands where a search that failed would have said that it found nothing. */
export const searchFailed = 'The search did not work. Type on to try again.';

interface SuggestionListProps<T extends Suggestion> {
  list: { id: string; active: number; shown: boolean };
  suggestions: readonly T[];
  /** The second line of a suggestion. */
  noteOf: (suggestion: T) => string;
  onTake: (suggestion: T) => void;
  /** What to say when a search found nothing. */
  nothing: string | undefined;
}

/** What a combobox offers, below its input. */
export function SuggestionList<T extends Suggestion>(props: SuggestionListProps<T>) {
  const { list, suggestions, noteOf, onTake, nothing } = props;
  return (
    <>
      <div id={list.id} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!list.shown}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the input
          <div
            key={suggestion.value}
            id={`${list.id}-${index}`}
            role="option"
            aria-selected={index === list.active}
            className={styles.option}
            // Before the blur of the input closes the list.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onTake(suggestion)}
          >
            <span className={styles.label}>{suggestion.label}</span>
            <span className={styles.value}>{noteOf(suggestion)}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">{list.shown && counted(suggestions.length, 'suggestion', 'suggestions')}</span>
      </VisuallyHidden>
      {nothing && (
        <p className={styles.nothing} role="status">
          {nothing}
        </p>
      )}
    </>
  );
}
