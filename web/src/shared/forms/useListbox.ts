import { type KeyboardEvent, useEffect, useId, useState } from 'react';

interface ListboxOptions<T> {
  options: readonly T[];
  keyOf: (option: T) => string;
  onTake: (option: T) => void;
  /** Which option Enter takes before an arrow key was pressed; -1 for none. */
  first?: number;
  /** The list is always there: what surrounds both closes them together. */
  always?: boolean;
  /** Whether the options belong to what is typed now. Until they do, no key takes one. */
  isCurrent?: boolean;
}

/** The keyboard of a combobox: arrow keys choose, Enter takes, Escape closes; the focus stays in the input. */
export function useListbox<T>(props: ListboxOptions<T>) {
  const { options, keyOf, onTake, first = -1, always = false, isCurrent = true } = props;
  const [open, setOpen] = useState(always);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  // By its key: a list that is read again while it is open may have another option in the same place.
  const active = isCurrent ? options.findIndex((option) => keyOf(option) === chosen) : -1;
  const shown = open && options.length > 0;
  const initial = options[first];
  if (shown && isCurrent && chosen === undefined && initial) setChosen(keyOf(initial));

  const activeId = shown && active >= 0 ? `${id}-${active}` : undefined;
  // The focus stays in the input, so the browser does not scroll to the option by itself.
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  function show() {
    setOpen(true);
    setChosen(undefined);
  }

  function close() {
    setOpen(always);
    setChosen(undefined);
  }

  function take(option: T) {
    onTake(option);
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    const next = options[shown ? (active + (step ?? 0) + options.length) % options.length : Math.max(first, 0)];
    if (!isCurrent && open && (step !== undefined || event.key === 'Enter')) {
      event.preventDefault();
    } else if (step !== undefined && next) {
      event.preventDefault();
      setOpen(true);
      setChosen(keyOf(next));
    } else if (event.key === 'Enter' && shown && option) {
      event.preventDefault();
      take(option);
    } else if (event.key === 'Escape' && shown && !always) {
      event.preventDefault();
      close();
    }
  }

  return {
    open,
    show,
    close,
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
