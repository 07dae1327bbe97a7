import type { messages as english } from './noneFoundMessages';

export const messages: typeof english = {
  adminsAdd: 'Was fehlt, fügen Administratoren dem Katalog hinzu.',
  add: {
    product: 'Dem Katalog ein Produkt hinzufügen',
    subscription: 'Dem Katalog ein Abonnement hinzufügen',
  },
};
