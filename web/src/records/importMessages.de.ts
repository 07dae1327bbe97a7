import type { ImportKind } from '@/records';

export const found: Record<ImportKind, string> = {
  company:
    'Eine Zeile ändert die Firma mit ihrer Id, sonst die mit ihrem Namen. Gibt es keine, wird eine Firma hinzugefügt.',
  project:
    'Eine Zeile ändert das Projekt mit ihrer Id, sonst das mit ihrer Firma und ihrem Namen. Gibt es keines, wird ein Projekt hinzugefügt.',
  product:
    'Eine Zeile ändert das Produkt mit ihrer Id, sonst das mit ihrer Kategorie und ihrem Namen. Gibt es keines, wird ein Produkt hinzugefügt.',
  subscription:
    'Eine Zeile ändert das Abonnement mit ihrer Id, sonst das mit ihrer Kategorie und ihrem Namen. Gibt es keines, wird ein Abonnement hinzugefügt.',
  user: 'Eine Zeile ändert den Benutzer mit ihrer E-Mail-Adresse. Gibt es keinen, wird ein Benutzer hinzugefügt und per E-Mail eingeladen.',
  projectSubscription:
    'Eine Zeile ändert das Projektabonnement mit ihrer Id. Gibt es keines, wird einem Projekt ein Abonnement aus dem Katalog hinzugefügt.',
};
