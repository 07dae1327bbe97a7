import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  add: 'Dateien hinzufügen',
  dropHere: 'Lassen Sie die Dateien los, um sie hier hinzuzufügen.',
  dropHelp: (limit) => `Oder ziehen Sie Dateien irgendwo auf diese Seite, je bis zu ${limit}.`,
  sizeHelp: (limit) => `Je bis zu ${limit}.`,
  file: 'Dateien zum Hinzufügen',
  none: 'Noch keine Dokumente',
  noneText: 'Verträge, Rechnungen, Bestellungen: was hierher gehört, wo es jeder findet.',
  noneToSee: 'Niemand hat ein Dokument hinzugefügt, das Sie sehen dürfen.',
  confidential: 'Vertraulich',
  addConfidential: 'Vertraulich: nur für Personen, die Kosten sehen dürfen',
  confidentialHelp: 'Nur Personen, die Kosten sehen dürfen, wissen davon.',
  notLoaded: 'Die Dokumente konnten nicht geladen werden.',

  open: (name) => `${isolate(name)} öffnen`,
  download: (name) => `${isolate(name)} herunterladen`,
  edit: (name) => `${isolate(name)} bearbeiten`,
  remove: (name) => `${isolate(name)} entfernen`,
  editing: 'Dokument bearbeiten',
  added: (name) => `${isolate(name)} ist hinzugefügt.`,
  removed: (name) => `${isolate(name)} ist entfernt.`,
  saved: 'Das Dokument ist gespeichert.',

  uploads: 'Dateien, die hinzugefügt werden',
  sending: (name) => `${isolate(name)} wird gesendet`,
  storing: 'Fast fertig',
  waiting: 'Wartet auf die Dateien davor',
  cancel: (name) => `${isolate(name)} abbrechen`,
  dismiss: (name) => `${isolate(name)} nicht hinzufügen`,
  notAdded: (name) => `${isolate(name)} wurde nicht hinzugefügt.`,
  empty: 'Die Datei ist leer. Wählen Sie eine andere.',
  tooLarge: (limit) => `Ein Dokument darf ${limit} haben. Verkleinern oder teilen Sie die Datei.`,
  noAnswer:
    'Die Verbindung ist abgebrochen, oder die Datei kann nicht gelesen werden. Prüfen Sie beides und versuchen Sie es erneut.',

  preview: {
    failed: 'Das Dokument kann nicht angezeigt werden. Laden Sie es stattdessen herunter.',
    cut: 'Das ist der Anfang. Laden Sie das Dokument herunter, um alles zu lesen.',
  },
};
