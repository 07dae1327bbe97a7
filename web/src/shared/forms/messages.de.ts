import type { messages as english } from './messages';

export const messages: typeof english = {
  amountWithPoint: (amount) => `Schreiben Sie ${amount} mit Komma.`,
  correctMarkedFields: 'Bitte korrigieren Sie die markierten Felder.',
  currency: 'USD',
  dollarSign: '$',
  invalidValue: 'Dieser Wert ist nicht gültig.',
  networkError: 'Netzwerkfehler!',
  newPasswordHelp: '8 bis 64 Zeichen mit Großbuchstabe, Kleinbuchstabe, Ziffer und Sonderzeichen.',
  required: ' (Pflichtfeld)',
  searchFailed: 'Die Suche hat nicht funktioniert. Tippen Sie weiter, um es erneut zu versuchen.',
  showTyped: 'Eingabe anzeigen',
  hideTyped: 'Eingabe verbergen',
  tooLarge: 'Das ist mehr, als der Server annimmt. Kürzen Sie Ihre Eingabe, und versuchen Sie es erneut.',
  typedIsKept:
    'Ihre Eingaben sind noch da. Versuchen Sie es erneut, und wenden Sie sich an einen Administrator, wenn es wieder geschieht.',
  valuesRefused: 'Die Werte wurden abgelehnt.',

  leave: 'Verlassen',
  leaveQuestion: 'Ohne Speichern verlassen?',
  leaveText: 'Die Änderungen auf dieser Seite gehen verloren.',
};
