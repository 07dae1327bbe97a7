/** The texts of the second step of a sign-in, and of passkeys. */
export const messages = {
  secondStep: 'One more step',
  codeText: 'Type the code that your authenticator app shows now.',
  recoveryText: 'Type one of the recovery codes that you kept. Each works once.',
  code: 'Code',
  codeRequired: 'Code field is required.',
  passkeyText: 'Show with your passkey that it is you: by a finger, a face or the PIN of your device.',
  byMethod: {
    passkey: 'Use a passkey',
    totp: 'Use the app',
    recovery: 'Use a recovery code',
  },
  passkeyNotUsed: 'No passkey was used.',
  passkeyKnown: 'This device has a passkey for your account already.',
};
