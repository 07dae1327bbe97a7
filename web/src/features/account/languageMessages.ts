/** The texts of the choice of a language. A language has its own name in all of them. */
export const languageMessages = {
  language: 'Language',
  text: 'Texts, dates and amounts follow it. A chosen language is also that of your mails, your calendar and the headings of exports; without one these are in English.',
  choices: { browser: 'As the browser', en: 'English', de: 'Deutsch' },
};
