import { expect, test, vi } from 'vitest';
import { ApiError, type Problem } from './errors';
import { type FailureEffects, treatFailure } from './failures';

function treat(status: number, problem: Problem = {}, invalidToken = false) {
  const effects = {
    showError: vi.fn<FailureEffects['showError']>(),
    endExpiredSession: vi.fn<FailureEffects['endExpiredSession']>(() => true),
    showNotFound: vi.fn<FailureEffects['showNotFound']>(),
    showServerError: vi.fn<FailureEffects['showServerError']>(),
  };
  treatFailure(new ApiError(status, problem, invalidToken), effects);
  return effects;
}

test.each([
  [0, {}, 'Network Error!'],
  [403, { reason: 'Only administrators create companies.' }, 'Only administrators create companies.'],
  [404, {}, 'Item is not found.'],
  [408, {}, 'Request Timeout!'],
  [429, { reason: 'Too many attempts.' }, 'Too many attempts.'],
  [500, { traceId: 't1' }, 'An error occurred in the server.'],
  [503, { reason: 'The database is busy.' }, 'The database is busy.'],
  [504, { reason: 'not shown' }, 'Server Timeout!'],
  [507, { reason: 'The disk is full.' }, 'The disk is full.'],
])('status %i is shown as a toast', (status, problem, text) => {
  expect(treat(status, problem).showError).toHaveBeenCalledExactlyOnceWith(text);
});

test.each([400, 401, 409, 413, 415, 422, 502])('status %i is left to the caller', (status) => {
  const effects = treat(status, { error: 'E', reason: 'R' });
  for (const effect of Object.values(effects)) expect(effect).not.toHaveBeenCalled();
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
