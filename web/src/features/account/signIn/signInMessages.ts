import { isolate } from '@/shared/format/text';

/** The texts of the pages for those who are not signed in. */
export const messages = {
  signIn: 'Sign in',
  signInText: 'Use the e-mail address you were invited with.',
  forgotPassword: 'Forgot your password?',
  backToLogin: 'Back to login',
  welcome: (name: string) => `Welcome, ${isolate(name)}!`,
  wrongSignIn: 'Email or password is wrong.',
  withPasskey: 'Sign in with a passkey',
};
