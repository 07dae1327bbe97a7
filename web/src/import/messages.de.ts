import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english, importFields as englishFields, ImportList } from './messages';

const address = {
  country: 'Land',
  provinceState: 'Bundesland',
  city: 'Ort',
  street: 'Straße',
  building: 'Gebäude',
  postalZipCode: 'Postleitzahl',
};

const item = { id: 'Id', categoryName: 'Kategorie', name: 'Name', details: 'Details', status: 'Status' };

export const importFields: typeof englishFields = {
  company: {
    id: 'Id',
    name: 'Name',
    details: 'Details',
    supportEmail: 'Support-E-Mail',
    supportPhone: 'Support-Telefon',
    ...address,
  },
  project: { id: 'Id', companyId: 'Id der Firma', companyName: 'Firma', name: 'Name' },
  product: item,
  subscription: { ...item, cost: 'Kosten', costCurrencyName: 'Währung', noticeDays: 'Kündigungsfrist, Tage' },
  user: {
    email: 'E-Mail',
    displayName: 'Anzeigename',
    gender: 'Geschlecht',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phoneNumber: 'Telefonnummer',
    ...address,
  },
  projectSubscription: {
    id: 'Id',
    companyId: 'Id der Firma',
    companyName: 'Firma',
    projectId: 'Id des Projekts',
    projectName: 'Projekt',
    subscriptionId: 'Id des Abonnements',
    subscriptionName: 'Abonnement',
    categoryName: 'Kategorie',
    startAt: 'Beginn',
    endAt: 'Ende',
    autoRenew: 'Automatische Verlängerung',
    price: 'Preis',
    priceCurrencyName: 'Währung',
    noticeDays: 'Kündigungsfrist, Tage',
    details: 'Details',
  },
};

const nouns: Record<ImportList, [one: string, many: string]> = {
  company: ['Firma', 'Firmen'],
  project: ['Projekt', 'Projekte'],
  product: ['Produkt', 'Produkte'],
  subscription: ['Abonnement', 'Abonnements'],
  user: ['Benutzer', 'Benutzer'],
  projectSubscription: ['Projektabonnement', 'Projektabonnements'],
};

const fileOf = (list: ImportList, what: string) => `${nouns[list][1].toLowerCase()}-${what}.csv`;

export const messages: typeof english = {
  title: (list) => `${nouns[list][1]} importieren`,
  lists: {
    company: 'Firmen',
    project: 'Projekte',
    product: 'Produkte',
    subscription: 'Abonnements',
    user: 'Benutzer',
    projectSubscription: 'Verlängerungen',
  },

  // The file.
  drop: 'Datei hierher ziehen oder auswählen',
  dropHelp:
    'CSV (Komma, Semikolon oder Tabulator) oder XLSX, höchstens 50 MB. Die erste Zeile enthält die Namen der Spalten.',
  nothingYet: 'Nichts wird geändert, bevor Sie gesehen haben, was sich ändern würde.',
  choose: 'Datei auswählen',
  file: 'Datei zum Importieren',
  template: 'Vorlage herunterladen',
  templateFile: (list) => fileOf(list, 'vorlage'),
  howTitle: 'Wie Zeilen gelesen werden',
  how: {
    found: {
      company:
        'Eine Zeile ändert die Firma mit ihrer Id, sonst die mit ihrem Namen. Gibt es keine, wird eine Firma hinzugefügt.',
      project:
        'Eine Zeile ändert das Projekt mit ihrer Id, sonst das mit ihrer Firma und ihrem Namen. Gibt es keines, wird ein Projekt hinzugefügt.',
      product:
        'Eine Zeile ändert das Produkt mit ihrer Id, sonst das mit ihrer Kategorie und ihrem Namen. Gibt es keines, wird ein Produkt hinzugefügt.',
      subscription:
        'Eine Zeile ändert das Abonnement mit ihrer Id, sonst das mit ihrer Kategorie und ihrem Namen. Gibt es keines, wird ein Abonnement hinzugefügt.',
      user: 'Eine Zeile ändert den Benutzer mit ihrer E-Mail-Adresse. Gibt es keinen, wird ein Benutzer hinzugefügt und per E-Mail eingeladen.',
      projectSubscription:
        'Eine Zeile ändert das Projektabonnement mit ihrer Id. Gibt es keines, wird einem Projekt ein Abonnement aus dem Katalog hinzugefügt.',
    },
    empty: 'Fehlt eine Spalte, bleibt ihr Feld unverändert. Eine leere Zelle leert das Feld.',
    export:
      'Ein Export der Liste lässt sich bearbeiten und wieder importieren: Zeilen, die Sie nicht anrühren, ändern nichts.',
  },
  sending: (name) => `${isolate(name)} wird gesendet`,
  reading: (name) => `${isolate(name)} wird gelesen und verglichen`,
  compared: (done, total) =>
    total === 0 ? counted(done, 'Zeile', 'Zeilen') : `${formatCount(done)} von ${counted(total, 'Zeile', 'Zeilen')}`,
  tooLarge: 'Diese Datei ist größer als 50 MB. Teilen Sie sie, und importieren Sie die Teile nacheinander.',
  empty: 'Diese Datei ist leer. Wählen Sie eine andere, oder beginnen Sie mit der Vorlage.',
  notImported: (name) => `${isolate(name)} wurde nicht importiert. Nichts wurde geändert.`,
  chooseAnother: 'Korrigieren Sie die Datei, und wählen Sie sie noch einmal aus.',
  noAnswer: 'Es kam keine Antwort. Prüfen Sie Ihre Verbindung, und versuchen Sie es noch einmal.',

  // An import that was read.
  notLoaded: 'Der Import konnte nicht geladen werden.',
  gone: 'Diesen Import gibt es nicht mehr',
  goneText: 'Ein Import wird einen Tag lang aufbewahrt. Wählen Sie die Datei noch einmal aus.',
  startOver: 'Andere Datei importieren',
  unnamed: 'Die Datei',
  rows: (name, count) => `${isolate(name)}: ${counted(count, 'Zeile', 'Zeilen')}.`,
  creates: (list, count) => `Fügt ${counted(count, ...nouns[list])} hinzu.`,
  updates: (list, count) => `Ändert ${counted(count, ...nouns[list])}.`,
  unchanged: (count) => `Lässt ${formatCount(count)} unverändert.`,
  refused: (count) =>
    `${counted(count, 'Zeile wird abgelehnt und ausgelassen', 'Zeilen werden abgelehnt und ausgelassen')}: Der Grund steht unten. Sie können sie auch herunterladen, korrigieren und noch einmal importieren.`,
  nothingToDo: 'Nichts würde sich ändern.',
  apply: 'Importieren',
  discard: 'Verwerfen',
  downloadRefused: 'Abgelehnte herunterladen',
  refusedFile: (list) => fileOf(list, 'abgelehnt'),

  // Columns.
  columns: 'Spalten',
  columnsHelp:
    'Jede Spalte der Datei setzt ein Feld. Korrigieren Sie, was falsch erraten ist; darunter steht ein Wert aus der Datei.',
  columnOf: (header) => `Spalte ${isolate(header)}`,
  unnamedColumn: (place) => `Spalte ${formatCount(place)}`,
  leaveAlone: 'Nicht übernehmen',
  compareAgain: 'Erneut vergleichen',
  twice: (field) => `${field} wird von zwei Spalten gesetzt. Übernehmen Sie eine davon nicht.`,

  // Rows.
  rowsTitle: 'Zeilen',
  state: 'Zeigen',
  states: { all: 'Alle', create: 'Neu', update: 'Geändert', unchanged: 'Unverändert', refused: 'Abgelehnt' },
  counted: (label, count) => `${label} ${formatCount(count)}`,
  row: 'Zeile',
  record: 'Eintrag',
  what: 'Was geschieht',
  changes: 'Änderungen',
  noRows: 'Hier sind keine Zeilen.',
  rowsFailed: 'Die Zeilen konnten nicht geladen werden.',
  field: (label) => `${label}: `,

  // Applied.
  job: (list) => `${nouns[list][1]} importieren`,
  underWay: 'Der Import läuft. Sie können diese Seite verlassen.',
  progress: (done, total) => `${formatCount(done)} von ${formatCount(total)}`,
  applied: (done, refused) =>
    refused === 0
      ? `Importiert: ${formatCount(done)} erledigt.`
      : `Importiert: ${formatCount(done)} erledigt, ${formatCount(refused)} abgelehnt.`,
  stopped: (done, total) => `Angehalten: ${formatCount(done)} von ${formatCount(total)} erledigt.`,
  failed: (done, total) =>
    `Vorzeitig beendet: ${formatCount(done)} von ${formatCount(total)} erledigt. Machen Sie es rückgängig, oder importieren Sie die Datei für den Rest noch einmal.`,
  open: (list) => `${list} öffnen`,
};
