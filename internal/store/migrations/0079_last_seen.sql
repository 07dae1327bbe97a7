-- When a person was last seen, without reading their sessions.
CREATE INDEX session_seen ON session (user_id, last_used_at);
DROP INDEX session_by_user;
