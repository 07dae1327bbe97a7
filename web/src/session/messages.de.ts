import { optionLabel } from '@/api/enumerations';
import type { rightsMessages as english } from './messages';

export const rightsMessages: typeof english = {
  administrator: 'Administrator',
  moderator: 'Moderator',
  user: 'Benutzer',
  adminsOnly: 'Hier arbeiten nur Administratoren',
  adminsOnlyText:
    'Ihren Namen, Ihr Foto und Ihr Passwort finden Sie auf Ihrer Kontoseite, hinter Ihrem Namen in der Navigation.',
  notAllowed: 'Ihre Rolle erlaubt das nicht',
  notAllowedText: (roles) =>
    `Sie können das sehen, aber zum Ändern ist ${rightsMessages.neededRole(roles)} nötig. Ein Inhaber oder ein Administrator kann Ihnen eine andere Rolle geben.`,
  neededRole: (roles) =>
    roles.length > 0
      ? `die Rolle ${new Intl.ListFormat('de', { type: 'disjunction' }).format(roles.map(optionLabel))}`
      : 'ein Administrator',
};
