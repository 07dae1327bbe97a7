import { type MiddlewareFunction, redirect, replace } from 'react-router';
import { paths } from '@/paths';
import { forgetPath, mailedLink, rememberedPath, signOnReturn } from '@/session/arrival';
import { currentAccount, currentToken, sessionReady, signOut } from '@/session/session';

/**
 * Guards run at every navigation, and again whenever someone signs in or out
 * (bootstrap.ts), so that signing in, signing out, an expired session and another
 * tab all lead to the right screen by the same rules.
 */
async function isSignedIn(): Promise<boolean> {
  await sessionReady();
  return currentAccount() !== null;
}

export const signedInOnly: MiddlewareFunction = async ({ request }, next) => {
  // With a token the page's first reads (router.tsx) begin, while the server is asked whether it still holds.
  const loading = currentToken() === null ? undefined : next();
  if (!(await isSignedIn())) throw redirect(paths.login());
  if (currentAccount()?.needsSecondFactor && !request.url.includes(paths.app.account()))
    throw redirect(paths.app.account());
  forgetPath();
  return loading ?? next();
};

export const signedOutOnly: MiddlewareFunction = async () => {
  if (await isSignedIn()) throw redirect(rememberedPath() ?? paths.root());
};

/** Takes the token of a mailed link out of the address, where the history and anybody who looks on would have it. */
export const takeMailedLink: MiddlewareFunction = async ({ request }) => {
  const query = new URL(request.url).searchParams;
  const email = query.get('email');
  const token = query.get('token');
  if (token === null) return;
  mailedLink.set(email && token ? { email, token } : null);
  query.delete('token');
  throw replace(`${paths.changePassword()}?${query}`);
};

/** Takes the mark of a single sign-on out of the address: a reload must not try to finish it again. */
export const takeSignOn: MiddlewareFunction = async ({ request }) => {
  if (!new URL(request.url).searchParams.has('signOn')) return;
  signOnReturn.set(true);
  throw replace(paths.login());
};

/** Whoever is signed in and opens a mailed link is told whose it is. */
export const signedOutOrWithLink: MiddlewareFunction = async (...navigation) => {
  if (mailedLink.get() === null) await signedOutOnly(...navigation);
};

/**
 * For pages that exist both outside and inside the app area. They also tell that the server failed to take up the
 * session: once it does, the way leads on to what was wanted.
 */
export function insideWhenSignedIn(inside: string): MiddlewareFunction {
  return async () => {
    const isInside = await isSignedIn().catch(() => false);
    if (isInside) throw redirect(rememberedPath() ?? inside);
  };
}

export async function goHome(): Promise<Response> {
  return redirect((await isSignedIn()) ? paths.app.dashboard() : paths.login());
}

export async function logout(): Promise<Response> {
  await signOut();
  return redirect(paths.login());
}
