import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onEnd` after a time; while it is held, the rest of the time stays. */
export function useCountdown(milliseconds: number, held: boolean, onEnd: () => void): void {
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
