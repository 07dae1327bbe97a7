import type { ApiError } from './errors';

/** What the error page of a 500 shows. */
export interface ServerFailure {
  message: string;
  details?: string;
  traceId?: string;
}

/** What the treatment of a failure needs from the rest of the app. */
export interface FailureEffects {
  showError: (text: string) => void;
  /** Tells whether it ended: another tab may have gone on with it. */
  endExpiredSession: () => boolean;
  showNotFound: () => void;
  showServerError: (failure: ServerFailure) => void;
}

export const serverErrorMessage = 'An error occurred in the server.';

/** What every screen does alike about a failed call. A status that is not named here is the caller's alone. */
export function treatFailure(error: ApiError, effects: FailureEffects): void {
  const { status, problem } = error;
  switch (status) {
    case 0:
      effects.showError(error.message);
      break;
    case 401:
      if (error.invalidToken && effects.endExpiredSession()) {
        effects.showError('Session expired. Please, login again!');
      }
      break;
    case 403:
      effects.showError(problem.reason ?? 'You may not do this.');
      break;
    case 404:
      effects.showError('Item is not found.');
      effects.showNotFound();
      break;
    case 408:
      effects.showError('Request Timeout!');
      break;
    case 429:
      effects.showError(problem.reason ?? 'Too many requests. Please wait a moment and try again.');
      break;
    case 500:
      effects.showError(serverErrorMessage);
      effects.showServerError(serverFailure(problem));
      break;
    case 503:
      effects.showError(problem.reason ?? 'The server is busy. Please try again in a moment.');
      break;
    case 504:
      effects.showError('Server Timeout!');
      break;
    case 507:
      effects.showError(problem.reason ?? 'The server has no space left to store this.');
      break;
  }
}

function serverFailure({ error, reason, traceId }: ApiError['problem']): ServerFailure {
  return {
    message: error ?? serverErrorMessage,
    ...(reason !== undefined && { details: reason }),
    ...(traceId !== undefined && { traceId }),
  };
}
