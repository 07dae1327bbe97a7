import { ApiError } from '@/api/errors';
import { notify } from '@/shared/toast';
import { isToldElsewhere } from './serverErrors';
import { type Action, useAction } from './useAction';

/** An action without a form or dialog that would show it: why it was refused is told in a toast. */
export function useToldAction<Args extends unknown[], Result>(
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
