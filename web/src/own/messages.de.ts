import type { messages as english } from './messages';

export const messages: typeof english = {
  required: (label) => `„${label}“ muss ausgefüllt werden.`,
  tooLong: (label, most) => `„${label}“ darf höchstens ${most} Zeichen lang sein.`,
  number: (label) =>
    `„${label}“ muss eine Zahl mit höchstens zwölf Stellen vor und vier nach dem Komma sein, etwa 1250,5.`,
  link: (label) => `„${label}“ muss eine http- oder https-Adresse sein.`,
  linkHelp: 'Beginnt mit https:// oder http://.',
  confidentialHelp: 'Das sehen nur Personen, die die Kosten sehen dürfen.',
  choose: 'Wählen…',
  contains: (label) => `${label} enthält`,
  orFilled: 'Oder ob es ausgefüllt ist:',
  notANumber: 'Eine Zahl sieht so aus: 1250,5.',
};
