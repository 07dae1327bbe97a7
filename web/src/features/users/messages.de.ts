import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Benutzer',
  label: 'Benutzer',
  noun: { one: 'Benutzer', many: 'Benutzer' },
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
  none: 'Noch keine Benutzer',
  noneText: 'Hier stehen alle, die sich anmelden dürfen.',

  newUser: 'Neuer Benutzer',
  kind: 'Art des Benutzers',
  addUser: 'Benutzer hinzufügen',
  addUserText:
    'Erhält per E-Mail einen Link, um ein Passwort festzulegen. Rechte erhält, wer Moderator einer Firma oder eines Projekts wird.',
  isAdded: (name) => `${isolate(name)} ist hinzugefügt und erhält einen Link per E-Mail.`,
  registerAdmin: 'Administrator anlegen',
  registerAdminText: 'Sieht und ändert alles und meldet sich mit dem Passwort an, das Sie hier festlegen.',
  isRegistered: (name) => `${isolate(name)} ist angelegt.`,

  enable: 'Entsperren',
  isEnabled: (name) => `${isolate(name)} ist entsperrt.`,
  inviteAgain: 'Erneut einladen',
  isInvited: (name) => `${isolate(name)} ist erneut eingeladen.`,
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
  remove: 'Entfernen',
  removingAdmin: (name) => `Administratorrechte entziehen: ${isolate(name)}`,
  removingAdminText: 'Die Rechte als Moderator von Firmen und Projekten bleiben bestehen.',
  download: 'Daten herunterladen',
  dataFile: (email) => `${email}.json`,
  erased: 'Gelöscht',
  erase: 'Endgültig löschen',
  erasing: (name) => `Endgültig löschen: ${isolate(name)}`,
  erasingText:
    'Name, E-Mail-Adresse, Telefonnummer, Adresse und Foto werden überall durch ein Pseudonym ersetzt, auch im Verlauf. Das lässt sich nicht rückgängig machen. Sicherungen, Protokolle und gespeicherte Dateien bleiben: Sie löscht der Betreiber des Servers.',
  eraseConfirm: (email) => `Geben Sie zur Bestätigung ${email} ein.`,
  eraseMismatch: 'Das ist nicht die E-Mail-Adresse dieses Benutzers.',
  isErased: (name, leftToDo) => {
    const copies: Record<string, string> = {
      backups: 'Sicherungen',
      files: 'Protokolle und gespeicherte Dateien',
      databaseFiles: 'die Dateien von PostgreSQL',
    };
    const left = new Intl.ListFormat('de').format(leftToDo.map((copy) => copies[copy] ?? copy));
    return `${isolate(name)} ist gelöscht. Für den Betreiber des Servers bleiben: ${left}.`;
  },
  isNoAdmin: (name) => `${isolate(name)} ist kein Administrator mehr.`,
};
