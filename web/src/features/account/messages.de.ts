import type { messages as english } from './messages';

export const messages: typeof english = {
  account: 'Konto',
  notLoaded: 'Ihr Konto konnte nicht geladen werden.',
  photo: 'Foto',
  photoText: (email) => `Steht neben Ihrem Namen. Sie melden sich als ${email} an.`,
  profile: 'Profil',
  profileText: 'So sehen andere Sie.',
  saveProfile: 'Profil speichern',
  profileSaved: 'Ihr Profil ist gespeichert.',
  address: 'Adresse',
  addressText: 'Hier erreicht Sie die Post.',
  saveAddress: 'Adresse speichern',
  addressSaved: 'Ihre Adresse ist gespeichert.',
  addressRemoved: 'Ihre Adresse ist entfernt.',
  notifications: 'Benachrichtigungen',
  notificationsText:
    'Worüber Sie benachrichtigt werden, wie früh und mit welchen E-Mails. In der Anwendung steht immer alles.',
  settingsFailed: 'Ihre Einstellungen konnten nicht geladen werden.',
  noMailServer:
    'Es ist kein Mailserver eingerichtet, deshalb erhält niemand E-Mails. Wer den Server betreibt, setzt BTRACKER_SMTP_URL.',
  saveSettings: 'Einstellungen speichern',
  settingsSaved: 'Ihre Einstellungen sind gespeichert.',
  remindDays: 'Tage vor einem Ende',
  remindDaysHelp:
    'Höchstens sechs, zum Beispiel 30, 14, 0. Hat ein Abonnement eine Kündigungsfrist, zählt der letzte Kündigungstag.',
  remindDaysRefused: 'Tage vor einem Ende: höchstens sechs verschiedene Zahlen von 0 bis 90.',
  mails: 'E-Mails',
  mailOptions: { off: 'Keine', each: 'Jeweils eine', daily: 'Eine am Tag', weekly: 'Eine in der Woche, montags' },
  hour: 'Stunde des Tages',
  hourHelp: 'Von 0 bis 23, für tägliche und wöchentliche E-Mails.',
  timeZone: 'Zeitzone',
  timeZoneHelp: (browser) => `Ihr Browser verwendet ${browser}.`,
  subscriptions: 'Abonnements',
  kinds: {
    endsSoon: 'Endet bald',
    ended: 'Beendet',
    renewed: 'Verlängert',
    canceled: 'Gekündigt',
    mention: 'Erwähnungen in Notizen',
  },
  onlyResponsible: 'Nur wofür ich zuständig bin',
  onlyResponsibleHelp: 'Als Inhaber oder Manager des Projekts oder seiner Firma.',
  calendar: 'Kalender',
  calendarText:
    'Eine private Adresse für den Kalender, den Sie benutzen: die Tage, an denen Abonnements enden, und die letzten Kündigungstage, soweit Sie sie sehen dürfen. Die Tage sind die der App, in UTC.',
  calendarAbout: 'Wer die Adresse kennt, kann den Kalender ohne Anmeldung lesen. Kosten enthält er nicht.',
  calendarNew: 'Kalenderadresse anlegen',
  calendarNone: 'Ihr Kalender hat noch keine Adresse.',
  calendarFailed: 'Ihr Kalender konnte nicht geladen werden.',
  calendarSince:
    'Ihr Kalender hat seit {day} eine Adresse. Sie wird nicht noch einmal angezeigt: Haben Sie sie nicht mehr, legen Sie eine neue an.',
  calendarLife:
    'Sie gilt weiter, wenn Sie sich abmelden oder Ihr Passwort ändern. Sie endet hier, wenn Sie alle anderen Sitzungen beenden und wenn Ihr Konto deaktiviert wird.',
  calendarAddress: 'Adresse Ihres Kalenders',
  calendarOnce:
    'Kopieren Sie sie jetzt: Sie wird nicht noch einmal angezeigt. Fügen Sie sie in Ihrem Kalender als Abonnement aus dem Internet hinzu.',
  calendarReplace: 'Neue Kalenderadresse anlegen',
  calendarReplacing: 'Neue Kalenderadresse anlegen?',
  calendarReplacingText:
    'Die bisherige wird sofort ungültig, und Kalender, die sie lesen, werden nicht mehr aktualisiert.',
  calendarEnd: 'Kalenderadresse entfernen',
  calendarEnding: 'Adresse Ihres Kalenders entfernen?',
  calendarEndingText:
    'Kalender, die sie lesen, werden nicht mehr aktualisiert. Sie können jederzeit eine neue Adresse erhalten.',
  calendarEnded: 'Die Adresse Ihres Kalenders ist entfernt.',
  security: 'Sicherheit',
  password: 'Passwort',
  passwordText: 'Wenn Sie es ändern, werden Sie überall außer hier abgemeldet.',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Ihr Passwort ist geändert. Andere Sitzungen wurden abgemeldet.',
};
