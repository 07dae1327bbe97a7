import { isAppPath, paths } from '@/paths';
import { readStored, writeStored } from '@/shared/storage/storage';
import { createStore } from '@/shared/storage/store';

const key = 'btracker.remembered-path';

/** Pages that nobody wants to come back to. */
const passing = [paths.app.logout(), paths.app.notFound(), paths.app.serverError()];

/** Keeps where the user wanted to go until they have signed in; it survives a reload of the login page. */
export function rememberPath(path: string): void {
  const [pathname = ''] = path.split(/[?#]/);
  // The router takes addresses in any case, and with slashes at their end.
  const isPassing = passing.includes(pathname.toLowerCase().replace(/\/+$/, ''));
  if (isAppPath(pathname) && !isPassing) writeStored('sessionStorage', key, path);
}

export function rememberedPath(): string | null {
  return readStored('sessionStorage', key);
}

export function forgetPath(): void {
  writeStored('sessionStorage', key, null);
}

interface MailedLink {
  email: string;
  token: string;
}

/**
 * The link of an invitation or a reset that this page was opened with. It is kept in memory alone, because whoever has
 * it may choose the password: a reload forgets it, and the mail still holds it.
 */
export const mailedLink = createStore<MailedLink | null>(null);

/** This page was opened to finish a single sign-on. In memory alone: it is finished once. */
export const signOnReturn = createStore(false);

/** The provider's own page for signing out, to be offered after a session that began there. */
export const providerSignOut = createStore<string | null>(null);
