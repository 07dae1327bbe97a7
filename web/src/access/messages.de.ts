import { counted, formatCount } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

const sees = { cost: 'Sieht alles, auch Kosten', noCost: 'Sieht alles außer Kosten' };

export const messages: typeof english = {
  showMore: (next) => `${formatCount(next)} weitere zeigen`,
  andMore: (left) => `Und ${formatCount(left)} weitere.`,
  fromCompany: 'über die Firma',
  fromGroup: 'durch die Gruppe {group}',

  ofUser: {
    title: 'Zugriff',
    none: 'Noch kein Zugriff',
    noneText: 'Dieser Benutzer ist bei keiner Firma und keinem Projekt Moderator.',
    notLoaded: 'Der Zugriff dieses Benutzers konnte nicht geladen werden.',
    isDisabled: 'Dieser Benutzer ist gesperrt: Die Rollen erlauben nichts, bis er entsperrt ist.',
    inherited:
      'Projekte, zu denen eine Rolle in ihrer Firma Zugang gibt, zählen mit. Eine Übergabe ändert nur die Rollen selbst und damit weniger Datensätze.',
    everything: 'Alles',
    company: 'Firma',
    projectOf: 'Projekt von',
  },

  ofLeaving: {
    title: (name) => `${isolate(name)} scheidet aus`,
    handOver: 'Zuständigkeiten übergeben',
    left: (companies, projects) =>
      `Die Person hat eine Rolle in ${[companies > 0 && counted(companies, 'Firma', 'Firmen'), projects > 0 && counted(projects, 'Projekt', 'Projekten')].filter(Boolean).join(' und ')}. Eine andere Person erhält alle.`,
    nothingLeft: 'Die Person hat in keiner Firma und keinem Projekt eine Rolle.',
    disable: 'Sperren',
    disableText:
      'Die Person wird sofort überall abgemeldet, ihre Schlüssel und ihre Kalenderadresse enden, und sie kann sich nicht mehr anmelden.',
  },

  ofRecord: {
    title: 'Außerdem mit Zugriff',
    notLoaded: 'Wer sonst Zugriff hat, konnte nicht geladen werden.',
    you: 'Sie',
    nothing: 'Gesperrt: darf nichts.',
    everything: 'Sieht und bearbeitet alles.',
    some: (hasCost, does) => `${[hasCost ? sees.cost : sees.noCost, ...does].join('; ')}.`,
    does: {
      edit: 'bearbeitet',
      manageModerators: 'verwaltet Moderatoren',
      editSubscriptions: 'bearbeitet Abonnements',
      setProductStatus: 'setzt den Status von Produkten',
    },
  },
};
