import { isolate } from '@/shared/format/text';
import type { messages as english } from './signInMessages';

export const messages: typeof english = {
  signIn: 'Anmelden',
  signInText: 'Mit der E-Mail-Adresse, an die Ihre Einladung ging.',
  forgotPassword: 'Passwort vergessen?',
  backToLogin: 'Zurück zur Anmeldung',
  welcome: (name) => `Willkommen, ${isolate(name)}!`,
  wrongSignIn: 'E-Mail oder Passwort ist falsch.',
  withPasskey: 'Mit einem Passkey anmelden',
};
