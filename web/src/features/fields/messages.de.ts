import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Felder',
  text: 'Was Sie hier hinzufügen, fragen die Formulare der Liste sofort ab. Es steht auf den Seiten, in Tabellen, Filtern, Dateien und im Verlauf.',
  list: 'Liste',
  notLoaded: 'Beim Laden der Felder ist ein Fehler aufgetreten.',
  none: 'Noch keine Felder',
  noneText: 'Fügen Sie hinzu, was Ihren Datensätzen fehlt, etwa eine Kundennummer.',
  templates: 'Ein Klick fügt eines davon hinzu:',
  add: 'Feld hinzufügen',
  adding: (list) => `Feld hinzufügen: ${list}`,
  editing: (label) => `${isolate(label)} ändern`,
  full: 'Eine Liste hat höchstens 30 eigene Felder. Entfernen Sie eines, um ein anderes hinzuzufügen.',
  save: 'Speichern',
  isAdded: (label) => `${isolate(label)} ist hinzugefügt.`,
  isRemoved: (label) => `${isolate(label)} ist mit allen Werten entfernt.`,

  label: 'Bezeichnung',
  labelHelp: 'So heißt es für alle.',
  labelDe: 'Bezeichnung auf Deutsch',
  labelDeHelp: 'Für alle, die die App auf Deutsch benutzen, wenn es dort anders heißt.',
  kind: 'Art',
  kindHelp: 'Sie lässt sich ändern, solange kein Datensatz einen Wert hat.',
  kinds: {
    text: 'Text',
    number: 'Zahl',
    date: 'Datum',
    choice: 'Auswahl',
    yesNo: 'Ja oder Nein',
    link: 'Link',
  },
  options: 'Optionen',
  optionsHelp: 'Eine pro Zeile, höchstens 100. Eine Option, die Datensätze haben, kann nicht wegfallen.',
  optionsRequired: 'Eine Auswahl braucht mindestens eine Option, jede in einer eigenen Zeile.',
  key: 'Schlüssel',
  keyHelp:
    'So heißt es für Programme, in den Spalten von Dateien und in Adressen: Buchstaben und Ziffern. Später lässt er sich nicht ändern.',
  keyIs:
    'Schlüssel {key}. Er lässt sich nicht ändern: Dateien, gespeicherte Ansichten und Programme nennen das Feld so.',
  isRequired: 'Pflichtfeld',
  isRequiredHelp:
    'Wird beim Hinzufügen eines Datensatzes verlangt und lässt sich nicht leeren. Datensätze ohne Wert bleiben, wie sie sind.',
  isConfidential: 'Vertraulich',
  isConfidentialHelp: 'Nur wer die Kosten eines Datensatzes sehen darf, sieht es.',

  order: 'Zum Verschieben ziehen',
  moveUp: (label) => `${isolate(label)} nach oben`,
  moveDown: (label) => `${isolate(label)} nach unten`,
  moved: (label, place, of) => `${label} ist an Stelle ${place} von ${of}.`,
  edit: 'Bearbeiten',
  remove: 'Entfernen',
  labelOf: (verb, label) => `${verb}: ${label}`,
  removing: (label) => `${isolate(label)} entfernen?`,
  removingText:
    'Das Feld und alle seine Werte werden verborgen. 30 Tage lang holt „Rückgängig“ beides zurück, danach werden sie gelöscht.',
  removeVerb: 'Feld entfernen',
};
