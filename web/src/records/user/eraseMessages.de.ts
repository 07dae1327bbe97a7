import { isolate } from '@/shared/format/text';
import type { eraseMessages as english } from './eraseMessages';

const copiesLeft: Record<string, string[]> = {
  backups: ['Sicherungen'],
  files: ['Protokolle', 'gespeicherte Dateien'],
  databaseFiles: ['die Dateien von PostgreSQL'],
};

export const eraseMessages: typeof english = {
  erasing: (name) => `Endgültig löschen: ${isolate(name)}`,
  erasingText:
    'Name, E-Mail-Adresse, Telefonnummer, Adresse und Foto werden überall durch ein Pseudonym ersetzt, auch im Verlauf. Das lässt sich nicht rückgängig machen. Sicherungen, Protokolle und gespeicherte Dateien bleiben: Sie löscht der Betreiber des Servers.',
  eraseConfirm: (email) => `Geben Sie zur Bestätigung ${email} ein.`,
  eraseMismatch: 'Das ist nicht die E-Mail-Adresse dieses Benutzers.',
  isErased: (name, leftToDo) => {
    const left = new Intl.ListFormat('de').format(leftToDo.flatMap((copies) => copiesLeft[copies] ?? copies));
    return `${isolate(name)} ist gelöscht. Für den Betreiber des Servers bleiben: ${left}.`;
  },
};
