import { counted } from '@/shared/format/number';
import { isolate } from '@/shared/format/text';
import type { security as english } from './securityMessages';

const codesLeft = (left: number) => `Noch ${counted(left, 'Wiederherstellungscode', 'Wiederherstellungscodes')} übrig.`;

export const security: typeof english = {
  factor: 'Zweiter Faktor',
  factorText:
    'Ein Code aus einer App auf Ihrem Telefon, zusätzlich zum Passwort. Ein gestohlenes Passwort allein öffnet dann nichts.',
  factorNeeded:
    'Hier ist ein zweiter Faktor Pflicht. Richten Sie eine App auf Ihrem Telefon oder einen Passkey ein, dann geht es weiter.',
  factorFailed: 'Ihr zweiter Faktor konnte nicht geladen werden.',
  on: 'Ein',
  off: 'Aus',
  factorOff: 'Zur Anmeldung genügt Ihr Passwort.',
  factorOn: (left) => `Sie melden sich mit einem Code aus Ihrer App an. ${codesLeft(left)}`,
  factorByPasskey: (left) => `Nach dem Passwort wird ein Passkey verlangt. ${codesLeft(left)}`,
  setUp: 'Authenticator-App einrichten',
  setUpIntro: 'Zuerst Ihr Passwort, damit niemand sonst dies an Ihrem Bildschirm tut.',
  continue: 'Weiter',
  scan: 'Scannen Sie dies mit Ihrer Authenticator-App, und geben Sie dann den angezeigten Code ein.',
  qr: 'QR-Code für die App',
  byHand: 'Oder geben Sie diesen Schlüssel in die App ein:',
  key: 'Schlüssel',
  confirm: 'Bestätigen',
  codes: 'Wiederherstellungscodes',
  codesText:
    'Bewahren Sie die Codes so auf, dass Sie sie ohne Ihr Telefon finden. Jeder dient einmal als zweiter Faktor, nach dem Passwort.',
  codesOnce: 'Sie werden nicht noch einmal angezeigt.',
  download: 'Herunterladen',
  codesFile: 'btracker-wiederherstellungscodes.txt',
  kept: 'Ich habe sie aufbewahrt',
  factorAdded: 'Ihr zweiter Faktor ist eingerichtet.',
  remove: 'App entfernen',
  removing: 'Authenticator-App entfernen?',
  removingText: 'Zur Anmeldung genügt dann Ihr Passwort. Auch Ihre Wiederherstellungscodes werden ungültig.',
  removingTextOneLeft: 'Ihr Passkey und Ihre Wiederherstellungscodes bleiben gültig.',
  factorRemoved: 'Ihr zweiter Faktor ist entfernt.',

  passkeys: 'Passkeys',
  passkeysText:
    'Melden Sie sich per Finger, Gesicht oder PIN Ihres Telefons oder Computers an, ohne Passwort. Ein Passkey ist zugleich ein zweiter Faktor.',
  passkeysFailed: 'Ihre Passkeys konnten nicht geladen werden.',
  noPasskeys: 'Noch keine Passkeys.',
  passkeysNoAddress:
    'Passkeys brauchen eine https-Adresse mit einem Namen, die diese Konsole nicht hat. Wer den Server betreibt, setzt BTRACKER_PUBLIC_URL.',
  passkeysElsewhere: (address) =>
    `Passkeys gelten nur unter ${isolate(address)}. Öffnen Sie die Konsole dort, um einen hinzuzufügen.`,
  passkeysNoBrowser: 'Dieser Browser bietet keine Passkeys an.',
  addPasskey: 'Passkey hinzufügen',
  addPasskeyIntro:
    'Geben Sie ihm einen Namen, an dem Sie ihn wiedererkennen. Danach bittet Ihr Browser um Bestätigung.',
  passkeyAdded: 'Ihr Passkey ist hinzugefügt.',
  added: 'Hinzugefügt:',
  notUsed: 'noch nicht benutzt',
  rename: 'Umbenennen',
  renameOf: (name) => `${isolate(name)} umbenennen`,
  renaming: 'Passkey umbenennen',
  renamed: 'Ihr Passkey ist umbenannt.',
  removePasskey: 'Entfernen',
  removeOf: (name) => `${isolate(name)} entfernen`,
  removingPasskey: (name) => `${isolate(name)} entfernen?`,
  removingPasskeyText: 'Er taugt dann nicht mehr zur Anmeldung. Entfernen Sie ihn auch von Ihrem Gerät.',
  removingLastText:
    'Er taugt dann nicht mehr zur Anmeldung: Ihr Passwort genügt, und Ihre Wiederherstellungscodes werden ungültig.',
  passkeyRemoved: 'Ihr Passkey ist entfernt.',
  passwordIntro:
    'Ihre Anmeldung liegt eine Weile zurück. Bitte geben Sie Ihr Passwort ein, damit niemand sonst dies an Ihrem Bildschirm tut.',

  signOn: 'Zentrale Anmeldung',
  signOnText: 'Ein Konto bei einem anderen Dienst, mit dem Sie sich hier ohne Passwort anmelden.',
  linked: (provider) => `Sie melden sich mit Ihrem Konto bei ${isolate(provider)} an.`,
  unlink: 'Verknüpfung lösen',
  unlinking: (provider) => `Verknüpfung mit Ihrem Konto bei ${isolate(provider)} lösen?`,
  unlinkingText:
    'Danach melden Sie sich mit Ihrem Passwort an. Haben Sie keines, fordern Sie auf der Anmeldeseite einen Link an. Melden Sie sich dort mit bestätigter E-Mail-Adresse erneut an, wird das dann benutzte Konto verknüpft.',
  unlinked: (provider) => `Die Verknüpfung mit Ihrem Konto bei ${isolate(provider)} ist gelöst.`,

  sessions: 'Sitzungen',
  sessionsText: 'Wo Sie angemeldet sind. Beenden Sie, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
  sessionsFailed: 'Ihre Sitzungen konnten nicht geladen werden.',
  thisOne: 'Diese',
  from: (address) => `von ${address}`,
  lastUsed: 'Zuletzt benutzt:',
  end: 'Beenden',
  endOf: (browser) => `Sitzung von ${browser} beenden`,
  ended: 'Die Sitzung ist beendet.',
  endOthers: 'Alle anderen beenden',
  endingOthers: 'Alle anderen Sitzungen beenden?',
  endingOthersText:
    'Auf jedem anderen Browser und Telefon, auf dem Sie angemeldet sind, müssen Sie sich neu anmelden. Auch die Adresse Ihres Kalenders endet.',
  othersEnded: 'Alle anderen Sitzungen sind beendet.',
};
