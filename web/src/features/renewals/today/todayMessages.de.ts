import { counted, formatCount } from '@/shared/format/number';
import type { messages as english } from './todayMessages';

export const messages: typeof english = {
  title: 'Heute',
  notLoaded: 'Was heute ansteht, konnte nicht geladen werden.',
  thisWeek: 'Endet diese Woche',
  overdue: 'Beendet, nicht verlängert',
  waiting: 'Wartet auf Bestätigung',
  losing: 'Verlust',
  none: {
    thisWeek: 'Diese Woche endet nichts.',
    overdue: 'Nichts ist ohne Verlängerung beendet.',
    waiting: 'Kein Produkt wartet auf Bestätigung.',
    losing: 'Nichts kostet mehr, als es einbringt.',
  },
  inProjects: (count) => `${formatCount(count)} in Projekten`,
  inProjectsOf: (title, count) => `${title}: ${counted(count, 'Produkt', 'Produkte')} in Projekten`,
  showAll: (count) => `Alle ${formatCount(count)} zeigen`,
  showAllOf: (title, count) => `Alle ${formatCount(count)} zeigen: ${title}`,
  next: 'Die nächsten 30 Tage',
  aMonth: (amount) => `${amount} im Monat`,
  lastPrice: (amount) => `letzte Laufzeit ${amount}`,
  once: (amount) => `${amount} einmalig`,
  away: (count) => `${formatCount(count)} zurückgestellt`,
  wake: 'Wieder zeigen',
};
