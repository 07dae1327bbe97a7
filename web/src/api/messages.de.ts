import type { OptionKey } from './enumerations';
import type { messages as english } from './messages';

const options: Record<OptionKey, string> = {
  None: 'Keine Angabe',
  Owner: 'Inhaber',
  Manager: 'Manager',
  Support: 'Support',
  Developer: 'Entwickler',
  Designer: 'Designer',
  available: 'Verfügbar',
  temporarilyUnavailable: 'Nicht verfügbar',
  deprecated: 'Veraltet',
  Enabled: 'Aktiv',
  Disabled: 'Gesperrt',
  AdminRemoval: 'Von einem Administrator entfernt',
  UserRequestedDisable: 'Vom Benutzer gewünscht',
  Male: 'Männlich',
  Female: 'Weiblich',
  WaitingConfirm: 'Wartet auf Bestätigung',
  InProgress: 'In Arbeit',
  Delivered: 'Geliefert',
};

const shown: Record<string, string> = options;

export const messages: typeof english = {
  administrator: 'Administrator',
  busy: 'Der Server ist ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  forbidden: 'Das dürfen Sie nicht.',
  full: 'Der Server hat keinen Platz mehr, um das zu speichern.',
  needsRole: (roles) => {
    const list = new Intl.ListFormat('de', { type: 'disjunction' });
    return `Nötig ist die Rolle ${list.format(roles.map((role) => shown[role] ?? role))}, oder ein Administrator.`;
  },
  networkError: 'Netzwerkfehler!',
  notFound: 'Der Eintrag wurde nicht gefunden.',
  requestTimeout: 'Zeitüberschreitung der Anfrage!',
  serverError: 'Im Server ist ein Fehler aufgetreten.',
  serverTimeout: 'Zeitüberschreitung des Servers!',
  sessionExpired: 'Die Sitzung ist abgelaufen. Bitte melden Sie sich erneut an!',
  status: (status) => `Der Server antwortete mit dem Status ${status}.`,
  tooManyRequests: 'Zu viele Anfragen. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  options,
};
