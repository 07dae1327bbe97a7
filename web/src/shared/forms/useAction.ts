import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError } from '@/api/errors';
import { notify } from '@/shared/toast';
import { isToldElsewhere } from './serverErrors';

const statuses = { idle: 'idle', pending: 'in progress', success: 'success', error: 'faulted' } as const;

/** How long the cache keeps what was sent after its screen is left: it may be a password. */
const gcTime = 1_000;

export interface Action<Args extends unknown[], Result> {
  status: (typeof statuses)[keyof typeof statuses];
  /** What the last run failed with. */
  error: unknown;
  /** Resolves to undefined when the run failed, or was ignored because one is under way. Never rejects. */
  run: (...args: Args) => Promise<Result | undefined>;
  reset: () => void;
}

/** A mutation with the four statuses of the specification, which ignores a second call while one runs. */
export function useAction<Args extends unknown[], Result>(
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const { status, error, mutateAsync, reset } = useMutation<Result, unknown, Args>({
    mutationFn: (args) => perform(...args),
    // Without a network it fails at once, instead of waiting for one.
    networkMode: 'always',
    gcTime,
  });
  const isRunning = useRef(false);

  const run = useCallback(
    async (...args: Args): Promise<Result | undefined> => {
      // The ref, not the status: two clicks may come before React renders once.
      if (isRunning.current) return undefined;
      isRunning.current = true;
      try {
        return await mutateAsync(args);
      } catch (failure) {
        // A refused call has been dealt with by the client or is shown by the caller; anything else is a defect.
        if (!(failure instanceof ApiError)) reportError(failure);
        return undefined;
      } finally {
        isRunning.current = false;
      }
    },
    [mutateAsync],
  );

  return { status: statuses[status], error, run, reset };
}

/** An action without a form or dialog around it: a toast tells why it was refused. */
export function useActionWithToast<Args extends unknown[], Result>(
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  return useAction(async (...args: Args) => {
    try {
      return await perform(...args);
    } catch (error) {
      // Without an answer there is a toast already.
      const isNews = error instanceof ApiError && error.status !== 0 && !isToldElsewhere(error);
      if (isNews) notify.error(error.problem.reason ?? error.message);
      throw error;
    }
  });
}
