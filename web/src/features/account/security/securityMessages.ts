import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';

/** The texts about how somebody signs in. */
export const security = {
  factor: 'Second factor',
  factorText: 'A code of an app on your phone, besides your password. A stolen password alone then opens nothing.',
  factorNeeded: 'You must have a second factor here. Set up an authenticator app or a passkey, and you can go on.',
  factorFailed: 'Your second factor could not be loaded.',
  on: 'On',
  off: 'Off',
  factorOff: 'Your password alone signs in.',
  factorOn: (left: number) =>
    `You sign in with a code of your app. ${counted(left, 'recovery code is', 'recovery codes are')} left.`,
  factorByPasskey: (left: number) =>
    `A passkey is asked for after your password. ${counted(left, 'recovery code is', 'recovery codes are')} left.`,
  setUp: 'Set up authenticator app',
  setUpIntro: 'First your password, so that nobody else does this on your screen.',
  continue: 'Continue',
  scan: 'Scan this with your authenticator app, then type the code that it shows.',
  qr: 'QR code for the app',
  byHand: 'Or type this key into the app:',
  key: 'key',
  confirm: 'Confirm',
  codes: 'Recovery codes',
  codesText:
    'Keep these where you find them without your phone. Each one is your second factor once, after your password.',
  codesOnce: 'They are not shown again.',
  download: 'Download',
  codesFile: 'btracker-recovery-codes.txt',
  kept: 'I have kept them',
  factorAdded: 'Your second factor is set up.',
  remove: 'Remove app',
  removing: 'Remove your authenticator app?',
  removingText: 'Your password alone signs in then. Your recovery codes end too.',
  removingTextOneLeft: 'Your passkey stays, and so do your recovery codes.',
  factorRemoved: 'Your second factor is removed.',

  passkeys: 'Passkeys',
  passkeysText:
    'Sign in by the finger, face or PIN of your phone or computer, without a password. A passkey is a second factor too.',
  passkeysFailed: 'Your passkeys could not be loaded.',
  noPasskeys: 'No passkeys yet.',
  passkeysNoAddress:
    'Passkeys need an https address with a name, which this console does not have. Whoever runs the server sets BTRACKER_PUBLIC_URL.',
  passkeysElsewhere: (address: string) =>
    `Passkeys work at ${isolate(address)} alone. Open the console there to add one.`,
  passkeysNoBrowser: 'This browser does not offer passkeys.',
  addPasskey: 'Add a passkey',
  addPasskeyIntro: 'Name it so that you know it again. Then your browser asks you to confirm it.',
  passkeyAdded: 'Your passkey is added.',
  added: 'Added',
  notUsed: 'not used yet',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${isolate(name)}`,
  renaming: 'Rename the passkey',
  renamed: 'Your passkey is renamed.',
  removePasskey: 'Remove',
  removeOf: (name: string) => `Remove ${isolate(name)}`,
  removingPasskey: (name: string) => `Remove ${isolate(name)}?`,
  removingPasskeyText: 'It does not sign in any more. Remove it from your device too.',
  removingLastText: 'It does not sign in any more. Your password alone signs in then, and your recovery codes end.',
  passkeyRemoved: 'Your passkey is removed.',
  passwordIntro: 'You signed in a while ago. Your password, so that nobody else does this on your screen.',

  signOn: 'Single sign-on',
  signOnText: 'An account elsewhere that signs you in here, without your password.',
  linked: (provider: string) => `Your account at ${isolate(provider)} signs you in.`,
  unlink: 'Unlink',
  unlinking: (provider: string) => `Unlink your account at ${isolate(provider)}?`,
  unlinkingText:
    'Your password signs you in then. If you have none, ask for a link on the sign-in page. Signing in there again, with your e-mail address confirmed, links the account that you use then.',
  unlinked: (provider: string) => `Your account at ${isolate(provider)} is unlinked.`,

  sessions: 'Sessions',
  sessionsText: 'Where you are signed in. End what you do not know, and change your password then.',
  sessionsFailed: 'Your sessions could not be loaded.',
  thisOne: 'This one',
  from: (address: string) => `from ${address}`,
  lastUsed: 'Last used',
  end: 'End',
  endOf: (browser: string) => `End the session of ${browser}`,
  ended: 'The session has ended.',
  endOthers: 'End all others',
  endingOthers: 'End all other sessions?',
  endingOthersText:
    'Every other browser and phone where you are signed in has to sign in again. The address of your calendar ends too.',
  othersEnded: 'All other sessions have ended.',
};
