import { before } from '@/shared/format/german';
import { isolate } from '@/shared/format/text';
import { counted, formatCount } from './format/number';
import type { recordMessages as english } from './recordMessages';

export const recordMessages: typeof english = {
  addNew: 'Hinzufügen',
  created: 'Angelegt',
  detailsHelp: 'Höchstens 256 Zeichen.',
  name: 'Name',
  noticeDays: 'Kündigungsfrist, Tage',
  status: 'Status',
  active: 'Aktiv',
  all: 'Alle',
  disabled: 'Gesperrt',
  administratorUser: (name) => `${name} · Administrator`,
  disabledUser: (name) => `${name} · Gesperrt`,
  isSaved: (name) => `${isolate(name)} ist gespeichert.`,
  no: 'Nein',
  show: 'Zeigen',
  yes: 'Ja',

  finalize: 'Entfernung abschließen',
  isGone: (name) => `${isolate(name)} ist endgültig entfernt und kann nicht wiederhergestellt werden.`,
  isRemoved: (name) => `${isolate(name)} ist entfernt.`,
  isRestored: (name) => `${isolate(name)} ist wiederhergestellt.`,
  notRestoredWithout: (name, needs) =>
    `${isolate(name)} kann nicht wiederhergestellt werden, solange ${needs} entfernt ist.`,
  nothingUsesIt: 'Nichts verwendet es mehr: Diesmal bleibt es nicht in der Liste.',
  pendingRemove: 'Entfernung ausstehend',
  remove: 'Entfernen',
  removing: ({ one }, name) => `${one} entfernen: ${isolate(name)}`,
  removingQuestion: (noun) => `Möchten Sie ${before(noun, 'diesen', 'diese', 'dieses')} wirklich entfernen?`,
  restore: 'Wiederherstellen',
  whatItBelongsTo: 'der übergeordnete Eintrag',

  firstPage: 'Erste Seite',
  lastPage: 'Letzte Seite',
  nextPage: 'Nächste Seite',
  page: (page, pages) => `Seite ${formatCount(page)} von ${formatCount(pages)}`,
  pages: 'Seiten',
  previousPage: 'Vorherige Seite',
  rows: (first, last, all) => `${formatCount(first)}–${formatCount(last)} von ${formatCount(all)}`,

  changedBy: 'Geändert von {who} {when}. Ihre Änderungen sind noch nicht gespeichert.',
  empty: 'leer',
  isNow: (label, value) => `${label} ist jetzt: ${isolate(value)}`,
  keepMine: 'Meine behalten',
  meanwhile: 'inzwischen',
  someoneElse: 'jemand anderem',

  restored: 'Ihre Eingaben ({when}) sind wiederhergestellt, aber noch nicht gespeichert.',
  discard: 'Verwerfen',

  changePhoto: 'Foto ändern',
  photoFile: 'Fotodatei',
  photoHelp: 'JPEG, PNG oder WebP, höchstens 5 MB.',
  photoNotImage: 'Das ist kein Bild im Format JPEG, PNG oder WebP.',
  photoRemoved: 'Das Foto ist entfernt.',
  photoSaved: 'Das Foto ist gespeichert.',
  photoTooLarge: 'Dieses Bild ist größer als 5 MB.',
  removePhoto: 'Foto entfernen',
  uploadPhoto: 'Foto hochladen',

  removeAddress: 'Adresse entfernen',
  removingAddress: 'Adresse entfernen',
  removingAddressQuestion: 'Möchten Sie diese Adresse wirklich entfernen?',
  removingChangedAddressQuestion: (who) =>
    `Inzwischen geändert von ${isolate(who)}. Möchten Sie die Adresse, die jetzt gespeichert ist, wirklich entfernen?`,

  suggestionCount: (count) => counted(count, 'Vorschlag', 'Vorschläge'),
  suggestions: 'Vorschläge',
  userHelp: 'Geben Sie mindestens drei Buchstaben der E-Mail-Adresse ein.',
  nobodyFound: 'Niemand gefunden.',
};
