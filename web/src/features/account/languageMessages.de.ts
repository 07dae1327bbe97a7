import type { languageMessages as english } from './languageMessages';

export const languageMessages: typeof english = {
  language: 'Sprache',
  text: 'Texte, Datumsangaben und Beträge in diesem Browser richten sich danach. E-Mails sind auf Englisch.',
  choices: { browser: 'Wie der Browser', en: 'English', de: 'Deutsch' },
};
