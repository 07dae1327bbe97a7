import { isolate } from '@/shared/format/text';

/** The texts of what an administrator does with a user. */
export const messages = {
  enable: 'Enable',
  isEnabled: (name: string) => `${isolate(name)} is enabled.`,
  inviteAgain: 'Invite again',
  isInvited: (name: string) => `${isolate(name)} is invited again.`,
  isInvitedByLink: (name: string) => `There is a new link for ${isolate(name)}.`,
  invitationLink: 'Invitation link',
  invitationLinkNote:
    'No mail server is set up, so pass this link on yourself. It works once, for seven days, and is not shown again. Whoever has it sets the password.',
  noMailInvitation: 'No mail server is set up. Invite again to get a link that you can pass on.',
  noMailReset:
    'No mail server is set up. A reset link that this user asks for is only written to a file in the outbox of the server.',
  disable: 'Disable',
  disabling: (name: string) => `Disabling User: ${isolate(name)}`,
  disablingText: 'They are signed out everywhere at once and can not sign in until they are enabled again.',
  isDisabled: (name: string) => `${isolate(name)} is disabled.`,
  makeAdmin: 'Make administrator',
  makingAdmin: (name: string) => `New Administrator: ${isolate(name)}`,
  makingAdminText: 'Administrators see and change everything, and manage users.',
  isAdmin: (name: string) => `${isolate(name)} is an administrator now.`,
  removeAdmin: 'Remove administrator',
  removeFactors: 'Remove second factors',
  removingFactors: (name: string) => `Removing Second Factors: ${isolate(name)}`,
  removingFactorsText:
    'For somebody who lost their phone. App, passkeys and recovery codes end, and so does single sign-on with the account they used; the password alone signs in. They get a mail, and nobody can take it back.',
  hasNoFactors: (name: string) => `${isolate(name)} has no second factor any more.`,
  endSignOn: 'End single sign-on',
  endingSignOn: (name: string) => `Ending Single Sign-On: ${isolate(name)}`,
  endingSignOnText:
    'For somebody who has another account at the provider now. The next account that comes with their confirmed e-mail address signs them in. They get a mail, and nobody can take it back.',
  hasNoSignOn: (name: string) => `${isolate(name)} has no single sign-on any more.`,
  signOut: 'Sign out everywhere',
  signingOut: (name: string) => `Signing Out: ${isolate(name)}`,
  signingOutText:
    'All their sessions and the address of their calendar end at once. They keep their access and can sign in again.',
  isSignedOut: (name: string) => `${isolate(name)} is signed out everywhere.`,
  leave: 'Offboard',
  remove: 'Remove',
  removingAdmin: (name: string) => `Removing Administrator: ${isolate(name)}`,
  removingAdminText: 'They keep what they may do as a moderator of companies and projects.',
  download: 'Download data',
  dataFile: (email: string) => `${email}.json`,
  erase: 'Erase',
  isNoAdmin: (name: string) => `${isolate(name)} is no longer an administrator.`,
  events: 'Security events',
  sessions: 'Signed in',
};
