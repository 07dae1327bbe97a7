import { expect, test, vi } from 'vitest';
import {
  ApiError,
  type FailureEffects,
  failureText,
  isToldByApp,
  type Problem,
  treatFailure,
  treatPageFailure,
} from './errors';

function treat(status: number, problem: Problem = {}, invalidToken = false) {
  const effects = {
    showError: vi.fn<FailureEffects['showError']>(),
    endExpiredSession: vi.fn<FailureEffects['endExpiredSession']>(() => true),
    showNotFound: vi.fn<FailureEffects['showNotFound']>(),
    showServerError: vi.fn<FailureEffects['showServerError']>(),
  };
  const error = new ApiError(status, problem, invalidToken);
  treatFailure(error, effects);
  const everywhere = effects.showError.mock.calls.length;
  treatPageFailure(error, effects);
  return { ...effects, everywhere };
}

test.each([
  [0, {}, 'Network Error!'],
  [408, {}, 'Request Timeout!'],
  [504, { reason: 'not shown' }, 'Server Timeout!'],
])('status %i is shown as a toast wherever it happens', (status, problem, text) => {
  const { showError, everywhere } = treat(status, problem);
  expect(showError).toHaveBeenCalledExactlyOnceWith(text);
  expect(everywhere).toBe(1);
});

test.each([
  [404, {}, 'Item is not found.'],
  [500, { traceId: 't1' }, 'An error occurred in the server.'],
])("status %i of a page's own record is shown as a toast", (status, problem, text) => {
  const { showError, everywhere } = treat(status, problem);
  expect(showError).toHaveBeenCalledExactlyOnceWith(text);
  expect(everywhere).toBe(0);
});

test.each([400, 401, 403, 409, 413, 415, 422, 429, 502, 503, 507])('status %i is left to the caller', (status) => {
  const { everywhere: _, ...effects } = treat(status, { error: 'E', reason: 'R' });
  for (const effect of Object.values(effects)) expect(effect).not.toHaveBeenCalled();
});

test.each([
  [403, { reason: 'Only administrators create companies.' }, 'Only administrators create companies.'],
  [403, {}, 'You may not do this.'],
  [403, { reason: 'No.', needs: [] }, 'No.'],
  [403, { reason: 'No.', needs: ['Administrator'] }, 'No.'],
  [403, { reason: 'No.', needs: ['Owner', 'Administrator'] }, 'No. It needs the role Owner, or an administrator.'],
  [
    403,
    { reason: 'No.', needs: ['Owner', 'Manager', 'Administrator'] },
    'No. It needs the role Owner or Manager, or an administrator.',
  ],
  [404, {}, 'Item is not found.'],
  [429, { reason: 'Too many attempts.' }, 'Too many attempts.'],
  [500, { traceId: 't1' }, 'An error occurred in the server.'],
  [503, { reason: 'The database is busy.' }, 'The database is busy.'],
  [507, { reason: 'The disk is full.' }, 'The disk is full.'],
  [418, {}, 'The server answered with status 418.'],
])('status %i has words for where it happens', (status, problem, text) => {
  const error = new ApiError(status, problem);
  expect(isToldByApp(error)).toBe(false);
  expect(failureText(error)).toBe(text);
});

test('a refused token ends the session', () => {
  const effects = treat(401, {}, true);
  expect(effects.showError).toHaveBeenCalledExactlyOnceWith('Session expired. Please, login again!');
  expect(effects.endExpiredSession).toHaveBeenCalledOnce();
});

test('404 leads to the not-found page', () => {
  expect(treat(404).showNotFound).toHaveBeenCalledOnce();
});

test('500 keeps what the error page tells', () => {
  expect(treat(500, { error: 'It broke.', reason: 'Details.', traceId: 't1' }).showServerError).toHaveBeenCalledWith({
    message: 'It broke.',
    details: 'Details.',
    traceId: 't1',
  });
  expect(treat(500).showServerError).toHaveBeenCalledWith({ message: 'An error occurred in the server.' });
});
