import type { messages as english } from './messages';

export const messages: typeof english = {
  soFar: 'Wie es war',
  certain: 'Schon sicher',
  open: 'Endet bis dahin, wenn es nicht verlängert wird',
};
