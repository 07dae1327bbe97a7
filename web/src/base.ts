/**
 * The base path the server was started with, always with a leading and a
 * trailing slash. The server writes it into a meta element of index.html,
 * because the Content-Security-Policy forbids both `<base>` and inline scripts.
 */
export const base = document.querySelector<HTMLMetaElement>('meta[name="btracker-base"]')?.content || '/';
