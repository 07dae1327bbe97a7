import type { endMessages as english } from './endMessages';

export const endMessages: typeof english = {
  title: 'Schlüssel und Kalender',
  text: 'Sie gelten mit dem neuen Passwort weiter. Heben Sie sie hier auf, wenn jemand anderes Ihr Konto benutzt haben könnte, oder später auf Ihrer Kontoseite.',
  keys: 'Alle meine Schlüssel aufheben',
  calendar: 'Die Adresse meines Kalenders aufheben',
};
