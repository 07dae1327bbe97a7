import type { OutgoingKey } from './serverMessages.de.ts';

/*
 * German for what leaves the server for other programs than this app: mails, calendars, chats and exports. `make generate` writes
 * it, with serverMessages.de.ts, to internal/tracker/german.gen.json. The app does not load it.
 */

/** Headings of exports that are no names of fields in a form, by the English ones. */
export const headings: Record<string, string> = {
  Actor: 'Wer',
  'Actor Email': 'E-Mail (wer)',
  Administrator: 'Administrator',
  Agent: 'Browser',
  At: 'Zeitpunkt',
  'Batch Id': 'Id der Sammelaktion',
  'Cancel By': 'Kündbar bis',
  'Created At': 'Angelegt am',
  Enabled: 'Aktiv',
  'Entity Id': 'Id des Eintrags',
  'Entity Name': 'Eintrag',
  Fields: 'Felder',
  'Has Password': 'Hat ein Passwort',
  'Last Seen At': 'Zuletzt gesehen am',
  Margin: 'Marge',
  'Monthly Cost': 'Kosten im Monat',
  'Monthly Price': 'Preis im Monat',
  'Next End At': 'Nächstes Ende',
  Owners: 'Inhaber',
  'Product Id': 'Id des Produkts',
  'Project Subscription Id': 'Id des Abonnements des Projekts',
  Projects: 'Projekte',
  Reasons: 'Gründe',
  'Removed At': 'Entfernt am',
  Responsible: 'Verantwortlich',
  Running: 'Laufend',
  Title: 'Titel',
  'Undone By': 'Rückgängig gemacht durch',
  Undoes: 'Macht rückgängig',
  Version: 'Version',
  Via: 'Auf dem Weg',
  'Viewed At': 'Gesehen am',
  'Webhook Id': 'Id des Webhooks',
};

export const texts: Record<OutgoingKey, string> = {
  // Events of a calendar.
  'calendar.cancelBy': 'Letzter Tag zum Kündigen: {name} · {project}',
  'calendar.days': 'Wann Abonnements enden, und die letzten Tage zum Kündigen. Tage beginnen und enden in UTC.',
  'calendar.ends': '{name} endet · {project}',
  'calendar.of': '{name} von {project} ({company})',
  'calendar.renews': '{name} verlängert sich · {project}',

  // Messages in a chat.
  'chat.mention': '{author} zu {name}, für {people}: {text}',
  'chat.mention.title': 'Jemand wurde erwähnt',
  'chat.more': '{count} weitere stehen in btracker.',
  'chat.open': 'Öffnen',
  'chat.openAll': 'btracker öffnen',
  'chat.summary': 'Was seit der letzten Nachricht geschah',
  'chat.test': 'Der Kanal {name} ist verbunden. Er erfährt, was für ihn gewählt wurde.',
  'chat.test.title': 'Testnachricht',

  // Mails about how somebody signs in.
  'mail.appAdded': 'Eine Authenticator-App wurde als Ihr zweiter Faktor hinzugefügt.',
  'mail.appRemoved': 'Ihre Authenticator-App wurde entfernt.',
  'mail.calendarEnded': 'Die Adresse Ihres Kalenders endete mit dem alten.',
  'mail.calendarStays':
    'Die Adresse Ihres Kalenders funktioniert weiterhin. Auf Ihrer Kontoseite können Sie sie beenden.',
  'mail.factorsRemoved':
    'Ein Administrator hat Ihre zweiten Faktoren entfernt. Jetzt genügt Ihr Passwort zur Anmeldung. Richten Sie auf Ihrer Kontoseite einen neuen ein.',
  'mail.keyAdded': 'Der Schlüssel „{name}“ wurde hinzugefügt. Programme, die ihn haben, handeln in Ihrem Namen.',
  'mail.keyRemoved':
    'Der Schlüssel „{name}“ wurde entfernt. Programme, die ihn haben, können nicht mehr in Ihrem Namen handeln.',
  'mail.keysEnded': 'Ihre Schlüssel endeten mit dem alten.',
  'mail.keysStay':
    'Ihre Schlüssel funktionieren weiterhin: Programme, die einen haben, handeln in Ihrem Namen. Auf Ihrer Kontoseite können Sie sie entfernen.',
  'mail.passkeyAdded': 'Der Passkey „{name}“ wurde Ihrem Konto hinzugefügt. Er meldet Sie ohne Passwort an.',
  'mail.passkeyCopied':
    'Eine Anmeldung mit Ihrem Passkey „{name}“ wurde abgelehnt, weil es vielleicht eine Kopie davon gibt. Falls Sie nicht wissen, warum, entfernen Sie ihn auf Ihrer Kontoseite.',
  'mail.passkeyRemoved': 'Der Passkey „{name}“ wurde aus Ihrem Konto entfernt.',
  'mail.passwordAlone': 'Jetzt genügt Ihr Passwort zur Anmeldung.',
  'mail.passwordByLink':
    'Ihr Passwort wurde mit einem Link neu gesetzt, der Ihnen per E-Mail gesendet wurde. Sie sind überall abgemeldet.',
  'mail.passwordChanged': 'Ihr Passwort wurde geändert.',
  'mail.signOnLinked':
    'Ihr Konto bei {provider} wurde zum ersten Mal zur Anmeldung benutzt. Ab jetzt meldet es Sie ohne Ihr Passwort an.',
  'mail.signOnUnlinked':
    'Ihr Konto bei {provider} meldet Sie nicht mehr an, bis es wieder mit Ihrer bestätigten E-Mail-Adresse benutzt wird. Ihr Passwort meldet Sie an; haben Sie keines, fordern Sie auf der Anmeldeseite einen Link an.',
  'mail.signOnUnlinkedByAdmin':
    'Ein Administrator hat dafür gesorgt, dass Ihr Konto bei {provider} Sie nicht mehr anmeldet, bis es wieder mit Ihrer bestätigten E-Mail-Adresse benutzt wird. Ihr Passwort meldet Sie an; haben Sie keines, fordern Sie auf der Anmeldeseite einen Link an.',
};
