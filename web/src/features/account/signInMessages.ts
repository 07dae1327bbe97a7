import { isolate } from '@/shared/format/text';

/** The texts of the pages for those who are not signed in. */
export const messages = {
  signIn: 'Sign in',
  signInText: 'Use the e-mail address you were invited with.',
  forgotPassword: 'Forgot your password?',
  welcome: (name: string) => `Welcome, ${isolate(name)}!`,

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

  resetPassword: 'Reset password',
  resetPasswordText: 'We send you a link with which you choose a new one.',
  sendLink: 'Send link',
  linkSent: 'Password reset link is sent successfully!',
  requestSent:
    "You're request is sent successfully! You will receive an email to reset password if the email is registered.",
  backToLogin: 'Back to login',

  choosePassword: 'Choose a new password',
  choosePasswordFor: (email: string) => `For ${email}.`,
  setPassword: 'Set password',
  passwordReset: 'Password reset successfully!',
  passwordResetText: "You're password is reset successfully!",
  login: 'Login',
  requestNewLink: 'Request a new link',
  openLinkAgain: (email: string) =>
    `Please open the link in the mail to ${email} again: for your safety this page forgets it when it is reloaded.`,
  linkIncomplete: 'This link is not complete. Please open it again from the mail, or ask for a new one.',
  linkIsFor: (email: string) => `This link is for ${email}.`,
  signOutOrChange: (name: string, email: string) =>
    `You are signed in as ${isolate(name)} (${email}). Sign out to use the link, or change your password on your account page.`,
  signOutToUseLink: (name: string, email: string) =>
    `You are signed in as ${isolate(name)} (${email}). Sign out to use the link.`,
  signOutAndUseLink: 'Sign out and use the link',
  accountPage: 'Account page',
  staySignedIn: 'Stay signed in',
};
