import { isolate } from '@/shared/format/text';

export const messages = {
  email: 'E-mail',
  address: 'Address',
  rights: 'Rights',
  account: 'Account',
  ordinaryUser: 'Ordinary user',
  invited: 'Invited',
  enabled: 'Enabled',
  enabledBySignOn: 'Enabled, signs in by single sign-on',
  invitedNoPassword: 'Invited, no password set yet',
  disabledBecause: (reason: string) => `Disabled: ${reason}`,
  administrators: 'Administrators',
  lastSeen: 'Last seen',
  lastSeenAt: (when: string) => `Last seen ${when}`,
  neverSignedIn: 'Never signed in',
  notSeenLately: 'Not seen lately',
  none: 'No users yet',
  noneText: 'Everyone who may sign in is kept here.',

  newUser: 'New user',
  kind: 'Kind of user',
  addUser: 'Add user',
  addUserText: 'Gets a link by mail to set a password. What they may do comes with moderating a company or project.',
  isAdded: (name: string) => `${isolate(name)} is added, and gets a link by mail.`,
  addUserTextByLink:
    'You get a link to pass on, with which they set a password: no mail server is set up. What they may do comes with moderating a company or project.',
  isAddedByLink: (name: string) => `${isolate(name)} is added. Pass the link on.`,
  registerAdmin: 'Register administrator',
  registerAdminText: 'Sees and changes everything, and signs in with the password you set here.',
  isRegistered: (name: string) => `${isolate(name)} is registered.`,

  erased: 'Erased',
};
