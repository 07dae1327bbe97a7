/**
 * The base path the server was started with, always with a leading and a
 * trailing slash. The server writes it into a meta element of index.html,
 * because the Content-Security-Policy forbids both `<base>` and inline scripts.
 */
export const base = written('base') || '/';

/** Where the server has the user's guide; it is no part of the app. */
export const guideAddress = `${base}help/`;

/** What people call the provider of single sign-on; empty where there is none. */
export const signOnName = written('sign-on');

/** The origin that passkeys are bound to; empty where the server has no address for them. */
export const passkeyOrigin = written('passkeys');

/** Whether this browser can use passkeys here. */
export const hasPasskeys =
  passkeyOrigin === window.location.origin && 'parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {});

function written(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="btracker-${name}"]`)?.content ?? '';
}
