import { vi } from 'vitest';

interface Call {
  request: string;
  query: URLSearchParams;
  body: unknown;
}

type Reply = unknown | ((call: Call) => unknown);

/** Stands in for the server: `GET /company` to what it answers. Whatever is not listed is a 404. Returns the calls made. */
export function serve(replies: Record<string, Reply>): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://test');
    const request = `${init.method ?? 'GET'} ${url.pathname.replace('/api/v1', '')}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = { request, query: url.searchParams, body };
    calls.push(call);
    if (!(request in replies)) return Response.json({ title: 'Not Found' }, { status: 404 });
    const reply = replies[request];
    const answer = typeof reply === 'function' ? await reply(call) : reply;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return calls;
}

/** A list answer with its Pagination header. */
export function listOf(data: unknown[], totalItems = data.length): Response {
  const pagination = { totalItems, totalPages: Math.ceil(totalItems / 24), currentPage: 1, itemsPerPage: 24 };
  return Response.json(data, { headers: { Pagination: JSON.stringify(pagination) } });
}
