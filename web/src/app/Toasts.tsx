import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { type PointerEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCommand } from '@/shared/commands';
import { common } from '@/shared/messages';
import { dismissToast, type Toast, useToasts } from '@/shared/toast';
import { Button } from '@/shared/ui/buttons/Button';
import { cx } from '@/shared/ui/cx';
import { useTopDialog } from '@/shared/ui/overlays/Modal';
import styles from './Toasts.module.css';

const lifetime = 5000;
/** How long a toast must be in its place before screen readers have noticed it. */
const noticeTime = 500;
const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert };

export function Toasts() {
  const toasts = useToasts();
  const dialog = useTopDialog();
  const [region] = useState(createRegion);
  const spokenUpTo = useSpokenUpTo(toasts.at(-1)?.id, dialog);
  useTopBelowHeaders(region, toasts.length > 0);

  // A dialog lies above the page, and nothing outside of it can be pressed: toasts are put into it. As a popover they
  // stay at the edge of the screen, and are not cut where the dialog ends. The element itself moves: toasts that were
  // made anew would begin their time again.
  useLayoutEffect(() => {
    const isOpen = dialog?.isConnected; // its page may just have been left
    (isOpen ? dialog : document.body).append(region);
    if (isOpen) region.showPopover();
  }, [region, dialog]);
  useEffect(() => () => region.remove(), [region]);

  return createPortal(
    toasts.map((toast) => <ToastCard key={toast.id} toast={toast} isNews={toast.id > spokenUpTo} />),
    region,
  );
}

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.popover = 'manual';
  region.className = styles.toasts ?? '';
  return region;
}

/**
 * The newest toast that screen readers had heard of when a dialog last opened or closed. Toasts up to that one are no
 * live regions any more, or they would be spoken again where they are put then.
 */
function useSpokenUpTo(newest: number | undefined, dialog: HTMLElement | undefined): number {
  const [heard, setHeard] = useState(0);
  const [moved, setMoved] = useState({ dialog, spokenUpTo: 0 });
  if (moved.dialog !== dialog) setMoved({ dialog, spokenUpTo: heard });
  useEffect(() => {
    if (newest === undefined) return;
    // A toast often comes with the end of the dialog that led to it: nobody heard it there.
    const timer = setTimeout(() => setHeard(newest), noticeTime);
    return () => clearTimeout(timer);
  }, [newest]);
  return moved.spokenUpTo;
}

interface ToastCardProps {
  toast: Toast;
  /** Whether screen readers are still to speak it: an error at once, anything else when they have finished a sentence. */
  isNews: boolean;
}

function ToastCard({ toast, isNews }: ToastCardProps) {
  const { id, kind, text, action, isGreeting } = toast;
  const [held, setHeld] = useState(false);
  const close = () => dismissToast(id);
  const { element, dragging, handlers } = useDragAway<HTMLDivElement>(close);
  useCountdown(lifetime, held || dragging, close);
  useFirstClick(isGreeting, close);
  const act = () => {
    close();
    action?.run();
  };
  useCommand(action?.command, act);

  const Icon = icons[kind];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is a short cut, the close button does the same by key
    <div
      ref={element}
      className={styles.toast}
      data-toast={kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      {...handlers}
    >
      <div role={isNews ? (kind === 'error' ? 'alert' : 'status') : undefined} className={styles.content}>
        <Icon size={18} aria-hidden className={styles.icon} />
        <p className={styles.text}>{text}</p>
        {action && (
          <Button variant="quiet" className={styles.button} onClick={act}>
            {action.label}
          </Button>
        )}
        <button type="button" className={cx(styles.button, styles.close)} aria-label={common.close} onClick={close}>
          <X size={16} aria-hidden />
        </button>
      </div>
    </div>
  );
}

/** Calls `onEnd` after a time; while it is held, the rest of the time stays. */
function useCountdown(milliseconds: number, held: boolean, onEnd: () => void): void {
  const rest = useRef(milliseconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (held) return;
    const started = Date.now();
    const timer = setTimeout(() => end(), rest.current);
    return () => {
      clearTimeout(timer);
      rest.current -= Date.now() - started;
    };
  }, [held]);
}

/** Calls back at the first click anywhere, if it is to. */
function useFirstClick(isAwaited: true | undefined, onClick: () => void): void {
  const click = useEffectEvent(onClick);
  useEffect(() => {
    if (!isAwaited) return;
    const listen = () => click();
    document.addEventListener('click', listen, { once: true });
    return () => document.removeEventListener('click', listen);
  }, [isAwaited]);
}

/** The part of its own width that an element must be dragged before it lets go. */
const dragThreshold = 0.8;

/** Lets an element be dragged to either side; let go before the threshold, it returns. */
function useDragAway<E extends HTMLElement>(onAway: () => void) {
  const element = useRef<E>(null);
  const [dragging, setDragging] = useState(false);
  const start = useRef(0);

  function follow(distance: number) {
    if (element.current) element.current.style.transform = distance === 0 ? '' : `translateX(${distance}px)`;
  }

  function end(event: PointerEvent, isLetGo: boolean) {
    if (!dragging) return;
    setDragging(false);
    const distance = event.clientX - start.current;
    const width = element.current?.offsetWidth ?? 0;
    if (isLetGo && Math.abs(distance) > width * dragThreshold) onAway();
    else follow(0);
  }

  return {
    element,
    dragging,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
        if (isOnButton || event.button !== 0) return;
        start.current = event.clientX;
        element.current?.setPointerCapture(event.pointerId);
        setDragging(true);
      },
      onPointerMove(event: PointerEvent) {
        if (dragging) follow(event.clientX - start.current);
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}

/** Set on headers whose buttons stay in reach while something floats above the page. */
const headers = '[data-keep-clear]';
/** What a person looks at first: the controls and totals of a list, the heads of its columns and its first row. */
const looked = [
  '[data-avoid]',
  'thead>tr',
  'tbody:first-of-type>tr:first-child',
  '[aria-rowindex="1"]',
  '[aria-rowindex="2"]',
]
  .map((part) => `main ${part}`)
  .join();
const headerGap = 8;

/** Keeps an element at the edge of the screen below the headers and off what is looked at first, wherever the page is scrolled to. */
function useTopBelowHeaders(element: HTMLElement, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const place = () => {
      // A header with the longest of names must not push it off a small screen.
      const lowest = window.innerHeight / 2;
      const bottoms = Array.from(document.querySelectorAll(headers), (header) => header.getBoundingClientRect().bottom);
      let top = Math.min(Math.max(headerGap, ...bottoms) + headerGap, lowest);
      const { left, height } = element.getBoundingClientRect();
      const avoided = Array.from(document.querySelectorAll(looked), (one) => one.getBoundingClientRect());
      for (const one of avoided.toSorted((a, b) => a.bottom - b.bottom)) {
        const isUnder = one.right > left && one.bottom > top && one.top < top + height;
        if (isUnder && one.bottom + headerGap <= lowest) top = one.bottom + headerGap;
      }
      element.style.setProperty('top', `${top}px`);
    };
    place();
    // Another page, or what it was waiting for, comes with another header.
    const observer = new MutationObserver(place);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    window.addEventListener('scroll', place, { passive: true });
    window.addEventListener('resize', place);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', place);
      window.removeEventListener('resize', place);
    };
  }, [element, isShown]);
}
