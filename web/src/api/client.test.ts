import { beforeEach, expect, test, vi } from 'vitest';
import { api, connectApi, loadsAhead } from './client';
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
  answer(200, {});
  await api.get('/account');
  expect(sent().headers.get('Authorization')).toBe('Bearer token-1');
  expect(new Date(sent().headers.get('DateTimeISO') ?? '').getTime()).toBeCloseTo(Date.now(), -4);
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

test('only a refused token is told of what is handled as a whole, or loaded ahead', async () => {
  const { signal } = new AbortController();
  loadsAhead(signal);
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
