import { isolate } from '@/shared/format/text';
import type { messages as english } from './termDialogMessages';

export const messages: typeof english = {
  renew: 'Verlängern',
  renewing: (name) => `Abonnement verlängern: ${isolate(name)}`,
  nextFrom: (day) => `Der nächste Zeitraum beginnt am ${day}. Bis dahin zählt der laufende.`,
  until: 'Bis',
  untilHelp: 'Der letzte Tag des nächsten Zeitraums, in UTC.',
  untilRule: (day) => `Das Ende darf nicht vor dem ${day} liegen.`,
  priceHelp: 'Für den ganzen Zeitraum.',
  pricing: (name) => `Neuer Preis: ${isolate(name)}`,
  whens: { now: 'Ab sofort', renewal: 'Ab der nächsten Verlängerung', day: 'Ab einem Tag' },
  whenHelp: {
    now: 'Der laufende Zeitraum erhält den neuen Preis sofort.',
    renewal: 'Der laufende Zeitraum behält seinen Preis. Der nächste hat den neuen, wer auch immer ihn verlängert.',
    day: 'Das Programm setzt den Preis an diesem Tag, binnen einer Minute nach Mitternacht in UTC.',
  },
  dayRequired: '„Tag“ muss ausgefüllt werden.',
  save: 'Preis speichern',
  priced: (name, price) => `${isolate(name)} kostet jetzt ${price}.`,
  isPlanned: (name, planned) => `Geplant für ${isolate(name)}: ${planned}.`,
};
