import { formatCount } from '@/shared/format/number';
import type { messages as english } from './usesMessages';

export const messages: typeof english = {
  uses: 'Produkte in Projekten',
  failed: 'Die Projekte, die es verwenden, konnten nicht geladen werden.',
  project: 'Projekt',
  status: 'Status',
  price: 'Preis, einmal',
  showMore: 'Mehr zeigen',
  first: (shown, all) => `Dies sind die ersten ${formatCount(shown)} von ${formatCount(all)}.`,
};
