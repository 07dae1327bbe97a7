import { isolate } from '@/shared/format/text';
import type { messages as english } from './termMessages';

export const messages: typeof english = {
  renewUntil: (day, price) => `Bis ${day} für ${price} verlängern`,
  renewOtherwise: 'Anders verlängern…',
  changePrice: 'Preis ändern…',
  dropPlanned: 'Geplanten Preis entfernen',
  moreTerms: 'Laufzeiten und Preise',
  renewed: (name, day) => `${isolate(name)} ist bis ${day} verlängert.`,
  from: 'Ab',
  day: 'Tag',
  fromRule: 'Der Tag muss nach dem heutigen liegen.',
  planned: 'Geplanter Preis',
  plannedAtRenewal: (price) => `${price} ab der nächsten Verlängerung`,
  plannedFrom: (price, day) => `${price} ab ${day}`,
  isDropped: (name) => `Für ${isolate(name)} ist nichts mehr geplant.`,
};
