import type { messages as english } from './valueMessages';

export const messages: typeof english = {
  value: 'Wert und Laufzeit',
  valueFailed: 'Der Wert und die Zeiträume konnten nicht geladen werden.',
  running: 'Im Voraus verlängert',
  runsUntil: (from, until) => `Bis ${until} zählt der Zeitraum ab ${from}`,
  nextPeriod: 'Nächster Zeitraum',
  noNextPeriod: 'Keiner, verlängert sich nicht',
  noNextPeriodCanceled: 'Keiner, gekündigt',
  fromTo: (start, end) => `${start} – ${end}`,
  cancelBy: 'Kündigen bis',
  noNotice: 'Keine Kündigungsfrist',
  monthlyCost: 'Kosten im Monat',
  margin: 'Marge im Monat',
  periods: 'Zeiträume',
  period: 'Zeitraum',
  price: 'Preis',
  cost: 'Kosten',
};
