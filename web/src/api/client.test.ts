import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { api, connectApi } from './client';
import { ApiError } from './errors';

const onFailure = vi.fn<(error: ApiError) => void>();
const fetchMock = vi.fn<typeof fetch>();
let token: string | null;

beforeEach(() => {
  token = 'token-1';
  onFailure.mockReset();
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
  connectApi({ token: () => token, onFailure });
});

function answer(status: number, body?: unknown, headers: Record<string, string> = {}) {
  fetchMock.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status, headers }));
}

function sent() {
  const [address, init] = fetchMock.mock.lastCall ?? [];
  return { address, method: init?.method, body: init?.body, headers: new Headers(init?.headers) };
}

test('every request carries the token and the time', async () => {
  vi.setSystemTime('2026-11-15T12:00:00.000Z');
  onTestFinished(() => void vi.useRealTimers());
  answer(200, {});
  await api.get('/account');
  expect(sent().headers.get('Authorization')).toBe('Bearer token-1');
  expect(sent().headers.get('DateTimeISO')).toBe('2026-11-15T12:00:00.000Z');
});

test('nothing is claimed when nobody is signed in', async () => {
  token = null;
  answer(204);
  await api.post('/account/requestPassReset', { body: { email: 'a@example.com' } });
  expect(sent().headers.has('Authorization')).toBe(false);
});

test('a delete sends a body and reads a bare number', async () => {
  answer(200, 2);
  expect(await api.delete('/company', { body: { id: 'c1' } })).toBe(2);
  expect(sent()).toMatchObject({ address: '/api/v1/company', method: 'DELETE', body: '{"id":"c1"}' });
});

test('path and query are encoded, what is empty is left out', async () => {
  answer(200, [], { Pagination: '{"totalItems":0,"totalPages":0,"currentPage":1,"itemsPerPage":50}' });
  await api.list('/company', { query: { PageNumber: 2, Search: 'a&b=ü' } });
  expect(sent().address).toBe('/api/v1/company?PageNumber=2&Search=a%26b%3D%C3%BC');

  answer(200, {});
  await api.get('/company/{id}', { path: { id: 'a/../b' } });
  expect(sent().address).toBe('/api/v1/company/a%2F..%2Fb');
});

test('a list comes with its pagination', async () => {
  const pagination = { totalItems: 51, totalPages: 2, currentPage: 1, itemsPerPage: 50 };
  answer(200, [{ id: 'c1' }], { Pagination: JSON.stringify(pagination) });
  expect(await api.list('/company')).toEqual({ data: [{ id: 'c1' }], pagination });
});

test('a photo is sent as it is', async () => {
  answer(200, {});
  const photo = new Blob(['bytes'], { type: 'image/png' });
  await api.put('/account/photo', { body: photo });
  expect(sent().body).toBe(photo);
});

test('a refusal is thrown with its problem, after the global treatment', async () => {
  answer(422, { status: 422, error: 'The company is removed.', projects: 3 });
  const error = await api.post('/company', { body: { name: 'A' } }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 422, message: 'The company is removed.', problem: { projects: 3 } });
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(error);
});

test('a caller may deal with a status itself', async () => {
  answer(404, {});
  await expect(api.get('/account', { handles: [404] })).rejects.toMatchObject({ status: 404 });
  expect(onFailure).not.toHaveBeenCalled();
});

test('no response is status 0', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(api.get('/account')).rejects.toMatchObject({ status: 0, message: 'Network Error!' });
  expect(onFailure).toHaveBeenCalledOnce();
});

test('what is created again because its answer was lost has the same key; anything else has its own', async () => {
  const create = (name: string) => api.post('/company', { body: { name } }).catch(() => undefined);
  const key = () => sent().headers.get('Idempotency-Key');
  const keys: (string | null)[] = [];
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await create('Acme');
  keys.push(key());
  answer(504, {});
  await create('Acme');
  expect(key()).toBe(keys[0]);
  answer(201, {});
  await create('Bolt');
  keys.push(key());
  answer(201, {});
  await create('Acme');
  expect(key()).toBe(keys[0]);
  answer(201, {});
  await create('Acme');
  keys.push(key());
  expect(new Set(keys).size).toBe(3);
  expect(keys).not.toContain(null);
});

test('an abandoned request is no failure', async () => {
  const abandon = new AbortController();
  abandon.abort();
  fetchMock.mockRejectedValueOnce(new DOMException('aborted', 'AbortError'));
  await expect(api.get('/account', { signal: abandon.signal })).rejects.toHaveProperty('name', 'AbortError');
  expect(onFailure).not.toHaveBeenCalled();
});

test('an answer that is not JSON still tells its status', async () => {
  fetchMock.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(api.get('/account')).rejects.toMatchObject({ status: 502, problem: {} });
});

const challenge = { 'WWW-Authenticate': 'Bearer error="invalid_token"' };

test('the challenge tells a refused token from a wrong sign-in', async () => {
  answer(401, {}, challenge);
  await expect(api.get('/account')).rejects.toMatchObject({ status: 401, invalidToken: true });
  answer(401, { error: 'Wrong e-mail or password.' });
  await expect(api.get('/account')).rejects.toMatchObject({ status: 401, invalidToken: false });
});

test('only a refused token is told of what is handled as a whole, or read by the cache', async () => {
  const { signal } = new AbortController();
  for (const options of [{ handles: 'all' as const }, { signal }]) {
    answer(500, {});
    await expect(api.get('/account', options)).rejects.toMatchObject({ status: 500 });
    expect(onFailure).not.toHaveBeenCalled();
    answer(401, {}, challenge);
    await expect(api.get('/account', options)).rejects.toMatchObject({ status: 401 });
    expect(onFailure).toHaveBeenCalledOnce();
    onFailure.mockReset();
  }
});

test('a late refusal of an old token does not touch the new session', async () => {
  fetchMock.mockImplementationOnce(async () => {
    token = 'token-2';
    return new Response('{}', { status: 401, headers: challenge });
  });
  await expect(api.get('/account')).rejects.toMatchObject({ invalidToken: false });
});

/** A server that takes the request and never answers. */
function neverAnswer() {
  fetchMock.mockImplementationOnce((_, init) => untilAborted(init?.signal));
}

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

describe('a request without an answer', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test.each([
    ['read', () => api.get('/account')],
    ['write', () => api.post('/company', { body: { name: 'Acme' } })],
    ['upload', () => api.put('/account/photo', { body: new Blob(['x']) })],
    ['download', () => api.download('/company/export')],
  ])('is given up after 100 seconds: a %s', async (_, call) => {
    neverAnswer();
    const outcome = call().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(99_999);
    expect(onFailure).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ status: 408 });
    expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 408 }));
  });

  test('is given up when its body stops on the way', async () => {
    fetchMock.mockImplementationOnce(async (_, init) => {
      const response = Response.json({});
      response.text = () => untilAborted(init?.signal);
      return response;
    });
    const outcome = api.get('/account').catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(100_000);
    expect(await outcome).toMatchObject({ status: 408 });
  });

  test('is still given up by its caller, without a word', async () => {
    neverAnswer();
    const caller = new AbortController();
    const outcome = api.get('/account', { signal: caller.signal }).catch((error: unknown) => error);
    caller.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(onFailure).not.toHaveBeenCalled();
  });
});

test('a file that has begun may take longer', async () => {
  vi.useFakeTimers();
  let arrive: ((file: Blob) => void) | undefined;
  fetchMock.mockImplementationOnce(async (_, init) => {
    const response = new Response();
    response.blob = () =>
      Promise.race([untilAborted(init?.signal), new Promise<Blob>((resolve) => (arrive = resolve))]);
    return response;
  });
  const outcome = api.download('/company/export');
  await vi.advanceTimersByTimeAsync(200_000);
  arrive?.(new Blob(['name']));
  expect(await outcome).toBeInstanceOf(Blob);
  vi.useRealTimers();
});
