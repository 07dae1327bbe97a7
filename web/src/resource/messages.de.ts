import { rightsMessages } from '@/session/messages';
import { before } from '@/shared/format/german';
import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  overview: 'Überblick',

  add: ({ one }) => `${one} hinzufügen`,
  create: (noun) => before(noun, 'Neuer', 'Neue', 'Neues'),
  edit: ({ one }) => `${one} bearbeiten`,
  isAdded: (name) => `${isolate(name)} ist hinzugefügt.`,

  doing: { add: 'Hinzufügen', edit: 'Bearbeiten', remove: 'Entfernen' },
  needs: (doing, roles) => {
    const what = new Intl.ListFormat('de').format(doing);
    return `${what}: Dafür ist ${rightsMessages.neededRole(roles)} nötig.`;
  },

  addAddress: 'Adresse hinzufügen',
  addressRemoved: 'Die Adresse ist entfernt.',
  addressSaved: 'Die Adresse ist gespeichert.',
  editAddress: 'Adresse bearbeiten',
  saveAddress: 'Adresse speichern',

  withContents: 'Oder alles, was dazu gehört, verschwindet mit. Sie sehen, was das ist, bevor etwas entfernt wird.',
  wasMarked: (noun) => `${before(noun, 'Dieser', 'Diese', 'Dieses')} wurde {when} zur Entfernung vorgemerkt. `,
  canBeFinalized: 'Die Entfernung kann abgeschlossen werden.',
  stays: (until, left, count) => (count === undefined ? `${until}.` : `${until}; noch ${counted(count, ...left)}.`),

  views: { cards: 'Karten', table: 'Tabelle' },
  export: 'Exportieren',
  columnsShown: 'Spalten auf dem Bildschirm',
  allColumns: 'Alle Spalten',
  formats: { csv: 'CSV', xlsx: 'Excel' },
  figuresLabel: 'Kennzahlen',
  figures: {
    projects: 'Projekte',
    running: 'Laufend',
    monthlyPrice: 'Preis im Monat',
    monthlyCost: 'Kosten im Monat',
    margin: 'Marge im Monat',
    nextEndAt: 'Nächstes Ende',
    owners: 'Inhaber',
    change: 'Änderung',
  },
  worth: (price, nextEnd) => (nextEnd ? `${price} im Monat, Ende ${nextEnd}` : `${price} im Monat`),
  nothingRuns: 'Kein Abonnement läuft',
  owners: (names) => (names.length > 0 ? `Inhaber: ${names.join(', ')}` : 'Kein Inhaber'),
  compare: 'Vergleichen',
  comparisons: {
    none: 'Ohne Vergleich',
    month: 'Mit vor einem Monat',
    quarter: 'Mit vor einem Quartal',
    year: 'Mit vor einem Jahr',
  },
  changeSince: (day) => `Seit ${day}`,
  was: (amount) => `war ${amount}`,
  noTotalOfChange: 'Zeile für Zeile',
  figureSorts: {
    '-monthlyPrice': 'Höchster Preis im Monat',
    monthlyPrice: 'Niedrigster Preis im Monat',
    '-margin': 'Höchste Marge',
    margin: 'Niedrigste Marge',
    nextEndAt: 'Nächstes Ende zuerst',
    '-nextEndAt': 'Nächstes Ende zuletzt',
  },

  newestFirst: 'Neueste zuerst',
  oldestFirst: 'Älteste zuerst',
  sortAToZ: (field) => `${field} A bis Z`,
  sortZToA: (field) => `${field} Z bis A`,
};
