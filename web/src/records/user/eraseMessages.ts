import { isolate } from '@/shared/format/text';

const copiesLeft: Record<string, string[]> = {
  backups: ['backups'],
  files: ['logs', 'saved files'],
  databaseFiles: ['the files of PostgreSQL'],
};

export const eraseMessages = {
  erasing: (name: string) => `Erasing: ${isolate(name)}`,
  erasingText:
    'Name, e-mail address, phone, address and photo are replaced by a pseudonym everywhere, also in the history. Nobody can take it back. Backups, logs and saved files are not reached: whoever runs the server deletes them.',
  eraseConfirm: (email: string) => `Type ${email} to go on.`,
  eraseMismatch: 'This is not the e-mail address of this user.',
  isErased: (name: string, leftToDo: string[]) => {
    const left = new Intl.ListFormat('en').format(leftToDo.flatMap((copies) => copiesLeft[copies] ?? copies));
    return `${isolate(name)} is erased. Left to whoever runs the server: ${left}.`;
  },
};
