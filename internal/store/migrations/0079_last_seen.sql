-- When a person was last seen, without reading their sessions.
CREATE INDEX session_seen ON session (user_id, last_used_at);
DROP INDEX session_by_user;
-- Who was invited and has neither set a password nor signed in by single sign-on.
ALTER TABLE users ADD COLUMN is_waiting BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE users SET is_waiting = FALSE WHERE id IN (SELECT user_id FROM credential UNION ALL SELECT user_id FROM linked_identity);
CREATE INDEX users_waiting ON users (name_key, rowno) WHERE is_waiting AND disabled_at IS NULL;
