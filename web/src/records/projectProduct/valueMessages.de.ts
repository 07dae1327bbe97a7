import { isolate } from '@/shared/format/text';
import type { messages as english } from './valueMessages';

export const messages: typeof english = {
  value: 'Wert und Lieferung',
  once: 'einmalig',
  onceOnly: 'ein einmaliger Preis',
  cost: 'Kosten, einmalig',
  margin: 'Marge',
  steps: { 1: 'Arbeit beginnen', 2: 'Als geliefert markieren' },
  isNow: (name, status) => `${isolate(name)} ist jetzt: ${status}.`,
};
