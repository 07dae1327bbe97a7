import type { placeMessages as english } from './placeMessages';

export const placeMessages: typeof english = { notes: 'Notizen' };
