import type { languageMessages as english } from './languageMessages';

export const languageMessages: typeof english = {
  language: 'Sprache',
  text: 'Texte, Daten und Beträge richten sich danach, in diesem Browser. E-Mails sind auf Englisch.',
  choices: { browser: 'Wie der Browser', en: 'English', de: 'Deutsch' },
};
