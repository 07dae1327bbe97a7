import type { messages as english } from './secondStepMessages';

export const messages: typeof english = {
  secondStep: 'Noch ein Schritt',
  codeText: 'Geben Sie den Code ein, den Ihre Authenticator-App jetzt anzeigt.',
  recoveryText: 'Geben Sie einen Ihrer Wiederherstellungscodes ein. Jeder gilt einmal.',
  code: 'Code',
  codeRequired: 'Bitte geben Sie den Code ein.',
  passkeyText: 'Bestätigen Sie mit Ihrem Passkey, dass Sie es sind: per Finger, Gesicht oder PIN Ihres Geräts.',
  byMethod: {
    passkey: 'Passkey benutzen',
    totp: 'App benutzen',
    recovery: 'Wiederherstellungscode benutzen',
  },
  passkeyNotUsed: 'Es wurde kein Passkey benutzt.',
  passkeyKnown: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
};
