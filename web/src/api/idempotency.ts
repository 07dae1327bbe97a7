/** The keys of requests that may have been done without our hearing of it, by what was sent. */
const unheard = new Map<string, string>();

/**
 * Fetches with an Idempotency-Key. What is sent again, unchanged, because the answer was lost has the key of the first
 * time: the server then answers what that one made instead of making it twice.
 */
export async function fetchOnce(address: string, request: RequestInit & { headers: Headers }): Promise<Response> {
  const sent = `${address} ${request.body}`;
  const key = unheard.get(sent) ?? newKey();
  request.headers.set('Idempotency-Key', key);
  unheard.set(sent, key);
  const response = await fetch(address, request);
  // A 500 and what a proxy answers by itself do not tell what was done.
  if (response.status < 500) unheard.delete(sent);
  return response;
}

/** By hand: browsers have randomUUID only for pages that came over HTTPS or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
