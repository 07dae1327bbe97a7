import type { messages as english } from './optionalCompanyMessages';

export const messages: typeof english = {
  company: 'Firma',
  notPicked: 'Diese Firma steht nicht in der Liste. Wählen Sie eine aus, oder leeren Sie das Feld.',
  noCompany: 'Keine Firma gefunden.',
};
