-- A user may have several links at once: an invitation and a reset, and for each a
-- newer one that is on its way while the older one still works. The table is
-- rebuilt because SQLite can't change a primary key.
CREATE TABLE password_token_by_hash (
    hash       TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    kind       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO password_token_by_hash (hash, user_id, kind, created_at, expires_at)
    SELECT hash, user_id, kind, created_at, expires_at FROM password_token;
DROP TABLE password_token;
ALTER TABLE password_token_by_hash RENAME TO password_token;
CREATE INDEX password_token_by_user ON password_token (user_id, kind);
CREATE INDEX password_token_expiry ON password_token (expires_at);
