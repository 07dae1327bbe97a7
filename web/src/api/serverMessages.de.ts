/** Names of fields, by their English ones. */
export const labels: Record<string, string> = {
  Action: 'Aktion',
  Address: 'Adresse',
  Amount: 'Betrag',
  'Auto Renew': 'Automatische Verlängerung',
  Batch: 'Sammelaktion',
  Building: 'Gebäude',
  'Cancelation Reason': 'Kündigungsgrund',
  Canceled: 'Gekündigt',
  Category: 'Kategorie',
  City: 'Ort',
  Code: 'Code',
  Columns: 'Spalten',
  Company: 'Firma',
  'Company Id': 'Id der Firma',
  'Subscription Id': 'Id des Abonnements',
  'Confirm New Password': 'Neues Passwort bestätigen',
  Cost: 'Kosten',
  'Cost Currency Name': 'Währung der Kosten',
  Country: 'Land',
  Credential: 'Passkey',
  Currency: 'Währung',
  'Current Password': 'Derzeitiges Passwort',
  Details: 'Details',
  'Disable Reason': 'Grund der Sperrung',
  'Display Name': 'Anzeigename',
  Email: 'E-Mail',
  'End At': 'Ende',
  Events: 'Ereignisse',
  'Expires At': 'Gültig bis',
  File: 'Datei',
  'First Name': 'Vorname',
  From: 'Von',
  Gender: 'Geschlecht',
  'Head Address': 'Hauptadresse',
  Hour: 'Stunde des Tages',
  Id: 'Id',
  'Is Admin': 'Administrator',
  'Is Canceled': 'Gekündigt',
  'Is Gone': 'Endgültig entfernt',
  'Is Removed': 'Entfernt',
  Kind: 'Art',
  'Last Name': 'Nachname',
  List: 'Liste',
  Method: 'Verfahren',
  Name: 'Name',
  'New Name': 'Neuer Name',
  'New Password': 'Neues Passwort',
  'Notice Days': 'Kündigungsfrist, Tage',
  Notification: 'Benachrichtigung',
  Page: 'Seite',
  'Page Number': 'Seitennummer',
  Password: 'Passwort',
  Percent: 'Prozent',
  'Phone Number': 'Telefonnummer',
  Photo: 'Foto',
  'Photo Url': 'Foto',
  'Postal Zip Code': 'Postleitzahl',
  Preview: 'Vorschau',
  Price: 'Preis',
  'Price Currency Name': 'Währung des Preises',
  Product: 'Produkt',
  Project: 'Projekt',
  'Project Id': 'Id des Projekts',
  'Province State': 'Bundesland',
  Query: 'Abfrage',
  Reason: 'Grund',
  'Remind Days': 'Tage vor einem Ende',
  Role: 'Rolle',
  Row: 'Zeile',
  Scope: 'Umfang',
  Search: 'Suche',
  Seq: 'Änderung',
  'Sort By': 'Sortierung',
  'Sort Descending': 'Absteigend',
  Stack: 'Aufrufe',
  'Start At': 'Beginn',
  State: 'Status',
  'Second Factor': 'Zweiter Faktor',
  'Single Sign-On': 'Zentrale Anmeldung',
  Status: 'Status',
  Street: 'Straße',
  Subscription: 'Abonnement',
  'Support Email': 'Support-E-Mail',
  'Support Phone': 'Support-Telefon',
  Ticket: 'Anmeldung',
  'Time Zone': 'Zeitzone',
  To: 'Bis',
  'To Email': 'An',
  Token: 'Link',
  Until: 'Bis',
  Url: 'Adresse',
  'User Email': 'E-Mail des Benutzers',
};

/** Roles, within a sentence. */
export const roles: Record<string, string> = {
  'no role': 'keine Rolle',
  None: 'Keine Angabe',
  Owner: 'Inhaber',
  Developer: 'Entwickler',
};

/**
 * Sentences of the server, by their English ones. A name in braces stands for a part (serverTexts.de.ts), a number for its
 * place. The first that fits is taken.
 */
export const texts: Record<string, string> = {
  // Rules of fields.
  '{label} field is required.': '„{0}“ muss ausgefüllt werden.',
  '{label} must not contain control characters.': '„{0}“ darf keine Steuerzeichen enthalten.',
  '{label} length must be less than {n}.': '„{0}“ darf höchstens {1} Zeichen lang sein.',
  '{label} length must be at most {n}.': '„{0}“ darf höchstens {1} Zeichen lang sein.',
  '{label} length must be at least {n}.': '„{0}“ muss mindestens {1} Zeichen lang sein.',
  '{label} value is not an email format.': '„{0}“ ist keine E-Mail-Adresse.',
  '{label} must be one of provided options.': '„{0}“ muss eine der angebotenen Möglichkeiten sein.',
  '{label} must be {n} to {n} characters with an upper-case letter, a lower-case letter, a digit and a special character.':
    '„{0}“ muss {1} bis {2} Zeichen mit Großbuchstabe, Kleinbuchstabe, Ziffer und Sonderzeichen haben.',
  '{label} is not a phone number.': '„{0}“ ist keine Telefonnummer.',
  '{label} can not be "." or "..".': '„{0}“ darf nicht „.“ oder „..“ sein.',
  "Passwords don't match.": 'Die Passwörter stimmen nicht überein.',
  '{label} is out of range.': '„{0}“ liegt außerhalb des möglichen Bereichs.',
  '{label} must be a whole number from {n} to {n}.': '„{0}“ muss eine ganze Zahl von {1} bis {2} sein.',
  '{label} must be a whole number from {n}.': '„{0}“ muss eine ganze Zahl ab {1} sein.',
  '{label} is not the name of a time zone, such as Europe/Lisbon.':
    '„{0}“ ist nicht der Name einer Zeitzone, wie Europe/Berlin.',
  '{label} must be a positive amount of at most {n}.': '„{0}“ muss ein positiver Betrag bis {1} sein.',
  '{label} would not be a positive amount of at most {n}.': '„{0}“ wäre kein positiver Betrag bis {1}.',
  '{label} must be an amount of at most {n}, not 0, with at most two decimals.':
    '„{0}“ muss ein Betrag bis {1} sein, nicht 0, mit höchstens zwei Nachkommastellen.',
  '{label} must be more than {n} and at most {n}, not 0, with at most four decimals.':
    '„{0}“ muss mehr als {1} und höchstens {2} sein, nicht 0, mit höchstens vier Nachkommastellen.',
  '{label} must have at most two decimals.': '„{0}“ darf höchstens zwei Nachkommastellen haben.',
  '{label} must be an http or https address without a user name, password or fragment.':
    '„{0}“ muss eine Adresse mit http oder https ohne Benutzername, Passwort und Fragment sein.',
  '{label} must be in the future.': '„{0}“ muss in der Zukunft liegen.',
  '{label} has the wrong type.': '„{0}“ hat den falschen Typ.',
  '{label} can not be changed.': '„{0}“ kann nicht geändert werden.',
  '{label} is not in the catalogue.': '„{0}“ steht nicht im Katalog.',
  '{label} needs the right to see cost.': 'Für „{0}“ ist das Recht nötig, Kosten zu sehen.',
  '{label} is too large.': '„{0}“ ist zu groß.',
  '{label} must be text in UTF-8.': '„{0}“ muss Text in UTF-8 sein.',
  '{label} must be true or false.': '„{0}“ muss wahr oder falsch sein.',
  '{label} must be yes or no.': '„{0}“ muss ja oder nein sein.',
  '{label} must be a day such as {text}.': '„{0}“ muss ein Tag wie {1} sein.',
  '{label} must be a date such as {text} or {text}.': '„{0}“ muss ein Datum wie {1} oder {2} sein.',
  '{label} must be a month such as {text}.': '„{0}“ muss ein Monat wie {1} sein.',
  '{label} may be thousands or decimals: write {text} or {text}.':
    '„{0}“ kann Tausender oder Nachkommastellen meinen: Schreiben Sie {1} oder {2}.',
  '{label} must name at most three.': '„{0}“ darf höchstens drei nennen.',
  '{label} must not name the same twice.': '„{0}“ darf nichts zweimal nennen.',
  'Email is already registered.': 'Diese E-Mail-Adresse ist schon registriert.',
  'Name is already a category.': 'Eine Kategorie mit diesem Namen gibt es schon.',
  'New Name is already a category.': 'Eine Kategorie mit diesem Namen gibt es schon.',
  'Category is not one of the categories.': 'Diese Kategorie gibt es nicht.',
  'Photo can not be read: the file is damaged.': 'Das Foto kann nicht gelesen werden: Die Datei ist beschädigt.',
  'Columns must be those of the file, in their order.': 'Die Spalten müssen die der Datei sein, in ihrer Reihenfolge.',
  'Columns name a field that the list has not.': 'Die Spalten nennen ein Feld, das die Liste nicht hat.',
  'Columns set a field twice.': 'Die Spalten setzen ein Feld zweimal.',
  'Events must be {n} to {n} different names such as company.* or projectSubscription.cancel.':
    'Wählen Sie {0} bis {1} verschiedene Ereignisse, wie company.* oder projectSubscription.cancel.',
  'Url leads to this machine or to a private network.':
    'Die Adresse führt zu diesem Rechner oder in ein privates Netz.',
  'To Email is not another registered user who can sign in.':
    'Das ist kein anderer registrierter Benutzer, der sich anmelden kann.',
  'User Email is not a registered user.': 'Das ist kein registrierter Benutzer.',
  'Code is wrong. Check the clock of your phone and try the next one.':
    'Der Code ist falsch. Prüfen Sie die Uhr Ihres Telefons, und versuchen Sie den nächsten.',
  'Credential can not be added: it was made too late, for another address, or without checking that it is you. Begin again.':
    'Der Passkey kann nicht hinzugefügt werden: Er kam zu spät, gilt für eine andere Adresse, oder es wurde nicht geprüft, dass Sie es sind. Beginnen Sie noch einmal.',
  'Current Password is needed: you signed in more than {n} minutes ago.':
    'Ihr derzeitiges Passwort ist nötig: Ihre Anmeldung liegt mehr als {0} Minuten zurück.',
  'Current Password is wrong.': 'Das derzeitige Passwort ist falsch.',
  'End At can not be before Start At.': 'Das Ende darf nicht vor dem Beginn liegen.',
  'End At must be at least a day after Start At when it renews.':
    'Das Ende muss mindestens einen Tag nach dem Beginn liegen, wenn es sich verlängert.',
  'Remind Days must be at most {n} different whole numbers from {n} to {n}.':
    'Tage vor einem Ende: höchstens {0} verschiedene ganze Zahlen von {1} bis {2}.',
  'The query string is malformed.': 'Die Abfrage ist nicht lesbar.',
  'Sort By sorts at most {text} rows by money at an instant: narrow the list.':
    'Nach Geld zu einem Zeitpunkt lassen sich höchstens {0} Zeilen sortieren: Grenzen Sie die Liste ein.',

  // Errors: a title, and a reason.
  'An error occurred in the server.': 'Im Server ist ein Fehler aufgetreten.',
  'Validation failed': 'Die Werte wurden abgelehnt',
  'Session ended': 'Sitzung beendet',
  'Session expired. Please, login again!': 'Die Sitzung ist abgelaufen. Bitte melden Sie sich erneut an!',
  'Not signed in': 'Nicht angemeldet',
  'Please, login first.': 'Bitte melden Sie sich zuerst an.',
  'Email or password is wrong.': 'E-Mail oder Passwort ist falsch.',
  'Sign in again': 'Erneut anmelden',
  'This sign-in took too long, or too many codes were tried. Please sign in again.':
    'Diese Anmeldung dauerte zu lange, oder es wurden zu viele Codes versucht. Bitte melden Sie sich erneut an.',
  'Wrong code': 'Falscher Code',
  'This code is wrong, or was used before. Wait for the next one of your app.':
    'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten Ihrer App.',
  'This passkey is not known here, or it could not be checked. Please try again, or sign in in another way.':
    'Dieser Passkey ist hier nicht bekannt, oder er konnte nicht geprüft werden. Bitte versuchen Sie es erneut, oder melden Sie sich anders an.',
  'Second factor needed': 'Zweiter Faktor nötig',
  'Set up a second factor first. Your account page leads through it.':
    'Richten Sie zuerst einen zweiten Faktor ein. Ihre Kontoseite führt Sie hindurch.',
  'Not by this key': 'Nicht mit diesem Schlüssel',
  'A key may not do this. Sign in instead.': 'Ein Schlüssel darf das nicht. Melden Sie sich stattdessen an.',
  'This key only reads. Use one with the scope write.':
    'Dieser Schlüssel liest nur. Verwenden Sie einen, der schreiben darf.',
  'This key is for one company, and this is about more. Use another key.':
    'Dieser Schlüssel gilt für eine Firma, und hier geht es um mehr. Verwenden Sie einen anderen.',
  'This sign-in has ended, or began in another window. Please begin again.':
    'Diese Anmeldung ist beendet oder begann in einem anderen Fenster. Bitte beginnen Sie noch einmal.',
  'Not confirmed': 'Nicht bestätigt',
  'The sign-in service did not confirm who you are. Please try again, or sign in with your password.':
    'Der Anmeldedienst hat nicht bestätigt, wer Sie sind. Bitte versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.',
  'Address not confirmed': 'Adresse nicht bestätigt',
  'Your account at the sign-in service has no confirmed e-mail address. Confirm it there and try again, or sign in with your password.':
    'Ihr Konto beim Anmeldedienst hat keine bestätigte E-Mail-Adresse. Bestätigen Sie sie dort, und versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.',
  'No access': 'Kein Zugriff',
  'Nobody may sign in here with your account at the sign-in service. Please ask an administrator.':
    'Mit Ihrem Konto beim Anmeldedienst darf sich hier niemand anmelden. Bitte fragen Sie einen Administrator.',
  'Not allowed': 'Nicht erlaubt',
  'Your role does not allow this.': 'Ihre Rolle erlaubt das nicht.',
  'Only administrators may do this.': 'Das dürfen nur Administratoren.',
  'It also changed records that you may not see. An administrator can take it back.':
    'Dabei wurden auch Einträge geändert, die Sie nicht sehen dürfen. Ein Administrator kann es rückgängig machen.',
  'Only an Owner or an administrator may manage Owners.':
    'Nur ein Inhaber oder ein Administrator darf Inhaber verwalten.',
  'Only those who may add moderators look users up.': 'Nur wer Moderatoren hinzufügen darf, kann Benutzer suchen.',
  'Your role may only change status and details.': 'Ihre Rolle darf nur Status und Details ändern.',
  'Your rights have changed since the export began. Please start it again.':
    'Ihre Rechte haben sich geändert, seit der Export begann. Bitte starten Sie ihn noch einmal.',
  'Not found': 'Nicht gefunden',
  'Item is not found.': 'Der Eintrag wurde nicht gefunden.',
  'Changed meanwhile': 'Inzwischen geändert',
  'Somebody else saved this while you were editing. Nothing of yours was saved yet.':
    'Jemand anderes hat das gespeichert, während Sie es bearbeiteten. Von Ihnen wurde noch nichts gespeichert.',
  'Link not valid': 'Link nicht gültig',
  'This link is not valid any more. Please ask for a new one.':
    'Dieser Link ist nicht mehr gültig. Bitte fordern Sie einen neuen an.',
  'Key already used': 'Schlüssel schon verwendet',
  'This Idempotency-Key was used for a different request. Use a new key.':
    'Dieser Idempotency-Key wurde für eine andere Anfrage verwendet. Verwenden Sie einen neuen.',
  'Too many items': 'Zu viele Einträge',
  'A project holds {n} of them at most. Remove one first.':
    'Ein Projekt fasst höchstens {0} davon. Entfernen Sie zuerst einen.',
  'Too many records': 'Zu viele Einträge',
  'At most {n} records are changed at once, contents and roles included. Choose fewer.':
    'Auf einmal werden höchstens {0} Einträge geändert, mit Inhalt und Rollen. Wählen Sie weniger.',
  'Still working': 'Noch in Arbeit',
  'At most {n} of your bulk actions are under way at once. Wait for one to end, or stop it.':
    'Zugleich laufen höchstens {0} Ihrer Sammelaktionen. Warten Sie, bis eine endet, oder halten Sie sie an.',
  'Already applied': 'Schon angewendet',
  'This file was applied. Upload it again to compare it anew.':
    'Diese Datei wurde angewendet. Laden Sie sie noch einmal hoch, um sie neu zu vergleichen.',
  'This file is being applied. Wait for the end, or stop it.':
    'Diese Datei wird gerade angewendet. Warten Sie das Ende ab, oder halten Sie es an.',
  'Nothing to do': 'Nichts zu tun',
  'No row of this file would change anything.': 'Keine Zeile dieser Datei würde etwas ändern.',
  'Not restored': 'Nicht wiederhergestellt',
  'What it belongs to is removed. Restore that first.':
    'Der übergeordnete Eintrag ist entfernt. Stellen Sie zuerst diesen wieder her.',
  'Too many views': 'Zu viele Ansichten',
  'Too many keys': 'Zu viele Schlüssel',
  'Too many webhooks': 'Zu viele Webhooks',
  'Too many passkeys': 'Zu viele Passkeys',
  'There are {n} of them at most. Remove one first.': 'Es gibt höchstens {0} davon. Entfernen Sie zuerst einen.',
  'You have {n} keys, which is the most. Remove one first.':
    'Sie haben {0} Schlüssel, mehr geht nicht. Entfernen Sie zuerst einen.',
  'You can have {n} of them at most. Remove one first.':
    'Sie können höchstens {0} davon haben. Entfernen Sie zuerst einen.',
  'Webhook is off': 'Webhook ist ausgeschaltet',
  'Nothing is sent while the webhook is off. Switch it on first.':
    'Solange der Webhook ausgeschaltet ist, wird nichts gesendet. Schalten Sie ihn zuerst ein.',
  'Change not kept': 'Änderung nicht aufgehoben',
  'The change is not kept any more, so there is nothing to send.':
    'Die Änderung ist nicht mehr aufgehoben, deshalb gibt es nichts zu senden.',
  'Not oneself': 'Nicht sich selbst',
  'You can not take your own access away. Another administrator can.':
    'Sie können sich den Zugriff nicht selbst nehmen. Ein anderer Administrator kann es.',
  'Remove your own second factors on your account page, with your password. If you lost them, another administrator can remove them.':
    'Entfernen Sie Ihre eigenen zweiten Faktoren auf Ihrer Kontoseite, mit Ihrem Passwort. Haben Sie sie verloren, kann ein anderer Administrator sie entfernen.',
  'Last administrator': 'Letzter Administrator',
  'This is the last administrator who can sign in. Make another one first.':
    'Das ist der letzte Administrator, der sich anmelden kann. Ernennen Sie zuerst einen anderen.',
  'Already set up': 'Schon eingerichtet',
  'You have an authenticator app. Remove it before you set up another one.':
    'Sie haben eine Authenticator-App. Entfernen Sie sie, bevor Sie eine andere einrichten.',
  'Begin again': 'Noch einmal beginnen',
  'There is no authenticator app to confirm. Begin again.':
    'Es gibt keine Authenticator-App zu bestätigen. Beginnen Sie noch einmal.',
  'No passkeys here': 'Hier keine Passkeys',
  'Passkeys work where this server has an https address with a name. Your administrator can set it.':
    'Passkeys funktionieren, wenn dieser Server eine https-Adresse mit einem Namen hat. Ihr Administrator kann sie festlegen.',
  'You must have a second factor. Add another one before you remove this one.':
    'Sie müssen einen zweiten Faktor haben. Fügen Sie einen anderen hinzu, bevor Sie diesen entfernen.',
  'User disabled': 'Benutzer gesperrt',
  'Enable the user before you invite them.': 'Entsperren Sie den Benutzer, bevor Sie ihn einladen.',
  'User enabled': 'Benutzer nicht gesperrt',
  'Disable the user before you erase them.': 'Sperren Sie den Benutzer, bevor Sie seine Daten löschen.',
  Erased: 'Daten gelöscht',
  'This person was erased. Nothing of them can be changed or brought back.':
    'Die Daten dieser Person wurden gelöscht. Nichts davon kann geändert oder zurückgeholt werden.',
  'Already signed up': 'Schon registriert',
  'This user has a password. They can ask for a reset link on the sign-in page.':
    'Dieser Benutzer hat ein Passwort. Auf der Anmeldeseite kann er einen Link anfordern, um es zurückzusetzen.',
  'Too many moderators': 'Zu viele Moderatoren',
  'A company has {n} moderators at most. Remove one first.':
    'Eine Firma hat höchstens {0} Moderatoren. Entfernen Sie zuerst einen.',
  'A project has {n} moderators at most. Remove one first.':
    'Ein Projekt hat höchstens {0} Moderatoren. Entfernen Sie zuerst einen.',
  'Pending Remove': 'Entfernung ausstehend',
  'This company is marked removed and takes nothing new. Restore it first.':
    'Diese Firma ist zur Entfernung vorgemerkt und nimmt nichts Neues auf. Stellen Sie sie zuerst wieder her.',
  'This category is marked removed and takes nothing new. Restore it first.':
    'Diese Kategorie ist zur Entfernung vorgemerkt und nimmt nichts Neues auf. Stellen Sie sie zuerst wieder her.',
  'This project is marked removed and takes nothing new. Restore it first.':
    'Dieses Projekt ist zur Entfernung vorgemerkt und nimmt nichts Neues auf. Stellen Sie es zuerst wieder her.',
  'This product is marked removed and takes nothing new. Restore it first.':
    'Dieses Produkt ist zur Entfernung vorgemerkt und nimmt nichts Neues auf. Stellen Sie es zuerst wieder her.',
  'This subscription is marked removed and takes nothing new. Restore it first.':
    'Dieses Abonnement ist zur Entfernung vorgemerkt und nimmt nichts Neues auf. Stellen Sie es zuerst wieder her.',
  'Changed since': 'Seitdem geändert',
  'A later change touched the same fields. Taking this one back would overwrite it.':
    'Eine spätere Änderung betraf dieselben Felder. Diese rückgängig zu machen würde sie überschreiben.',
  'Too many requests': 'Zu viele Anfragen',
  'Too many sign-ins are waiting. Please wait a moment and try again.':
    'Zu viele Anmeldungen warten. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'Enough errors were reported for now. Please wait a minute.':
    'Vorerst wurden genug Fehler gemeldet. Bitte warten Sie eine Minute.',
  'Other files are being read right now. Please try again in a moment.':
    'Gerade werden andere Dateien gelesen. Bitte versuchen Sie es gleich noch einmal.',
  'Much is being sent at once. Please try again in a moment.':
    'Es wird gerade sehr viel auf einmal gesendet. Bitte versuchen Sie es gleich noch einmal.',
  'At most 4 of your exports run at a time, and some of all people. Wait for one to end.':
    'Höchstens 4 Ihrer Exporte laufen gleichzeitig, und einige aller Personen. Warten Sie, bis einer fertig ist.',
  'Too many long lists and reports are being read. Please wait a moment and try again.':
    'Es werden zu viele lange Listen und Berichte gelesen. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.',
  'Many photos are being read right now. Please try again in a moment.':
    'Gerade werden viele Fotos gelesen. Bitte versuchen Sie es gleich noch einmal.',
  'Too many attempts. Please wait a moment and try again.':
    'Zu viele Versuche. Bitte warten Sie einen Moment, und versuchen Sie es erneut.',
  'Not a photo': 'Kein Foto',
  'A photo must be a JPEG, PNG or WebP image.': 'Ein Foto muss ein Bild im Format JPEG, PNG oder WebP sein.',
  'Photo too large': 'Foto zu groß',
  'A photo may have {n} megapixels at most.': 'Ein Foto darf höchstens {0} Megapixel haben.',
  'This photo takes too much memory to read. Make it smaller, or save it as an ordinary JPEG.':
    'Dieses Foto braucht zu viel Speicher. Verkleinern Sie es, oder speichern Sie es als gewöhnliches JPEG.',
  'Not JSON': 'Kein JSON',
  'The request body must be application/json.': 'Die Anfrage muss application/json sein.',
  'Request Timeout': 'Zeitüberschreitung der Anfrage',
  'The request body came too slowly.': 'Die Anfrage kam zu langsam.',
  'Too large': 'Zu groß',
  'The request body may have {text} at most.': 'Die Anfrage darf höchstens {0} haben.',
  'Database busy': 'Datenbank ausgelastet',
  'The database is busy. Nothing was changed; please try again.':
    'Die Datenbank ist ausgelastet. Es wurde nichts geändert; bitte versuchen Sie es erneut.',
  'Database away': 'Datenbank nicht erreichbar',
  'The database can not be reached. Nothing was changed; please try again.':
    'Die Datenbank ist nicht erreichbar. Es wurde nichts geändert; bitte versuchen Sie es erneut.',
  'The database went away while saving, so the change may or may not be there. Reload before you try again.':
    'Die Datenbank war beim Speichern nicht mehr erreichbar. Vielleicht ist die Änderung gespeichert, vielleicht nicht. Laden Sie neu, bevor Sie es erneut versuchen.',
  'Sign-in service away': 'Anmeldedienst nicht erreichbar',
  'The sign-in service can not be reached. Please try again in a moment, or sign in with your password.':
    'Der Anmeldedienst ist nicht erreichbar. Bitte versuchen Sie es gleich noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  'Server Timeout': 'Zeitüberschreitung des Servers',
  'The database did not answer in time. Nothing was changed; please try again.':
    'Die Datenbank hat nicht rechtzeitig geantwortet. Es wurde nichts geändert; bitte versuchen Sie es erneut.',
  'The server did not answer in time. Please try again.':
    'Der Server hat nicht rechtzeitig geantwortet. Bitte versuchen Sie es erneut.',
  'Disk full': 'Speicher voll',
  'The disk of the server is full. Nothing was changed; please tell your administrator.':
    'Der Speicher des Servers ist voll. Es wurde nichts geändert; bitte sagen Sie es Ihrem Administrator.',

  // Why a change can not be taken back.
  'Can not be undone': 'Nicht rückgängig zu machen',
  'It was taken back already.': 'Es wurde schon rückgängig gemacht.',
  'It is still being done. Stop it first, or wait for its end.':
    'Es ist noch in Arbeit. Halten Sie es zuerst an, oder warten Sie das Ende ab.',
  'Everything is as it was before already.': 'Alles ist schon so, wie es vorher war.',
  'It is removed now. Restore it first.': 'Es ist jetzt entfernt. Stellen Sie es zuerst wieder her.',
  'The record was deleted for good.': 'Der Eintrag wurde endgültig gelöscht.',
  'A password was set. Nobody can bring the earlier one back.':
    'Ein Passwort wurde gesetzt. Niemand kann das frühere zurückholen.',
  'A second factor was set up or removed. The person alone can set one up.':
    'Ein zweiter Faktor wurde eingerichtet oder entfernt. Nur die Person selbst kann einen einrichten.',
  'A mail was sent. It can not be called back.': 'Eine E-Mail wurde gesendet. Sie kann nicht zurückgerufen werden.',
  'A person was erased, for good.': 'Die Daten einer Person wurden endgültig gelöscht.',
  'Time did this. Edit or cancel the subscription instead.':
    'Das geschah durch Zeitablauf. Bearbeiten oder kündigen Sie stattdessen das Abonnement.',
  'A user is never removed. Disable the user instead.': 'Ein Benutzer wird nie entfernt. Sperren Sie ihn stattdessen.',
  'It changed nothing that can be taken back.': 'Es änderte nichts, was rückgängig gemacht werden kann.',
  'The photo is not kept any more.': 'Das Foto ist nicht mehr aufgehoben.',
  'The address would not be whole.': 'Die Adresse wäre nicht vollständig.',
  'The category {text} is removed. Restore it first.':
    'Die Kategorie {0} ist entfernt. Stellen Sie sie zuerst wieder her.',
  'Another category has its name now. Rename that first.':
    'Eine andere Kategorie hat jetzt diesen Namen. Benennen Sie zuerst diese um.',
  'The project or the item of the catalogue is removed. Restore that first.':
    'Das Projekt oder der Eintrag des Katalogs ist entfernt. Stellen Sie zuerst diesen wieder her.',
  'The user does not exist any more.': 'Den Benutzer gibt es nicht mehr.',
  'The user is a moderator here again.': 'Der Benutzer ist hier wieder Moderator.',

  // Files that are imported.
  'File is empty.': 'Die Datei ist leer.',
  'File is neither CSV nor XLSX.': 'Die Datei ist weder CSV noch XLSX.',
  'File has more parts than a table has.': 'Die Datei hat mehr Teile, als eine Tabelle hat.',
  'File is a damaged XLSX file. It may be cut off.':
    'Die Datei ist eine beschädigte XLSX-Datei. Vielleicht ist sie abgeschnitten.',
  'File has no sheet.': 'Die Datei hat kein Tabellenblatt.',
  'File is not an XLSX file: it has no {text}.': 'Die Datei ist keine XLSX-Datei: {0} fehlt.',
  'File unpacks to more than a table of its size has.':
    'Die Datei enthält entpackt mehr, als eine Tabelle ihrer Größe hat.',
  'File has too many cells for its size. Save it again as CSV, or split it.':
    'Die Datei hat zu viele Zellen für ihre Größe. Speichern Sie sie noch einmal als CSV, oder teilen Sie sie auf.',
  'File is a damaged XLSX file: {text} can not be read.':
    'Die Datei ist eine beschädigte XLSX-Datei: {0} kann nicht gelesen werden.',
  'File has a text of more than {n} characters.': 'Die Datei hat einen Text mit mehr als {0} Zeichen.',
  'File has too many texts. Split it.': 'Die Datei hat zu viele Texte. Teilen Sie sie auf.',
  'File says that it is UTF-8, and is not. It may be cut off.':
    'Die Datei gibt sich als UTF-8 aus und ist es nicht. Vielleicht ist sie abgeschnitten.',
  'File is UTF-16 and ends within a character. It may be cut off.':
    'Die Datei ist UTF-16 und endet mitten in einem Zeichen. Vielleicht ist sie abgeschnitten.',
  'File ends within a character. It may be cut off.':
    'Die Datei endet mitten in einem Zeichen. Vielleicht ist sie abgeschnitten.',
  'File has a quoted cell in row {n} that does not end. It may be cut off.':
    'Die Datei hat in Zeile {0} eine Zelle in Anführungszeichen, die nicht endet. Vielleicht ist sie abgeschnitten.',
  'File has a quoted cell in row {n} with text behind its quote.':
    'Die Datei hat in Zeile {0} eine Zelle in Anführungszeichen mit Text dahinter.',
  'File is an old or encrypted Excel file. Save it as XLSX without a password, or as CSV.':
    'Die Datei ist eine alte oder verschlüsselte Excel-Datei. Speichern Sie sie als XLSX ohne Passwort oder als CSV.',
  'File has more than {n} rows. Split it.': 'Die Datei hat mehr als {0} Zeilen. Teilen Sie sie auf.',
  'File has more than {n} columns.': 'Die Datei hat mehr als {0} Spalten.',
  'File has a cell of more than {n} characters in row {n}.':
    'Die Datei hat in Zeile {1} eine Zelle mit mehr als {0} Zeichen.',
  'File has more than {text} of text. Split it.': 'Die Datei hat mehr als {0} Text. Teilen Sie sie auf.',
  'Row would make a record that was made in the meantime.':
    'Diese Zeile würde einen Eintrag anlegen, der inzwischen angelegt wurde.',
  'Row could not be applied. Please try it again.':
    'Diese Zeile konnte nicht angewendet werden. Bitte versuchen Sie es erneut.',
  'Row has {n} cells, and there are {n} headings.': 'Diese Zeile hat {0} Zellen, und es gibt {1} Überschriften.',
  'Row {n} is about the same record.': 'Zeile {0} betrifft denselben Eintrag.',

  // Notifications.
  'Subscription ends soon': 'Abonnement endet bald',
  'Subscription renews soon': 'Abonnement verlängert sich bald',
  'Subscription ended': 'Abonnement beendet',
  'Subscription renewed': 'Abonnement verlängert',
  'Subscription canceled': 'Abonnement gekündigt',
  '{name} of {name} ({text}) ends on {day}.': '{0} von {1} ({2}) endet am {3}.',
  '{name} of {name} ({text}) renews on {day}. The last day to cancel it is {day}.':
    '{0} von {1} ({2}) verlängert sich am {3}. Der letzte Tag zum Kündigen ist der {4}.',
  '{name} of {name} ({text}) ended on {day}.': '{0} von {1} ({2}) endete am {3}.',
  '{name} of {name} ({text}) now runs until {day}.': '{0} von {1} ({2}) läuft jetzt bis {3}.',
  '{name} of {name} ({text}) was canceled. Reason: {text}': '{0} von {1} ({2}) wurde gekündigt. Grund: {3}',
  '{name} of {name} ({text}) was canceled.': '{0} von {1} ({2}) wurde gekündigt.',
  'Webhook switched off': 'Webhook abgeschaltet',
  '{text}: No delivery arrived for a day.': '{0}: Seit einem Tag ist keine Nachricht angekommen.',
  '{text}: The receiver answered that it is gone.': '{0}: Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt.',
  '{text}: Its owner is no administrator any more. Save it to become its owner.':
    '{0}: Sein Inhaber ist kein Administrator mehr. Wer ihn speichert, wird sein Inhaber.',
  '{text}: Its secret was encrypted with another BTRACKER_SECRET. Make the webhook anew.':
    '{0}: Sein Geheimnis wurde mit einem anderen BTRACKER_SECRET verschlüsselt. Legen Sie den Webhook neu an.',

  // Webhooks.
  'No delivery arrived for a day.': 'Seit einem Tag ist keine Nachricht angekommen.',
  'The receiver answered that it is gone.': 'Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt.',
  'Its owner is no administrator any more. Save it to become its owner.':
    'Sein Inhaber ist kein Administrator mehr. Wer ihn speichert, wird sein Inhaber.',
  'Its secret was encrypted with another BTRACKER_SECRET. Make the webhook anew.':
    'Sein Geheimnis wurde mit einem anderen BTRACKER_SECRET verschlüsselt. Legen Sie den Webhook neu an.',
  'The receiver did not take it.': 'Der Empfänger hat es nicht angenommen.',
  'The change is not kept any more.': 'Die Änderung wird nicht mehr aufbewahrt.',
  'The address is of this machine or of a private network.':
    'Die Adresse gehört zu diesem Rechner oder zu einem privaten Netz.',
  'The name of the receiver was not found.': 'Der Name des Empfängers wurde nicht gefunden.',
  'The certificate of the receiver is not valid.': 'Das Zertifikat des Empfängers ist nicht gültig.',
  'There was no answer in time.': 'Es kam nicht rechtzeitig eine Antwort.',
  'There was no connection, or it broke off.': 'Es gab keine Verbindung, oder sie brach ab.',

  // Security events.
  'by passkey': 'mit Passkey',
  'by single sign-on': 'über die zentrale Anmeldung',
  'with totp': 'mit Authenticator-App',
  'with recovery': 'mit Wiederherstellungscode',
  'with passkey': 'mit Passkey',
  'with totp after single sign-on': 'mit Authenticator-App nach der zentralen Anmeldung',
  'with recovery after single sign-on': 'mit Wiederherstellungscode nach der zentralen Anmeldung',
  'with passkey after single sign-on': 'mit Passkey nach der zentralen Anmeldung',
  totp: 'Authenticator-App',
  recovery: 'Wiederherstellungscode',
  passkey: 'Passkey',
  changed: 'geändert',
  'set by a mailed link': 'mit einem Link aus einer E-Mail gesetzt',
  'ended all other sessions': 'alle anderen Sitzungen beendet',
  'ended a session': 'eine Sitzung beendet',
  'authenticator app added': 'Authenticator-App hinzugefügt',
  'authenticator app removed': 'Authenticator-App entfernt',
  'removed by {text}': 'entfernt von {0}',
  'added: {text}': 'hinzugefügt: {0}',
  'removed: {text}': 'entfernt: {0}',
  'refused, may be a copy: {text}': 'abgelehnt, vielleicht eine Kopie: {0}',
  'key "{text}" added, scope read': 'Schlüssel „{0}“ hinzugefügt, liest',
  'key "{text}" added, scope write': 'Schlüssel „{0}“ hinzugefügt, liest und schreibt',
  'key "{text}" removed': 'Schlüssel „{0}“ entfernt',
  'webhook to {text} added': 'Webhook an {0} hinzugefügt',
  'webhook to {text} changed': 'Webhook an {0} geändert',
  'webhook to {text} removed': 'Webhook an {0} entfernt',
  'may sign in by single sign-on': 'darf die zentrale Anmeldung nutzen',
  'may not sign in by single sign-on any more': 'darf die zentrale Anmeldung nicht mehr nutzen',
  'made an administrator, by {text}': 'zum Administrator gemacht, von {0}',
  'no administrator any more, by {text}': 'kein Administrator mehr, durch {0}',
  '{role} instead of {role} in company {text}, by {text}': '{0} statt {1} in der Firma {2}, von {3}',
  '{role} instead of {role} in project {text}, by {text}': '{0} statt {1} im Projekt {2}, von {3}',
  'enabled, by {text}': 'entsperrt, von {0}',
  'disabled, by {text}': 'gesperrt, von {0}',
};
