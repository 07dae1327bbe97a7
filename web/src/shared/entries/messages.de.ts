import type { messages as english } from './messages';

export const messages: typeof english = {
  on: 'zu {record}',
  showMore: 'Mehr zeigen',
};
