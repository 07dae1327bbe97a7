import { isolate } from '@/shared/format/text';

/** The texts of the pages for those who are not signed in. */
export const messages = {
  signIn: 'Sign in',
  signInText: 'Use the e-mail address you were invited with.',
  forgotPassword: 'Forgot your password?',
  backToLogin: 'Back to login',
  welcome: (name: string) => `Welcome, ${isolate(name)}!`,

  signInWith: (name: string) => `Sign in with ${isolate(name)}`,
  finishing: (name: string) => `${isolate(name)} has answered. Signing you in…`,
  signedOutHere: 'You are signed out here.',
  signOutAt: (name: string) => `Sign out of ${isolate(name)} too`,

  secondStep: 'One more step',
  codeText: 'Type the code that your authenticator app shows now.',
  recoveryText: 'Type one of the recovery codes that you kept. Each works once.',
  code: 'Code',
  codeRequired: 'Code field is required.',
  passkeyText: 'Show with your passkey that it is you: by a finger, a face or the PIN of your device.',
  withPasskey: 'Sign in with a passkey',
  byMethod: {
    passkey: 'Use a passkey',
    totp: 'Use the app',
    recovery: 'Use a recovery code',
  },
  passkeyNotUsed: 'No passkey was used.',
  passkeyKnown: 'This device has a passkey for your account already.',
};
