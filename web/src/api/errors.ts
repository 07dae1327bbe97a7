import { messages } from './messages';
import type { Text } from './serverTexts';

/** The body of every error answer (application/problem+json). */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  code?: string;
  error?: string;
  reason?: string;
  reasonText?: Text;
  /** Messages by field; the names start with an upper-case letter. */
  errors?: Record<string, string[]>;
  errorTexts?: Record<string, Text[]>;
  /** Of a 403: the roles that would do. */
  needs?: string[];
  traceId?: string;
  changedBy?: string;
  changedAt?: string;
  current?: unknown;
  [context: string]: unknown;
}

/** A call that was not answered with success. Status 0: there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem;
  /** The server refused the token itself: it is expired, revoked or forged. */
  readonly invalidToken: boolean;

  constructor(status: number, problem: Problem = {}, invalidToken = false) {
    super(problem.error ?? problem.reason ?? problem.title ?? fallbackMessage(status));
    this.name = 'ApiError';
    this.status = status;
    this.problem = problem;
    this.invalidToken = invalidToken;
  }
}

/**
 * Whether the app tells of a failure wherever it happened (treatFailure): a refused token, no answer, or one that took too
 * long. Any other failure is told where the call was started.
 */
export function isToldByApp({ status, invalidToken }: ApiError): boolean {
  return invalidToken || [0, 408, 504].includes(status);
}

/** Whether the app leaves a page whose own record met this failure, and tells of it. */
export function leavesPage({ status }: ApiError): boolean {
  return status === 404 || status === 500;
}

/** What to tell where the server gives no reason. */
const reasons: Record<number, string> = {
  403: messages.forbidden,
  404: messages.notFound,
  429: messages.tooManyRequests,
  500: messages.serverError,
  503: messages.busy,
  507: messages.full,
};

/** Why a call failed, and which roles would do. Refusals to all but administrators say so themselves. */
export function failureText({ status, problem, message }: ApiError): string {
  const text = problem.reason ?? reasons[status] ?? message;
  const { needs = [] } = problem;
  const roles = needs.filter((role) => role !== messages.administrator);
  return roles.length > 0 ? `${text} ${messages.needsRole(roles)}` : text;
}

/** Why the server refused what was sent: what it says of the first field, or of the call as a whole. */
export function refusalText(error: ApiError): string {
  const [field] = Object.values(error.problem.errors ?? {});
  return field?.[0] ?? failureText(error);
}

function fallbackMessage(status: number): string {
  return status === 0 ? messages.networkError : messages.status(status);
}

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
