import { before } from '@/shared/format/german';
import { counted, formatCount } from '@/shared/format/number';
import type { messages as english } from './messages';

export const messages: typeof english = {
  searchAndCommands: 'Suche und Befehle',
  searchOrCommand: 'Suchen oder einen Befehl eingeben',
  results: 'Treffer',
  resultCount: (count) => counted(count, 'Treffer', 'Treffer'),
  manyResults: (count) => `Alle Treffer, mindestens ${formatCount(count)}`,
  allResults: (count) => `Alle ${formatCount(count)} Treffer`,
  searching: 'Suche läuft…',
  searchFailed: 'Die Suche hat nicht funktioniert.',
  nothingMatches: (text) => `Nichts passt zu „${text}“.`,
  hints: '{arrows} auswählen {enter} öffnen {escape} schließen',

  keyboardShortcuts: 'Tastenkürzel',
  guide: 'Anleitung',
  guideHelp: 'Wie die Aufgaben eines Arbeitstags gehen, mit Bildern (englisch).',
  singleKeys: 'Kürzel mit einer Taste',
  singleKeysHelp: 'Sie wirken nie, während Sie in ein Feld schreiben. Kürzel mit Strg oder ⌘ wirken immer.',

  verbs: {
    cancel: { label: 'Abonnement kündigen', which: 'Welches Abonnement kündigen?', words: 'beenden stornieren' },
    reprice: { label: 'Preis ändern', which: 'Den Preis welches Abonnements ändern?', words: 'erhöhen senken' },
    handOver: { label: 'Rollen übergeben', which: 'Wessen Rollen übergeben?', words: 'verlassen person zugriff' },
  },
  allOfThem: 'Geben Sie einen Teil des Namens ein.',
  groups: { go: 'Gehe zu', create: 'Anlegen', act: 'Tun', page: 'Diese Seite', settings: 'Einstellungen' },
  commands: 'Befehle',
  recent: 'Zuletzt',
  views: 'Gespeicherte Ansichten',

  yourAccount: 'Ihr Konto',
  create: (noun) => before(noun, 'Neuer', 'Neue', 'Neues'),
  import: ({ many }) => `${many} importieren`,
  addNew: 'Hinzufügen',
  searchList: 'In dieser Liste suchen',
  back: 'Zurück',

  activityWords: 'verlauf änderungen protokoll audit rückgängig history',
  reportsWords: 'geld wert monat umsatz marge berichte reports',
  renewalsWords: 'endet überfällig verlust preis marge kalender renewals',
  removedWords: 'gelöscht papierkorb wiederherstellen trash',
  securityWords: 'anmeldungen ereignisse audit fehlversuche security',
  webhooksWords: 'integration ereignisse zustellungen empfänger',
  accountWords: 'profil foto passwort adresse account',
  createWords: 'hinzufügen anlegen erstellen neu',
  importWords: 'datei hochladen csv xlsx tabelle',
  guideWords: 'hilfe handbuch dokumentation',
  helpWords: 'tasten hilfe',
  signOutWords: 'ausloggen verlassen logout',
  themeWords: 'farbe modus dunkel hell theme',
  undoWords: 'zurückholen wiederherstellen',
};
