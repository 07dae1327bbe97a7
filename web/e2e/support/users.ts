import type { Page } from '@playwright/test';
import type { Api } from './api';
import type { Server } from './server';
import { startAs } from './test';

export interface User {
  email: string;
  name: string;
  password: string;
}

const newUser = (name: string) => ({ email: someAddress(), name, password: 'Analytic-Engine-1' });

/** A user without rights, invited by mail, who has followed the link and set a password. */
export async function inviteUser(server: Server, api: Api, name: string): Promise<User> {
  const user = newUser(name);
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

/** The same without the mail, which takes a second: a demoted administrator. */
export async function addUser(api: Api, name: string): Promise<User> {
  const user = newUser(name);
  const { email, password } = user;
  await api.call('POST', 'UserManagement/admin', { email, displayName: name, gender: 0, password });
  await api.call('PUT', 'UserManagement/admin', { email, isAdmin: false });
  return user;
}

/** Opens an address of the app as a user who has signed in before. */
export async function openAs(page: Page, server: Server, { email, password }: User, address: string): Promise<void> {
  const { token } = await server.signIn(email, password);
  await startAs(page, server, token);
  await page.goto(address);
}

/** An address that no other test uses. */
export function someAddress(): string {
  return `user-${Math.random().toString(36).slice(2, 10)}@example.com`;
}
