import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  email: 'E-Mail',
  address: 'Adresse',
  rights: 'Rechte',
  account: 'Konto',
  ordinaryUser: 'Normaler Benutzer',
  invited: 'Eingeladen',
  enabled: 'Aktiv',
  enabledBySignOn: 'Aktiv, mit zentraler Anmeldung',
  invitedNoPassword: 'Eingeladen, noch kein Passwort',
  disabledBecause: (reason) => `Gesperrt: ${reason}`,
  administrators: 'Administratoren',
  lastSeen: 'Zuletzt gesehen',
  lastSeenAt: (when) => `Zuletzt gesehen ${when}`,
  neverSignedIn: 'Noch nie angemeldet',
  notSeenLately: 'Länger nicht gesehen',
  none: 'Noch keine Benutzer',
  noneText: 'Hier stehen alle, die sich anmelden dürfen.',

  newUser: 'Neuer Benutzer',
  kind: 'Art des Benutzers',
  addUser: 'Benutzer hinzufügen',
  addUserText:
    'Erhält per E-Mail einen Link, um ein Passwort festzulegen. Rechte erhält, wer Moderator einer Firma oder eines Projekts wird.',
  isAdded: (name) => `${isolate(name)} ist hinzugefügt und erhält einen Link per E-Mail.`,
  addUserTextByLink:
    'Sie erhalten einen Link zum Weitergeben, mit dem ein Passwort festgelegt wird: Es ist kein Mailserver eingerichtet. Rechte entstehen durch eine Rolle als Moderator einer Firma oder eines Projekts.',
  isAddedByLink: (name) => `${isolate(name)} ist hinzugefügt. Geben Sie den Link weiter.`,
  registerAdmin: 'Administrator anlegen',
  registerAdminText: 'Sieht und ändert alles und meldet sich mit dem Passwort an, das Sie hier festlegen.',
  isRegistered: (name) => `${isolate(name)} ist angelegt.`,

  erased: 'Gelöscht',
};
