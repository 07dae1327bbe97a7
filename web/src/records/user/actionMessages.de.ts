import { isolate } from '@/shared/format/text';
import type { messages as english } from './actionMessages';

export const messages: typeof english = {
  enable: 'Entsperren',
  isEnabled: (name) => `${isolate(name)} ist entsperrt.`,
  inviteAgain: 'Erneut einladen',
  isInvited: (name) => `${isolate(name)} ist erneut eingeladen.`,
  isInvitedByLink: (name) => `Es gibt einen neuen Link für ${isolate(name)}.`,
  invitationLink: 'Einladungslink',
  invitationLinkNote:
    'Es ist kein Mailserver eingerichtet: Geben Sie diesen Link selbst weiter. Er gilt einmal, sieben Tage lang, und wird nicht noch einmal angezeigt. Wer ihn hat, legt das Passwort fest.',
  noMailInvitation:
    'Es ist kein Mailserver eingerichtet. Laden Sie erneut ein, um einen Link zum Weitergeben zu erhalten.',
  noMailReset:
    'Es ist kein Mailserver eingerichtet. Ein Link zum Zurücksetzen, den dieser Benutzer anfordert, steht nur in einer Datei im Postausgang des Servers.',
  disable: 'Sperren',
  disabling: (name) => `Benutzer sperren: ${isolate(name)}`,
  disablingText:
    'Die Person wird sofort überall abgemeldet und kann sich erst wieder anmelden, wenn sie entsperrt ist.',
  isDisabled: (name) => `${isolate(name)} ist gesperrt.`,
  makeAdmin: 'Zum Administrator machen',
  makingAdmin: (name) => `Neuer Administrator: ${isolate(name)}`,
  makingAdminText: 'Administratoren sehen und ändern alles und verwalten Benutzer.',
  isAdmin: (name) => `${isolate(name)} ist jetzt Administrator.`,
  removeAdmin: 'Administratorrechte entziehen',
  removeFactors: 'Zweite Faktoren entfernen',
  removingFactors: (name) => `Zweite Faktoren entfernen: ${isolate(name)}`,
  removingFactorsText:
    'Für Personen, die ihr Telefon verloren haben. App, Passkeys und Wiederherstellungscodes werden ungültig, ebenso die zentrale Anmeldung mit dem bisherigen Konto; zur Anmeldung genügt das Passwort. Die Person erhält eine E-Mail. Das lässt sich nicht rückgängig machen.',
  hasNoFactors: (name) => `${isolate(name)} hat keinen zweiten Faktor mehr.`,
  endSignOn: 'Zentrale Anmeldung beenden',
  endingSignOn: (name) => `Zentrale Anmeldung beenden: ${isolate(name)}`,
  endingSignOnText:
    'Für Personen, die beim Anbieter jetzt ein anderes Konto haben. Das nächste Konto mit ihrer bestätigten E-Mail-Adresse meldet sie an. Die Person erhält eine E-Mail. Das lässt sich nicht rückgängig machen.',
  hasNoSignOn: (name) => `${isolate(name)} hat keine zentrale Anmeldung mehr.`,
  signOut: 'Überall abmelden',
  signingOut: (name) => `Abmelden: ${isolate(name)}`,
  signingOutText:
    'Alle Sitzungen und die Adresse des Kalenders enden sofort. Der Zugang bleibt: Die Person kann sich wieder anmelden.',
  isSignedOut: (name) => `${isolate(name)} ist überall abgemeldet.`,
  leave: 'Austritt',
  remove: 'Entfernen',
  removingAdmin: (name) => `Administratorrechte entziehen: ${isolate(name)}`,
  removingAdminText: 'Die Rechte als Moderator von Firmen und Projekten bleiben bestehen.',
  download: 'Daten herunterladen',
  dataFile: (email) => `${email}.json`,
  erase: 'Endgültig löschen',
  isNoAdmin: (name) => `${isolate(name)} ist kein Administrator mehr.`,
  events: 'Sicherheitsereignisse',
  sessions: 'Angemeldet',
};
