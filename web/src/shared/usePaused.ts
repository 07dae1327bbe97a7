import { useEffect, useState } from 'react';

/** A text once the typing pauses; an emptied field at once. */
export function usePaused(text: string, pause: number): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : pause);
    return () => clearTimeout(timer);
  }, [text, pause]);
  return paused;
}
