/** The texts of the choice of a language. A language has its own name in all of them. */
export const languageMessages = {
  language: 'Language',
  text: 'Texts, dates and amounts follow it, in this browser. Mails are in English.',
  choices: { browser: 'As the browser', en: 'English', de: 'Deutsch' },
};
