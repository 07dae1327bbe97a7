import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '@/api/errors';
import { ownWrites } from '@/api/ownWrites';

type ActionStatus = 'idle' | 'in progress' | 'success' | 'faulted';

export interface Action<Args extends unknown[], Result> {
  status: ActionStatus;
  /** What the last run failed with. */
  error: unknown;
  /** Resolves to undefined when the run failed, or was ignored because one is under way. Never rejects. */
  run: (...args: Args) => Promise<Result | undefined>;
  reset: () => void;
}

/** Gives a mutation its four statuses, and ignores a second call while one runs. */
export function useAction<Args extends unknown[], Result>(
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [state, setState] = useState<{ status: ActionStatus; error: unknown }>({ status: 'idle', error: undefined });
  const running = useRef(false);
  const latest = useRef(perform);
  useEffect(() => {
    latest.current = perform;
  });

  const run = useCallback(async (...args: Args): Promise<Result | undefined> => {
    // The ref, not the state: two clicks may come before React renders once.
    if (running.current) return undefined;
    running.current = true;
    // Until the page of what it removes is left, and not only until the server has answered.
    ownWrites.underWay += 1;
    setState({ status: 'in progress', error: undefined });
    try {
      const result = await latest.current(...args);
      setState({ status: 'success', error: undefined });
      return result;
    } catch (error) {
      setState({ status: 'faulted', error });
      // A refused call has been dealt with by the client or is shown by the caller; anything else is a defect.
      if (!(error instanceof ApiError)) reportError(error);
      return undefined;
    } finally {
      running.current = false;
      ownWrites.underWay -= 1;
    }
  }, []);

  const reset = useCallback(() => setState({ status: 'idle', error: undefined }), []);
  return { ...state, run, reset };
}
