import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  moderators: 'Moderatoren',
  none: 'Noch keine Moderatoren',
  noneText: {
    company: 'Moderatoren sehen diese Firma und bearbeiten sie im Rahmen ihrer Rolle.',
    project: 'Moderatoren sehen dieses Projekt und bearbeiten es im Rahmen ihrer Rolle.',
  },
  name: 'Name',
  role: 'Rolle',
  details: 'Details',
  actions: 'Aktionen',
  fromCompany: 'über die Firma',
  add: 'Moderator hinzufügen',
  create: 'Neuer Moderator',
  moderator: 'Moderator',
  isAlready: (name) => `${isolate(name)} ist schon Moderator.`,
  isNow: (name) => `${isolate(name)} ist jetzt Moderator.`,
  edit: (name) => `${name} bearbeiten`,
  editing: (name) => `Moderator bearbeiten: ${isolate(name)}`,
  remove: (name) => `${name} entfernen`,
  removing: (name) => `Moderator entfernen: ${isolate(name)}`,
  removingQuestion: 'Möchten Sie diesen Moderator wirklich entfernen?',
  isBack: (name) => `${isolate(name)} ist wieder Moderator.`,
};
