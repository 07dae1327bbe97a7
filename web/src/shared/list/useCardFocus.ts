import { type FocusEvent, type KeyboardEvent, useState } from 'react';

/**
 * Which card of a grid has the focus, or shall have it as soon as it is there. Its row is kept on the page however far
 * that is scrolled, so that the focus is never lost; arrow keys, Home and End reach cards that are not on the page yet.
 */
export function useCardFocus(count: number, columns: number) {
  const [chosen, setChosen] = useState<number>();
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -count,
    End: count,
  };

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    const current = cardOf(event.target);
    if (current === undefined || ctrlKey || altKey || metaKey) return;
    const next = key === 'Tab' ? current + (shiftKey ? -1 : 1) : clamp(current + (steps[key] ?? 0), count);
    if (next === current || next < 0 || next >= count) return;
    // Tab goes its own way, unless the next card is not there yet.
    if (key === 'Tab' && event.currentTarget.querySelector(`[data-card="${next}"] a`)) return;
    event.preventDefault();
    setChosen(next);
  }

  return {
    /** A list that became shorter hands the focus to its last card. */
    focused: chosen === undefined ? undefined : clamp(chosen, count),
    focus: setChosen,
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent) => setChosen(cardOf(event.target)),
      onBlur: (event: FocusEvent<HTMLElement>) => {
        // Without the window's own focus this is no farewell: it comes back to the same card.
        if (document.hasFocus() && !event.currentTarget.contains(event.relatedTarget)) setChosen(undefined);
      },
    },
  };
}

function clamp(card: number, count: number): number {
  return Math.max(0, Math.min(card, count - 1));
}

function cardOf(target: EventTarget): number | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined;
  return card === undefined ? undefined : Number(card);
}
