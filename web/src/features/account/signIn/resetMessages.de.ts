import { isolate } from '@/shared/format/text';
import type { messages as english } from './resetMessages';

export const messages: typeof english = {
  resetPassword: 'Passwort zurücksetzen',
  resetPasswordText: 'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  sendLink: 'Link senden',
  linkSent: 'Der Link zum Zurücksetzen des Passworts ist unterwegs.',
  requestSent:
    'Ihre Anfrage ist gesendet. Ist die E-Mail-Adresse registriert, erhalten Sie eine E-Mail zum Zurücksetzen des Passworts.',

  choosePassword: 'Neues Passwort wählen',
  choosePasswordFor: (email) => `Für ${email}.`,
  setPassword: 'Passwort festlegen',
  passwordReset: 'Das Passwort ist zurückgesetzt.',
  passwordResetText: 'Ihr neues Passwort gilt jetzt.',
  login: 'Anmelden',
  requestNewLink: 'Neuen Link anfordern',
  openLinkAgain: (email) =>
    `Bitte öffnen Sie den Link in der E-Mail an ${email} noch einmal: Zu Ihrer Sicherheit vergisst diese Seite ihn, wenn sie neu geladen wird.`,
  linkIncomplete:
    'Dieser Link ist nicht vollständig. Bitte öffnen Sie ihn noch einmal aus der E-Mail, oder fordern Sie einen neuen an.',
  linkIsFor: (email) => `Dieser Link ist für ${email}.`,
  signOutOrChange: (name, email) =>
    `Sie sind als ${isolate(name)} (${email}) angemeldet. Melden Sie sich ab, um den Link zu benutzen, oder ändern Sie Ihr Passwort auf Ihrer Kontoseite.`,
  signOutToUseLink: (name, email) =>
    `Sie sind als ${isolate(name)} (${email}) angemeldet. Melden Sie sich ab, um den Link zu benutzen.`,
  signOutAndUseLink: 'Abmelden und Link benutzen',
  accountPage: 'Kontoseite',
  staySignedIn: 'Angemeldet bleiben',
};
