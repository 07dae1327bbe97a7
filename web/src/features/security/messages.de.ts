import { counted } from '@/shared/format/number';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Sicherheit',
  about: (zone) =>
    `Anmeldungen, fehlgeschlagene, und Änderungen von Passwörtern, Faktoren und Rechten, aller Personen. Zeiten sind in ${zone}.`,
  caption: 'Sicherheitsereignisse, neueste zuerst',
  file: 'sicherheitsereignisse.csv',
  none: 'Noch nichts geschehen',
  noneText:
    'Hier stehen Anmeldungen, auch gescheiterte, sowie Änderungen von Passwörtern, zweiten Faktoren und Rechten.',
  noMatch: 'Kein Ereignis passt zu diesen Filtern',
  noMatchText: 'Setzen Sie die Filter zurück, um alle zu sehen.',
  clear: 'Filter zurücksetzen',
  notLoaded: 'Die Sicherheitsereignisse konnten nicht geladen werden.',
  all: 'Alle',
  sessions: 'Angemeldet',
  sessionsNotLoaded: 'Wo dieser Benutzer angemeldet ist, konnte nicht geladen werden.',
  lastSeen: 'zuletzt gesehen',
  from: (address) => `von ${address}`,
  moreSessions: (left) => `Und in ${counted(left, 'weiterem Browser', 'weiteren Browsern')}, zuletzt früher gesehen.`,
  signedInNowhere: 'Derzeit nirgends angemeldet.',
  lastSignIn: 'Letzte Anmeldung:',
  neverSignedIn: 'Es ist keine Anmeldung verzeichnet.',
  at: 'Wann',
  kind: 'Was',
  person: 'Person',
  address: 'IP-Adresse',
  details: 'Details',
  allKinds: 'Alle Ereignisse',
  kinds: {
    signIn: 'Angemeldet',
    signInFailed: 'Anmeldung gescheitert',
    signOut: 'Abgemeldet',
    secondFactor: 'Zweiter Faktor',
    secondFactorFailed: 'Falscher Code',
    password: 'Passwort',
    key: 'Schlüssel',
    session: 'Sitzung beendet',
    passkey: 'Passkey',
    rights: 'Rechte',
  },
};
