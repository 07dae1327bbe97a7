import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Gespeicherte Ansichten',
  none: 'Für diese Liste ist noch keine Ansicht gespeichert.',
  failed: 'Die gespeicherten Ansichten konnten nicht geladen werden.',
  save: 'Diese Ansicht speichern',
  saving: 'Ansicht speichern',
  intro: 'Filter, Reihenfolge und Spalten, wie sie jetzt sind.',
  isSaved: (name) => `Die Ansicht ${isolate(name)} ist gespeichert.`,
  manage: (name) => `${isolate(name)} verwalten`,
  rename: 'Umbenennen',
  renaming: (name) => `Ansicht umbenennen: ${isolate(name)}`,
  replace: 'Jetzigen Stand speichern',
  share: 'Mit allen teilen',
  unshare: 'Nicht mehr teilen',
  makeDefault: 'Damit beginnen',
  noDefault: 'Nicht mehr damit beginnen',
  shared: 'Geteilt',
  default: 'Standard',
  remove: 'Entfernen',
  removing: (name) => `Ansicht entfernen: ${isolate(name)}`,
  removingQuestion: 'Möchten Sie diese Ansicht wirklich entfernen? Die Einträge bleiben, wie sie sind.',
  removingShared: 'Jetzt sehen sie alle, danach niemand mehr.',
  isRemoved: (name) => `Die Ansicht ${isolate(name)} ist entfernt.`,
};
