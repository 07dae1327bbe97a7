import { useCallback, useEffect, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate, useNavigation } from 'react-router';

/** Leads on from a page once the server has answered what was done there. A user who has gone elsewhere meanwhile stays there. */
export function useNavigateAfterSave() {
  const navigate = useNavigate();
  const isStaleRoute = useIsStaleRoute();
  return useCallback(
    async (to: string, options: NavigateOptions = {}) => {
      if (!isStaleRoute()) await navigate(to, { ...options, state: afterDone });
    },
    [navigate, isStaleRoute],
  );
}

/**
 * Whether the user is on the way to another page, or there already, though this one may still stand. What comes late,
 * such as an answer or a search that waited for the typing to pause, must not pull them back.
 */
function useIsStaleRoute(): () => boolean {
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

/** Goes with a navigation that the program begins, as its state: something is done, or has failed. */
interface LeadingOn {
  leadsOn: 'done' | 'failed';
}

export const afterDone: LeadingOn = { leadsOn: 'done' };
export const afterFailure: LeadingOn = { leadsOn: 'failed' };

/** Why the program itself leads to a place; undefined where the user goes there. */
export function reasonOf(state: unknown): LeadingOn['leadsOn'] | undefined {
  return (state as LeadingOn | null)?.leadsOn;
}
