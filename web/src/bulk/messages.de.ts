import { swapSigns } from '@/shared/format/locale';
import { formatMoney } from '@/shared/format/money';
import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import { bulkLabels } from './actionMessages';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: (label, { one, many }, count, name) =>
    `${label}: ${name === undefined ? counted(count, one, many) : isolate(name)}`,

  selection: 'Auswahl',
  selected: (count, { one, many }) => `${counted(count, one, many)} ausgewählt`,
  allSelected: (count, { one, many }) => `Alle Treffer ausgewählt: ${counted(count, one, many)}`,
  selectAll: (count) => `Alle ${formatCount(count)} Treffer auswählen`,
  clearSelection: 'Auswahl aufheben',

  preview: 'Vorschau',
  downloading: (name) => `${name} wird exportiert`,
  arrived: (bytes) => (bytes === 0 ? 'Wartet auf die ersten Zeilen' : `${swapSigns((bytes / 1e6).toFixed(1))} MB`),
  back: 'Zurück',
  by: 'Ändern um',
  ways: { percent: 'Um Prozent', amount: 'Um einen Betrag', price: 'Auf einen Preis' },
  percent: 'Prozent',
  percentHelp: 'Zum Beispiel 5, oder -2,5 zum Senken. Preise werden auf Cent gerundet.',
  percentRule:
    'Prozent muss mehr als -100 und höchstens 1000 sein, nicht 0, mit höchstens vier Nachkommastellen, zum Beispiel 5 oder -2,5.',
  amount: 'Betrag',
  amountHelp: 'In US-Dollar, zu jedem Preis hinzugerechnet. Zum Beispiel 5,50, oder -5,50 zum Senken.',
  amountRule: 'Betrag muss aus Dollar und Cent bestehen, nicht 0, zum Beispiel 5,50 oder -5,50.',
  when: 'Ab',
  whens: { now: 'Ab sofort', renewal: 'Ab der nächsten Verlängerung', day: 'Ab einem Tag' },
  fromDay: 'Tag',
  fromDayHelp: 'Der erste Tag des neuen Preises, in UTC.',
  fromDayRule: 'Der Tag muss nach dem heutigen liegen.',
  months: 'Nächster Zeitraum',
  asBefore: 'So lang wie der letzte',
  ofMonths: (months) =>
    months % 12 === 0 ? counted(months / 12, 'Jahr', 'Jahre') : counted(months, 'Monat', 'Monate'),
  required: (label) => `„${label}“ muss ausgefüllt werden.`,
  reasonHelp: 'Höchstens 256 Zeichen. Jedes Abonnement erhält ihn.',
  renewal: 'Am Ende der Laufzeit',
  renews: 'Automatisch verlängern',
  ends: 'Beenden',
  choose: 'Wählen…',
  categoriesFailed: 'Die Kategorien konnten nicht geladen werden.',
  field: 'Feld',
  noFields: 'Die Felder konnten nicht geladen werden.',
  toEmail: 'An',
  toHelp: 'Wer alle Rollen erhält. Geben Sie den Anfang der E-Mail-Adresse ein.',

  percentUp: (percent) => `Jeder Preis steigt um ${percent} %.`,
  percentDown: (percent) => `Jeder Preis sinkt um ${percent} %.`,
  amountUp: (amount) => `Jeder Preis steigt um ${formatMoney(amount)}.`,
  amountDown: (amount) => `Jeder Preis sinkt um ${formatMoney(amount)}.`,
  newPrice: (price) => `Jeder Preis wird ${formatMoney(price)}.`,
  fromRenewal: 'Er gilt jeweils ab der nächsten Verlängerung.',
  fromDayOn: (day) => `Er gilt ab dem ${day}.`,
  renewsFor: (term) => `Der nächste Zeitraum beginnt, Länge: ${term}, zum geplanten oder sonst zum heutigen Preis.`,
  does: {
    renew: 'Der nächste Zeitraum beginnt, so lang wie der letzte, zum geplanten oder sonst zum heutigen Preis.',
    cancel: 'Sie enden jetzt und verlängern sich nicht.',
    renews: 'Sie verlängern sich am Ende ihrer Laufzeit automatisch.',
    ends: 'Sie enden mit ihrer Laufzeit.',
    remove: 'Was noch verwendet wird, bleibt so lange vorgemerkt bestehen. Alles andere verschwindet aus den Listen.',
    removeWithContents: 'Zuerst geht der gesamte Inhalt, dann der Eintrag selbst.',
    restore: 'Sie stehen wieder in den Listen.',
    enable: 'Sie können sich wieder anmelden.',
    disable: 'Sie können sich nicht anmelden und werden überall abgemeldet.',
    invite: 'Alle erhalten eine E-Mail mit einem Link, um ein Passwort festzulegen.',
  },
  inviteWithoutMail:
    'Es ist kein Mailserver eingerichtet: Die Links stehen nur in Dateien im Postausgang des Servers. Laden Sie Personen einzeln ein, um Links zum Weitergeben zu erhalten.',
  status: (status) => `Der Status wird ${status}.`,
  setField: (label, value) => `${isolate(label)} wird zu ${isolate(value)}.`,
  clearField: (label) => `${isolate(label)} wird geleert.`,
  category: (name) => `Sie kommen in die Kategorie ${isolate(name)}.`,
  moderator: (email, role) => `${email} wird Moderator in der Rolle ${role}.`,
  handOver: (email) => `Alle Rollen gehen an ${email}. Wo ${email} schon eine Rolle hat, bleibt die höhere von beiden.`,

  looking: 'Es wird ermittelt, was sich ändern würde…',
  previewFailed: 'Die Vorschau konnte nicht erstellt werden. Es wurde nichts geändert.',
  changes: (count) => `${counted(count, 'Eintrag ändert sich', 'Einträge ändern sich')}.`,
  nothingChanges: 'Es würde sich nichts ändern.',
  asWanted: (count) => `${counted(count, 'ist', 'sind')} schon wie gewünscht.`,
  refused: (count) => `${counted(count, 'wird abgelehnt und bleibt', 'werden abgelehnt und bleiben')} unverändert:`,
  unknown: 'Nicht gefunden',
  moreRefused: (count) => `Und ${formatCount(count)} weitere.`,
  contents: 'Was entfernt wird',
  companies: 'Firmen',
  projects: 'Projekte',
  outOfReports: 'Was entfernt ist, fehlt auch in den Auswertungen früherer Monate. Was gekündigt ist, bleibt darin.',
  cancelInstead: 'Stattdessen Abonnements kündigen',
  products: 'Produkte',
  subscriptions: 'Abonnements',
  monthlyPrice: 'Wert im Monat',
  monthlyCost: 'Kosten im Monat',
  margin: 'Marge im Monat',
  effect: 'Was es ausmacht',
  together: 'Zusammen',
  now: 'Jetzt',
  afterwards: 'Danach',
  difference: 'Änderung',
  rows: 'Was sich ändert',
  was: 'von',
  becomes: 'auf',
  moreChange: (count) => `Und ${counted(count, 'weiterer Eintrag', 'weitere Einträge')} ebenso.`,
  undoLater: 'Sie können alles danach rückgängig machen.',

  jobs: 'In Arbeit',
  stop: 'Anhalten',
  stopJob: (label) => `Anhalten: ${label}`,
  waiting: 'Wartet auf den Beginn',
  progress: (done, total) => `${formatCount(done)} von ${formatCount(total)}`,
  progressUnknown: 'Der Fortschritt konnte nicht gelesen werden. Die Aktion läuft weiter.',

  redo: 'Wiederholen',
  done: (label, done, refused) =>
    refused === 0
      ? label === bulkLabels.removeWithContents
        ? `${counted(done, 'Eintrag ist', 'Einträge sind')} entfernt, mit allem Inhalt.`
        : `${label}: ${formatCount(done)} erledigt.`
      : `${label}: ${formatCount(done)} erledigt, ${formatCount(refused)} abgelehnt.`,
  noneDone: (label, refused) =>
    `${label}: Nichts wurde geändert, ${formatCount(refused)} abgelehnt. Die Vorschau nennt den Grund.`,
  stopped: (label, done, total) => `${label} angehalten: ${formatCount(done)} von ${formatCount(total)} erledigt.`,
  failed: (label, done, total) =>
    `${label} vorzeitig beendet: ${formatCount(done)} von ${formatCount(total)} erledigt. Machen Sie es rückgängig, oder starten Sie es für den Rest neu.`,
};
