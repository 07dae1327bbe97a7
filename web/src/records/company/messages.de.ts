import type { messages as english } from './messages';

export const messages: typeof english = {
  headAddress: 'Hauptadresse',
  headAddressPage: 'Hauptadresse',
  namesake: 'Es gibt schon eine Firma namens {name}.',
  none: 'Noch keine Firmen',
  noneText: 'Hier stehen die Firmen, für die Sie arbeiten, mit ihren Moderatoren und Projekten.',
  noneToSee: 'Keine Firma sichtbar',
  noneToSeeText: 'Sie sind bei keiner Firma Moderator. Ein Administrator oder ein Inhaber kann Sie hinzufügen.',
  hasProjects: 'Die Firma hat Projekte: Sie bleibt mit ausstehender Entfernung bestehen, bis diese entfernt sind.',
  owner: 'Inhaber',
  ownerHelp: 'Wer sie betreut, mit der E-Mail-Adresse. Weitere Moderatoren können später folgen.',
  saveAndAddProject: 'Speichern und Projekt hinzufügen',
  removal: {
    blocked: 'Zuerst die Projekte entfernen',
    unused: 'Zu dieser Firma gehört kein Projekt mehr.',
    until: 'Sie verschwindet, sobald kein Projekt mehr zu ihr gehört',
    left: ['Projekt', 'Projekte'],
  },
};
