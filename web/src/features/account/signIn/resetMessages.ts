import { isolate } from '@/shared/format/text';

/** The texts of the pages on which a forgotten password is replaced. */
export const messages = {
  resetPassword: 'Reset password',
  resetPasswordText: 'We send you a link with which you choose a new one.',
  sendLink: 'Send link',
  linkSent: 'Password reset link is sent successfully!',
  requestSent:
    "You're request is sent successfully! You will receive an email to reset password if the email is registered.",

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
