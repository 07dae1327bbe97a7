import createClient from 'openapi-fetch';
import type { paths } from '../src/api/schema.gen';
import { expect, test } from './support/test';

test.use({ alone: true }); // a key is made soon after a sign-in, or by the password

/** A program of somebody else: a client that public generators make from api/openapi.json, with a key. */
test('a client made from the contract signs in with a key and pages through companies', async ({ at, api }) => {
  const name = `Generated ${Date.now()}`;
  for (const number of [1, 2, 3]) await api.call('POST', 'company', { name: `${name} ${number}` });
  const { id, key } = await api.call<{ id: string; key: string }>('POST', 'account/key', { name, scope: 'read' });
  const client = createClient<paths>({
    baseUrl: new URL('../api/v1', at('')).href,
    headers: { Authorization: `Bearer ${key}` },
  });

  const found: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { Search: name, PageSize: 2, PageNumber: page };
    const { data, error, response } = await client.GET('/company', { params: { query } });
    expect(error).toBeUndefined();
    found.push(...(data ?? []).map((company) => company.name));
    pages = JSON.parse(response.headers.get('Pagination') ?? '{}').totalPages;
  }
  expect(found.toSorted()).toEqual([`${name} 1`, `${name} 2`, `${name} 3`]);

  const refused = await client.POST('/company', { body: { name } });
  expect(refused.error).toMatchObject({ status: 403, code: 'keyRefused' });
  await api.call('DELETE', 'account/key', { id });
  expect((await client.GET('/company')).response.status).toBe(401);
});
