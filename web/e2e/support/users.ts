import type { Api } from './api';
import type { Server } from './server';

export interface User {
  email: string;
  name: string;
  password: string;
}

/** A user without rights, invited by mail, who has followed the link and set a password. */
export async function inviteUser(server: Server, api: Api, name: string): Promise<User> {
  const user = { email: someAddress(), name, password: 'Analytic-Engine-1' };
  await api.createUser(user.email, name);
  const token = new URL(await server.linkInMail(user.email)).searchParams.get('token');
  await api.call('PUT', 'account/resetPass', {
    email: user.email,
    token,
    newPassword: user.password,
    confirmNewPassword: user.password,
  });
  return user;
}

/** An address that no other test uses. */
export function someAddress(): string {
  return `user-${Math.random().toString(36).slice(2, 10)}@example.com`;
}
