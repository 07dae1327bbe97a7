-- The key and the values of a stored sentence, beside its English words, so that it can be said in another language.
-- Rows of earlier versions have none.
ALTER TABLE notification ADD COLUMN details_text TEXT;
ALTER TABLE security_event ADD COLUMN details_text TEXT;
ALTER TABLE import_row ADD COLUMN error_texts TEXT NOT NULL DEFAULT '{}';
