-- What a search in the notifications looks into, folded by the program. Those that
-- were there before are folded by the database, which is near enough.
ALTER TABLE notification ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
UPDATE notification SET search_text = lower(title || '
' || details);
