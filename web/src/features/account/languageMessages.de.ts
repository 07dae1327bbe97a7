import type { languageMessages as english } from './languageMessages';

export const languageMessages: typeof english = {
  language: 'Sprache',
  text: 'Texte, Datumsangaben und Beträge richten sich danach. Eine gewählte Sprache gilt auch für Ihre E-Mails, Ihren Kalender und die Überschriften von Exporten; ohne sie sind diese auf Englisch.',
  choices: { browser: 'Wie der Browser', en: 'English', de: 'Deutsch' },
};
