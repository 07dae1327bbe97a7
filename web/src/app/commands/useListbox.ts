import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ListboxOptions<T> {
  options: readonly T[];
  keyOf: (option: T) => string;
  onTake: (option: T) => void;
}

/** The keyboard of the palette's list: arrow keys choose, Enter takes; the focus stays in the input. */
export function useListbox<T>({ options, keyOf, onTake }: ListboxOptions<T>) {
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  // By its key: a list that is read again while it is open may have another option in the same place.
  const active = options.findIndex((option) => keyOf(option) === chosen);
  const shown = options.length > 0;
  const first = options[0];
  if (chosen === undefined && first) setChosen(keyOf(first));

  const activeId = active >= 0 ? `${id}-${active}` : undefined;
  // The focus stays in the input, so the browser does not scroll to the option by itself.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const reset = () => setChosen(undefined);

  function take(option: T) {
    onTake(option);
    reset();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    const next = options[(active + (step ?? 0) + options.length) % options.length];
    if (step !== undefined && next) {
      event.preventDefault();
      setChosen(keyOf(next));
    } else if (event.key === 'Enter' && option) {
      event.preventDefault();
      take(option);
    }
  }

  return {
    /** Marks the first option again. */
    reset,
    take,
    /** For the input. */
    combobox: {
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': id,
      'aria-activedescendant': activeId,
      onKeyDown,
    } as const,
    /** For the list. */
    list: { id, active, shown },
  };
}
