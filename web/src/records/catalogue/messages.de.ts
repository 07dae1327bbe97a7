import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

/** The nouns of both catalogues are neuter. */
export const messages: typeof english = {
  anyStatus: 'Jeder Status',
  removedOrNot: 'Entfernt oder nicht',
  none: ({ many }) => `Noch keine ${many}`,
  noneText: ({ many }) => `Hier stehen, nach Kategorien geordnet, die ${many}, die Projekte verwenden können.`,
  noneForModerators: 'Ein Administrator nimmt sie in den Katalog auf.',
  noneToSee: ({ one }) => `Kein ${one} sichtbar`,
  noneToSeeText:
    'Sie sind bei keiner Firma und keinem Projekt Moderator. Ein Administrator oder ein Inhaber kann Sie hinzufügen.',

  aTerm: (cost) => `${cost} je Laufzeit`,
  costsATerm: (cost) => `Kosten: ${cost} je Laufzeit`,
  costHelp: 'Was uns eine Laufzeit kostet, wie lang sie auch ist.',
  noticeHelp: 'So viele Tage vor dem Ende muss spätestens gekündigt werden. Projekte können davon abweichen.',

  usedIn: 'In Projekten verwendet',
  othersWait: (count) =>
    `${counted(count, 'Verwendung fehlt', 'Verwendungen fehlen')} in der Tabelle: Das Projekt oder seine Firma wartet auf die Entfernung.`,
  unused: 'Kein Projekt verwendet es',
  unusedText: ({ one }) => `Projekte, die dieses ${one} verwenden, stehen hier.`,
  showMore: 'Mehr zeigen',
  andMore: (count) => (count === 1 ? 'und 1 weiteres' : `und ${formatCount(count)} weitere`),
  staysWhileUsed: (uses) =>
    `Es bleibt vorgemerkt bestehen, bis kein Projekt es mehr verwendet: derzeit ${counted(uses, 'Verwendung', 'Verwendungen')}.`,
  needsCategory: 'die Kategorie',
  removal: {
    blocked: 'Zuerst aus allen Projekten entfernen, die es verwenden.',
    unused: 'Kein Projekt verwendet es mehr.',
    until: 'Es verschwindet, sobald kein Projekt es mehr verwendet',
    left: ['Verwendung', 'Verwendungen'],
  },

  category: { one: 'Kategorie', many: 'Kategorien', gender: 'feminine' },
  categories: 'Kategorien',
  addCategory: 'Kategorie hinzufügen',
  newCategory: 'Neue Kategorie',
  chooseCategory: 'Kategorie wählen',
  noCategoryYet: 'Es gibt noch keine Kategorie',
  noCategoryYetText: ({ one }) => `Jedes ${one} gehört in eine Kategorie. Legen Sie zuerst neben der Liste eine an.`,
  toList: 'Zur Liste',
  noCategory: (name) => `Es gibt keine Kategorie ${name}`,
  noCategoryText: 'Vielleicht wurde sie entfernt.',
  showAll: ({ many }) => `Alle ${many} zeigen`,
  noneIn: ({ many }, name) => `Keine ${many} in ${name}`,
  noneInText: ({ many }) => `Hier stehen die ${many} dieser Kategorie, sobald es welche gibt.`,
  pendingCategory: (name) => `${name}: Entfernung ausstehend`,
  pending: ', Entfernung ausstehend',
  pendingCategoryText: ({ many }) =>
    `Diese Kategorie ist noch nicht entfernt. Entfernen Sie ihre ${many} und schließen Sie die Entfernung ab, oder stellen Sie die Kategorie wieder her.`,
  leftIn: ({ one, many }, count, name) => `Noch ${counted(count, one, many)} in ${isolate(name)}.`,
  rename: 'Umbenennen',
  renameCategory: 'Kategorie umbenennen',
  renamingCategory: (name) => `Kategorie umbenennen: ${isolate(name)}`,
  categoryRenamed: (from, to) => `Die Kategorie ${isolate(from)} heißt jetzt ${isolate(to)}.`,
  removeCategory: 'Kategorie entfernen',
  removingCategory: (name) => `Kategorie entfernen: ${isolate(name)}`,
  removingCategoryQuestion: 'Möchten Sie diese Kategorie wirklich entfernen?',
  categoryStays: ({ one, many }, count) =>
    `Sie bleibt vorgemerkt bestehen, bis sie leer ist: derzeit ${counted(count, one, many)}.`,
  categoryRemoved: (name) => `Die Kategorie ${isolate(name)} ist entfernt.`,
  categoryRestored: (name) => `Die Kategorie ${isolate(name)} ist wiederhergestellt.`,
  categoryNotRemoved: (name) => `Die Kategorie konnte nicht entfernt werden: ${isolate(name)}`,
  categoryNotRestored: (name) => `Die Kategorie konnte nicht wiederhergestellt werden: ${isolate(name)}`,
};
