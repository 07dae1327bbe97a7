-- The language that a person chose for the app, and for mails, the calendar and exports; '' until they choose one.
ALTER TABLE users ADD COLUMN language TEXT NOT NULL DEFAULT '';
