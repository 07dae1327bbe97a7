import type { ApiError } from './errors';
import { messages } from './messages';

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

export const serverErrorMessage = messages.serverError;

/** Tells of a failure that no call tells of itself. Any other status is told where the call was started. */
export function treatFailure(error: ApiError, effects: Pick<FailureEffects, 'showError' | 'endExpiredSession'>): void {
  const { status, invalidToken } = error;
  if (status === 0) effects.showError(error.message);
  if (status === 408) effects.showError(messages.requestTimeout);
  if (status === 504) effects.showError(messages.serverTimeout);
  if (invalidToken && effects.endExpiredSession()) effects.showError(messages.sessionExpired);
}

/** Leaves a page whose own record could not be read or saved. */
export function treatPageFailure(
  { status, problem }: ApiError,
  effects: Omit<FailureEffects, 'endExpiredSession'>,
): void {
  if (status === 404) {
    effects.showError(messages.notFound);
    effects.showNotFound();
  } else if (status === 500) {
    effects.showError(serverErrorMessage);
    effects.showServerError(serverFailure(problem));
  }
}

function serverFailure({ error, reason, traceId }: ApiError['problem']): ServerFailure {
  return {
    message: error ?? serverErrorMessage,
    ...(reason !== undefined && { details: reason }),
    ...(traceId !== undefined && { traceId }),
  };
}
