import { type MiddlewareFunction, redirect } from 'react-router';
import { paths } from '@/paths';
import { forgetPath, rememberedPath } from '@/session/rememberedPath';
import { currentAccount, sessionReady, signOut } from '@/session/session';

/**
 * Guards run at every navigation, and again whenever someone signs in or out
 * (wiring.ts), so that signing in, signing out, an expired session and another
 * tab all lead to the right screen by the same rules.
 */
async function isSignedIn(): Promise<boolean> {
  await sessionReady();
  return currentAccount() !== null;
}

export const signedInOnly: MiddlewareFunction = async () => {
  if (!(await isSignedIn())) throw redirect(paths.login());
  forgetPath();
};

export const signedOutOnly: MiddlewareFunction = async () => {
  if (await isSignedIn()) throw redirect(rememberedPath() ?? paths.root());
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
