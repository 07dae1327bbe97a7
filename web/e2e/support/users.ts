import type { Page } from '@playwright/test';
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

/** Opens an address of the app as a user who has signed in before. */
export async function openAs(page: Page, server: Server, { email, password }: User, address: string): Promise<void> {
  const { token } = await server.signIn(email, password);
  await page.goto(`${server.url}btracker/login`);
  await page.evaluate((value) => localStorage.setItem('SessionAuthKey', value), token);
  await page.goto(address);
}

/** An address that no other test uses. */
export function someAddress(): string {
  return `user-${Math.random().toString(36).slice(2, 10)}@example.com`;
}
