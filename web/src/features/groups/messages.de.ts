import { formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  title: 'Gruppen',
  text: 'Wer sich per Single Sign-on anmeldet, bekommt genau die Rechte seiner Gruppen und verliert die, die aus verlassenen Gruppen kamen. Von Hand vergebene Rollen bleiben.',
  noClaim:
    'Rechte durch Gruppen setzen Single Sign-on voraus, das Gruppen liest. Das ist hier nicht eingerichtet: Wer den Server betreibt, setzt BTRACKER_OIDC_GROUPS auf den Claim, in dem Ihr Anbieter sie nennt. Bis dahin bekommt oder verliert niemand ein Recht durch das, was Sie hier hinzufügen.',
  notLoaded: 'Beim Laden der Rechte von Gruppen ist ein Fehler aufgetreten.',
  none: 'Noch gibt keine Gruppe ein Recht',
  noneText: 'Fügen Sie das erste hinzu: eine Gruppe Ihres Anbieters und die Rolle, die ihre Mitglieder bekommen.',
  rights: 'Rechte von Gruppen',
  everything: 'Alles',
  add: 'Recht hinzufügen',
  adding: 'Ein Recht hinzufügen',
  addVerb: 'Hinzufügen',
  group: 'Gruppe',
  groupHelp: 'Genau so, wie der Anbieter sie nennt.',
  noGroup: 'Mit einer solchen Gruppe hat sich noch niemand angemeldet. Sie können sie trotzdem hinzufügen.',
  people: (count) => (count === 1 ? 'eine Person' : `${formatCount(count)} Personen`),
  right: 'Recht',
  administratorHelp: 'Darf alles, in allen Firmen; deshalb wird nach keiner Firma gefragt.',
  company: 'Firma',
  companyHelp:
    'Darf nicht leer bleiben: Die Rolle gilt in dieser Firma und ihren Projekten. Nur ein Administrator ist einer für alle Firmen.',
  companyRequired: 'Wählen Sie eine Firma. Nur ein Administrator ist einer für alle.',
  noCompany: 'Keine Firma heißt so.',
  isThere: 'Diese Gruppe hat dort schon ein Recht. Entfernen Sie zuerst das andere.',
  remove: (group, place) => `Entfernen: ${group}, ${place}`,

  preview: 'Wer was bekommt',
  previewText: 'Bei der nächsten Anmeldung, nach den Gruppen der letzten.',
  notPreviewed: 'Beim Ermitteln, wer was bekäme, ist ein Fehler aufgetreten.',
  given: 'bekommt',
  taken: 'verliert',
  kept: 'behält',
  line: '{role} in {place}, durch die Gruppe {group}',
  everywhere: '{role}, durch die Gruppe {group}',
  noRight: 'Eine von Hand vergebene Rolle ist höher.',
  andMore: (left) => `Und ${formatCount(left)} weitere.`,
  unsaved: 'Noch nicht gespeichert.',
  save: 'Speichern',
  discard: 'Verwerfen',
  isSaved: 'Gespeichert. Die Rechte gelten ab der nächsten Anmeldung.',
  isAdded: (group) => `${isolate(group)} ist hinzugefügt. Speichern Sie, damit es gilt.`,
};
