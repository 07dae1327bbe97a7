import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './valueMessages';

export const messages: typeof english = {
  value: 'Wert',
  valueFailed: 'Der Wert konnte nicht geladen werden.',
  monthlyCost: 'Kosten im Monat',
  margin: 'Marge im Monat',
  nothingRuns: 'Kein Abonnement läuft',
  runs: (count) => counted(count, 'Abonnement läuft', 'Abonnements laufen'),
  showRunning: (count) => `Alle ${formatCount(count)} zeigen`,
  noMargin: {
    hidden: 'Nicht gezeigt, weil einige Kosten für Sie verborgen sind',
    perhapsHidden: 'Nicht gezeigt, weil einige Kosten für Sie vielleicht verborgen sind',
  },

  project: 'Projekt',
  state: 'Status',
  end: 'Ende',
  price: 'Preis der Laufzeit',
  costNow: 'Kosten der Laufzeit',
  costAtRenewal: 'Kosten ab Verlängerung',
  uses: 'Abonnements in Projekten',
  select: 'Auswählen',
  selectOne: (project) => `${isolate(project)} auswählen`,
  selectAll: (count) => `Alle ${formatCount(count)} auswählen`,
  selectLosing: 'Alle mit Verlust auswählen',
  selected: (count) => `${formatCount(count)} ausgewählt`,
  raiseAsCost: (percent) => `Um ${percent} % erhöhen, wie die Kosten`,
  raiseAllAsCost: (count, percent) =>
    `${count === 1 ? 'Preis' : `Alle ${formatCount(count)}`} um ${percent} % erhöhen, wie die Kosten`,
  showAll: (count) => `Alle ${formatCount(count)} unter Verlängerungen zeigen`,

  newCost: 'Was die neuen Kosten bewirken',
  noneRuns: 'Kein laufendes Abonnement eines Projekts ist betroffen.',
  previewFailed: 'Was die neuen Kosten in Projekten bewirken, konnte nicht geladen werden.',
  keep: (count) =>
    `${counted(count, 'laufendes Abonnement behält seine Kosten', 'laufende Abonnements behalten ihre Kosten')} bis zum Ende des Zeitraums.`,
  loses: (count) => counted(count, 'davon macht danach Verlust', 'davon machen danach Verlust'),
  losesNone: 'Keines, das sich verlängert, macht danach Verlust.',
  losesFrom: (day, price, cost) => `verlängert sich nach dem ${day} zum Preis von ${price} bei Kosten von ${cost}`,
  first: (shown, all) => `Geprüft wurden die ersten ${formatCount(shown)} von ${formatCount(all)}.`,
};
