import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { ApiError, failureText, isToldByApp, leavesPage } from '@/api/errors';
import { type failsInPlace, failsPage } from '@/shared/loading/readFailure';
import { notify } from '@/shared/toast';

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

/**
 * A mutation with the four statuses of the specification, which ignores a second call while one runs. A 404 or 500 takes
 * the page, unless what is done has a text of its own for every failure (meta). The caller tells of any other failure
 * that the app does not tell of (api/errors.ts).
 */
export function useAction<Args extends unknown[], Result>(
  perform: (...args: Args) => Promise<Result>,
  meta: typeof failsPage | typeof failsInPlace = failsPage,
): Action<Args, Result> {
  const { status, error, mutateAsync, reset } = useMutation<Result, unknown, Args>({
    mutationFn: (args) => perform(...args),
    // Without a network it fails at once, instead of waiting for one.
    networkMode: 'always',
    gcTime,
    meta,
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
        // Anything but a failed call is a defect.
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
      if (error instanceof ApiError && !isToldByApp(error) && !leavesPage(error)) {
        notify.error(failureText(error));
      }
      throw error;
    }
  });
}
