import { counted } from '@/shared/format/number';
import type { messages as english } from './paperclipMessages';

export const messages: typeof english = {
  count: (count) => counted(count, 'Dokument', 'Dokumente'),
};
