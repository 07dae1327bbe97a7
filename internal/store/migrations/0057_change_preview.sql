-- Changes that a program has previewed, by the hashes of their tokens. The fingerprint is of everything that was decided.
CREATE TABLE change_preview (
    hash        TEXT   PRIMARY KEY,
    key_id      TEXT   NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
    input       TEXT   NOT NULL,
    fingerprint TEXT   NOT NULL,
    expires_at  BIGINT NOT NULL
);
CREATE INDEX change_preview_key ON change_preview (key_id, expires_at);
CREATE INDEX change_preview_expiry ON change_preview (expires_at);
