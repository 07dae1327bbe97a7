import { type ReactNode, useEffect, useState } from 'react';
import styles from './Tooltip.module.css';

interface TooltipProps {
  text: string;
  side?: 'bottom' | 'right';
  /** A tooltip that only repeats visible text is switched off rather than unmounted. */
  off?: boolean;
  children: ReactNode;
}

/**
 * Shows a control's name beside it on hover and keyboard focus. The control must carry the name itself: this one is
 * only seen. Fixed to the window, so that no scrolling ancestor clips it.
 */
export function Tooltip({ text, side = 'bottom', off = false, children }: TooltipProps) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const hide = () => setPlace(undefined);
  const show = (control: Element | null) => {
    const box = control?.getBoundingClientRect();
    if (!box || off) return;
    setPlace(
      side === 'right'
        ? { left: box.right + 8, top: box.top + box.height / 2 }
        : { left: box.left + box.width / 2, top: box.bottom + 6 },
    );
  };

  useEffect(() => {
    if (!place) return;
    const hideOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(undefined);
    window.addEventListener('keydown', hideOnEscape);
    return () => window.removeEventListener('keydown', hideOnEscape);
  }, [place]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === 'mouse' && show(event.currentTarget.firstElementChild)}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && show(event.currentTarget.firstElementChild)}
      onBlur={hide}
    >
      {children}
      {place && !off && (
        <span className={styles.tip} data-side={side} style={place} aria-hidden>
          {text}
        </span>
      )}
    </span>
  );
}
