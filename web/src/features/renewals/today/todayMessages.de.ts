import { counted, formatCount } from '@/shared/format/number';
import type { messages as english } from './todayMessages';

export const messages: typeof english = {
  title: 'Heute',
  notLoaded: 'Was heute ansteht, konnte nicht geladen werden.',
  soon: 'In den nächsten 7 Tagen',
  overdue: 'Beendet, nicht verlängert',
  waiting: 'Wartet auf Bestätigung',
  losing: 'Verlust',
  none: {
    soon: 'In den nächsten 7 Tagen endet nichts, und nichts hat seinen letzten Kündigungstag.',
    overdue: 'Nichts ist ohne Verlängerung beendet.',
    waiting: 'Kein Produkt wartet auf Bestätigung.',
    losing: 'Nichts kostet mehr, als es einbringt.',
  },
  on: {
    ending: (day) => `endet ${day}`,
    toCancel: (day) => `kündbar bis ${day}`,
  },
  count: {
    ending: (count) => `${formatCount(count)} mit Ende`,
    toCancel: (count) => `${formatCount(count)} kündbar`,
  },
  countOf: {
    ending: (count) => `${formatCount(count)} mit Ende in 7 Tagen: alle zeigen`,
    toCancel: (count) => `${formatCount(count)} kündbar noch 7 Tage: alle zeigen`,
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
