import { type ReactNode, useEffect, useRef, useState } from 'react';
import { lazyPart } from '@/shared/loading/lazyPart';
import styles from './Tooltip.module.css';

interface TooltipProps {
  text: string;
  side?: 'bottom' | 'right';
  /** A tooltip that only repeats visible text is switched off rather than unmounted. */
  off?: boolean;
  children: ReactNode;
}

/** How long the pointer rests on a control before its tooltip shows, and may be away before it hides, in milliseconds. */
const showDelay = 500;
const hideDelay = 150;

/** When the last tooltip hid: whoever moves on to the next control at once waits for no delay. */
let lastHidden = Number.NEGATIVE_INFINITY;

/** A control has its name without it, so a popup that does not arrive needs no words. */
const TooltipPopup = lazyPart(() => import('./TooltipPopup'), { failed: false });

/**
 * Shows a control's name beside it on hover and keyboard focus. The control must carry the name itself: this one is
 * only seen. The controls are on the first screen, so they stay native, and the popup is loaded when the first shows.
 */
export function Tooltip({ text, side = 'bottom', off = false, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  function showAfter(delay: number, control: Element | null) {
    clearTimeout(timer.current);
    if (!off) timer.current = setTimeout(() => setAnchor(control), delay);
  }
  function hideAfter(delay: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(null), delay);
  }
  useEffect(() => {
    if (!anchor) return;
    return () => {
      lastHidden = Date.now();
    };
  }, [anchor]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return (
    // The popup counts as inside for React, so pointing at it keeps it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the control inside
    <span
      className={styles.anchor}
      // React loses the enter event of a pointer that comes from an element that is gone.
      onPointerOver={({ pointerType, currentTarget }) => {
        if (pointerType !== 'mouse') return;
        showAfter(anchor || Date.now() - lastHidden < showDelay ? 0 : showDelay, currentTarget.firstElementChild);
      }}
      onPointerLeave={() => hideAfter(hideDelay)}
      onPointerDown={() => hideAfter(0)}
      onFocus={({ target, currentTarget }) =>
        target.matches(':focus-visible') && showAfter(0, currentTarget.firstElementChild)
      }
      onBlur={() => hideAfter(0)}
    >
      {children}
      {anchor && !off && <TooltipPopup text={text} side={side} anchor={anchor} onHide={() => hideAfter(0)} />}
    </span>
  );
}
