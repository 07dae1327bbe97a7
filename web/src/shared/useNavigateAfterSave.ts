import { useCallback } from 'react';
import { type NavigateOptions, useNavigate } from 'react-router';
import { afterDone } from './leadingOn';
import { useIsStaleRoute } from './useIsStaleRoute';

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
