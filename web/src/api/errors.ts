/** The body of every error answer (application/problem+json). */
export interface Problem {
  type?: string;
  title?: string;
  status?: number;
  code?: string;
  error?: string;
  reason?: string;
  /** Messages by field; the names start with an upper-case letter. */
  errors?: Record<string, string[]>;
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

function fallbackMessage(status: number): string {
  return status === 0 ? 'Network Error!' : `The server answered with status ${status}.`;
}
