import { isolate } from '@/shared/format/text';
import type { messages as english } from './messages';

export const messages: typeof english = {
  claim: 'Firmen, Projekte und womit sie laufen, an einem Ort.',
  welcomeBack: 'Willkommen zurück!',
  welcome: 'Willkommen',

  backOnline: 'Sie sind wieder online!',
  offline: 'Sie sind offline!',
  offlineTitle: 'Sie sind offline!',
  offlineText: 'Verbinden Sie sich wieder mit dem Internet, um weiterzuarbeiten.',
  offlineKept: 'Was geladen ist, bleibt lesbar; was Sie eingeben, bleibt stehen und kann dann gespeichert werden.',
  otherUser: (name) => `${isolate(name)} hat sich in einem anderen Tab angemeldet, deshalb wurde dieser neu geladen.`,

  loading: 'Wird geladen',
  unreachable: 'Der Server ist noch nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
  pageNotLoaded: 'Diese Seite wurde nicht geladen',
  pageNotLoadedHint:
    'Vielleicht war die Verbindung unterbrochen, oder es wurde eine neuere Version der App installiert.',
  stillSignedIn: 'Sie sind weiterhin angemeldet.',
  wentWrong: 'Etwas ist schiefgegangen',
  notFound: 'Nicht gefunden',
  notFoundTitle: 'Nicht gefunden!',
  notFoundText: 'Vielleicht wurde es entfernt, oder Sie dürfen es nicht sehen.',
  serverError: 'Serverfehler',
  serverErrorText: 'Ihre letzte Änderung wurde vielleicht nicht gespeichert. Bitte versuchen Sie es erneut.',
  typedIsKept: 'Ihre Eingaben sind aufgehoben. Sie finden sie im Formular, wenn Sie zurückgehen.',
  toStart: 'Zur Startseite',
  toPage: 'Zurück zur Seite',
  traceIdToCopy: 'Fehlerkennung',
};
