import type { messages as english } from './firstStepsMessages';

export const messages: typeof english = {
  title: 'Erste Schritte',
  progress: (done, all) => `${done} von ${all} erledigt`,
  hide: 'Ausblenden',
  steps: {
    catalogue: {
      title: 'Katalog füllen',
      text: 'Projekte wählen ihre Produkte und Abonnements aus einem Katalog. Zuerst kommen seine Kategorien, dann das erste Produkt oder Abonnement.',
    },
    company: {
      title: 'Erste Firma hinzufügen',
      text: 'Eine Firma hat Projekte und Moderatoren, die sich um sie kümmern.',
    },
    people: {
      title: 'Personen einladen',
      text: 'Wer hinzugefügt wird, erhält einen Link, um ein Passwort festzulegen, und Rechte als Moderator.',
    },
    mail: {
      title: 'E-Mail und Erinnerungen einrichten',
      text: 'Es ist kein Mailserver eingerichtet. Deshalb erhält niemand Einladungen, Links zum Zurücksetzen oder Erinnerungen per E-Mail. Wer den Server betreibt, setzt BTRACKER_SMTP_URL und BTRACKER_MAIL_FROM. Woran Sie erinnert werden, wählen Sie auf Ihrer Kontoseite.',
    },
  },
  addStarterCategories: 'Beispielkategorien anlegen',
  starterCategories: {
    product: ['Websites', 'Apps', 'Gestaltung', 'Geräte'],
    subscription: ['Hosting', 'Domains', 'Software', 'Wartung'],
  },
  categoriesAdded: 'Die Beispielkategorien sind angelegt. Sie können sie umbenennen und entfernen.',
  ownCategories: 'Eigene anlegen',
  addProduct: 'Produkt hinzufügen',
  addSubscription: 'Abonnement hinzufügen',
  addCompany: 'Firma hinzufügen',
  importCompanies: 'Importieren',
  addUser: 'Benutzer hinzufügen',
  chooseReminders: 'Erinnerungen wählen',
};
