import { type PointerEvent, useRef, useState } from 'react';

/** The part of its own width that an element must be dragged before it lets go. */
const threshold = 0.8;

/** Lets an element be dragged to either side; let go before the threshold, it returns. */
export function useDragAway<E extends HTMLElement>(onAway: () => void) {
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
    if (isLetGo && Math.abs(distance) > width * threshold) onAway();
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
