import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/**
 * Whether the user is on the way to another page, or there already, though this one may still stand. What comes late,
 * such as an answer or a search that waited for the typing to pause, must not pull them back.
 */
export function useIsStaleRoute(): () => boolean {
  const { state } = useNavigation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = state === 'idle';
    return () => {
      isHere.current = false;
    };
  }, [state]);
  const [here] = useState(() => window.location.pathname);
  return useCallback(() => !isHere.current || window.location.pathname !== here, [here]);
}
