/** How the language of the app writes words, dates and figures. The other files of this folder alone ask for it. */
export const locale = { words: 'en', dates: 'en-GB', figures: 'en-US' };
