import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: ({ many }) => `${many} importieren`,

  // The file.
  drop: 'Datei hierher ziehen oder auswählen',
  dropHelp:
    'CSV (Komma, Semikolon oder Tabulator) oder XLSX, höchstens 50 MB. Die erste Zeile enthält die Namen der Spalten.',
  nothingYet: 'Nichts wird geändert, bevor Sie gesehen haben, was sich ändern würde.',
  choose: 'Datei auswählen',
  file: 'Datei zum Importieren',
  template: 'Vorlage herunterladen',
  templateFile: ({ many }) => `${many.toLowerCase()}-vorlage.csv`,
  howTitle: 'Wie Zeilen gelesen werden',
  how: {
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
  creates: ({ one, many }, count) => `Fügt ${counted(count, one, many)} hinzu.`,
  updates: ({ one, many }, count) => `Ändert ${counted(count, one, many)}.`,
  unchanged: (count) => `Lässt ${formatCount(count)} unverändert.`,
  refused: (count) =>
    `${counted(count, 'Zeile wird abgelehnt und ausgelassen', 'Zeilen werden abgelehnt und ausgelassen')}: Der Grund steht unten. Sie können sie auch herunterladen, korrigieren und noch einmal importieren.`,
  nothingToDo: 'Nichts würde sich ändern.',
  apply: 'Importieren',
  discard: 'Verwerfen',
  downloadRefused: 'Abgelehnte herunterladen',
  refusedFile: ({ many }) => `${many.toLowerCase()}-abgelehnt.csv`,

  // Columns.
  shortNames: {
    companyName: 'Firma',
    projectName: 'Projekt',
    subscriptionName: 'Abonnement',
    categoryName: 'Kategorie',
    costCurrencyName: 'Währung',
    priceCurrencyName: 'Währung',
  },
  columns: 'Spalten',
  columnsHelp:
    'Jede Spalte der Datei setzt ein Feld. Korrigieren Sie, was falsch erraten ist; darunter steht ein Wert aus der Datei.',
  columnOf: (header) => `Spalte ${isolate(header)}`,
  unnamedColumn: (place) => `Spalte ${formatCount(place)}`,
  leftAlone: (headers) =>
    `Nicht übernommen: ${headers.map(isolate).join(', ')}. Eine Adresse wird gelesen, wenn Land und Bundesland dabei sind.`,
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
  underWay: 'Der Import läuft. Sie können diese Seite verlassen.',
  applied: (done, refused) =>
    refused === 0
      ? `${counted(done, 'Zeile', 'Zeilen')} importiert.`
      : `${counted(done, 'Zeile', 'Zeilen')} importiert, ${formatCount(refused)} abgelehnt.`,
  takenBack: 'Dieser Import wurde zurückgenommen: Von ihm ist nichts mehr übrig.',
  stopped: (done, total) => `Angehalten: ${formatCount(done)} von ${formatCount(total)} erledigt.`,
  failed: (done, total) =>
    `Vorzeitig beendet: ${formatCount(done)} von ${formatCount(total)} erledigt. Machen Sie es rückgängig, oder importieren Sie die Datei für den Rest noch einmal.`,
  open: (list) => `${list} öffnen`,
};
