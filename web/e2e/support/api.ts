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
    logout: () => call<void>('GET', 'account/logout'),
  };
}

async function send<T>(url: string, method: string, path: string, body?: unknown, token?: string): Promise<T> {
  const headers = new Headers();
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  const answer = await fetch(`${url}api/v1/${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
