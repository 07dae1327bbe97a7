import { ApiError } from '@/api/errors';
import { notify } from '@/shared/toast';
import { type Action, useAction } from './useAction';

/** An action without a form or dialog that would show it: why a rule refused it is told in a toast. */
export function useToldAction<Args extends unknown[], Result>(
  perform: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  return useAction(async (...args: Args) => {
    try {
      return await perform(...args);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) notify.error(error.problem.reason ?? error.message);
      throw error;
    }
  });
}
