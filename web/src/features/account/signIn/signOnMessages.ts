import { isolate } from '@/shared/format/text';

/** The texts of single sign-on. */
export const messages = {
  signInWith: (name: string) => `Sign in with ${isolate(name)}`,
  finishing: (name: string) => `${isolate(name)} has answered. Signing you in…`,
  signedOutHere: 'You are signed out here.',
  signOutAt: (name: string) => `Sign out of ${isolate(name)} too`,
};
