import type { messages as english } from './termsMessages';

export const messages: typeof english = {
  priceOf: (term) => `Der Preis gilt für die ganze Laufzeit (${term}).`,
  priceAMonth: (term, amount) => `Der Preis gilt für die ganze Laufzeit (${term}): das sind ${amount} im Monat.`,
};
