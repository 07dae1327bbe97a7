export interface Company {
  id: string;
  name: string;
  version: number;
}

/** The server's API as a signed-in user, to prepare what a test is about and to look behind the screen. */
export type Api = Awaited<ReturnType<typeof signIn>>;

/** Signs in; each call is a session of its own. */
export async function signIn(url: string, email: string, password: string) {
  const { token } = await send<{ token: string }>(url, 'POST', 'account/login', { email, password });
  const call = <T>(method: string, path: string, body?: unknown) => send<T>(url, method, path, body, token);
  return {
    token,
    call,
    createCompany: (name: string, more: object = {}) => call<Company>('POST', 'company', { name, ...more }),
    /** Invites a user; the mail with the link lands in the outbox. */
    createUser: (address: string, displayName: string) =>
      call<void>('POST', 'UserManagement', { email: address, displayName, gender: 0 }),
    addModerator: (companyId: string, userEmail: string, role: number) =>
      call<{ id: string }>('POST', 'company/moderator', { id: companyId, userEmail, role }),
    createProject: (companyId: string, name: string) => call<{ id: string }>('POST', 'project', { companyId, name }),
    /** Attaches a subscription that ends in so many days; close to its end it raises a notification. */
    attachSubscription: async (projectId: string, name: string, days: number) => {
      await call('POST', 'subscription/categories', { name });
      const item = { categoryName: name, name, status: 0, cost: 5 };
      const { id } = await call<{ id: string }>('POST', 'subscription', item);
      const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
      const terms = { startAt: day(-1), endAt: day(days), autoRenew: false, price: 10 };
      return call<{ id: string }>('POST', 'project/subscription', { projectId, subscriptionId: id, ...terms });
    },
    /** Adds a document to a record. */
    upload: (entity: string, id: string, name: string, content: string) =>
      call<{ id: string; name: string }>(
        'POST',
        `document?Entity=${entity}&EntityId=${id}&Name=${encodeURIComponent(name)}`,
        new Blob([content]),
      ),
    logout: () => call<void>('GET', 'account/logout'),
  };
}

async function send<T>(url: string, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers = new Headers();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  const isFile = body instanceof Blob;
  if (body !== undefined && !isFile) headers.set('Content-Type', 'application/json');
  const answer = await fetch(`${url}api/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
