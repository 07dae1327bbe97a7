import type { roleMessages as english } from './roleMessages';

export const roleMessages: typeof english = {
  allows: [
    'Sieht alles außer den Kosten und ändert nichts.',
    'Sieht alles, auch die Kosten. Bearbeitet alles samt Projekten, Produkten und Abonnements und verwaltet alle Moderatoren.',
    'Sieht alles, auch die Kosten. Bearbeitet alles samt Projekten, Produkten und Abonnements und verwaltet Moderatoren außer Inhabern.',
    'Sieht alles außer den Kosten. Bearbeitet und kündigt Abonnements.',
    'Sieht alles außer den Kosten. Setzt Status und Details von Produkten.',
    'Sieht alles außer den Kosten. Setzt Status und Details von Produkten.',
  ],
};
