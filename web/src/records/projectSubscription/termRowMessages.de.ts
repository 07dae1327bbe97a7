import { isolate } from '@/shared/format/text';
import type { messages as english } from './termRowMessages';

export const messages: typeof english = {
  renewOf: (name, day, price) => `${isolate(name)} bis ${day} für ${price} verlängern`,
  moreTermsOf: (name) => `Laufzeiten und Preise von ${isolate(name)}`,
};
