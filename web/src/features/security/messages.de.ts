import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Sicherheit',
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
  at: 'Wann',
  kind: 'Was',
  person: 'Person',
  address: 'IP-Adresse',
  agent: 'Browser',
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
