import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { afterDone } from './leadingOn';
import { useHasLeft } from './useHasLeft';

/** Leads on from a page once the server has answered what was done there. A user who has gone elsewhere meanwhile stays there. */
export function useLeadOn() {
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  return useCallback(
    async (to: string, options: NavigateOptions = {}) => {
      if (!hasLeft()) await navigate(to, { ...options, state: afterDone });
    },
    [navigate, hasLeft],
  );
}
