import type { bulkLabels as english } from './actionMessages';

export const bulkLabels: typeof english = {
  renew: 'Verlängern',
  reprice: 'Preis ändern',
  cancel: 'Abonnements kündigen',
  setRenewal: 'Verlängerung festlegen',
  setStatus: 'Status setzen',
  setCategory: 'Kategorie setzen',
  setField: 'Feld setzen',
  addModerator: 'Moderator hinzufügen',
  restore: 'Wiederherstellen',
  remove: 'Entfernen',
  removeWithContents: 'Mit Inhalt entfernen',
  invite: 'Einladen',
  enable: 'Entsperren',
  handOver: 'Übergeben',
  disable: 'Sperren',
};
