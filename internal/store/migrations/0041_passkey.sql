-- Public keys of passkeys. A passkey that counts its uses must count on: sign_count is that of its last use.
CREATE TABLE passkey (
    id              TEXT    PRIMARY KEY,
    user_id         TEXT    NOT NULL REFERENCES users (id),
    credential_id   TEXT    NOT NULL UNIQUE,
    public_key      TEXT    NOT NULL,
    sign_count      BIGINT  NOT NULL,
    backup_eligible BOOLEAN NOT NULL,
    transports      TEXT    NOT NULL,
    name            TEXT    NOT NULL,
    created_at      BIGINT  NOT NULL,
    last_used_at    BIGINT
);
CREATE INDEX passkey_user ON passkey (user_id, created_at, id);

-- Questions that a passkey has not answered yet. The purpose says what the answer is good for, and for whom.
CREATE TABLE passkey_challenge (
    hash       TEXT   PRIMARY KEY,
    purpose    TEXT   NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX passkey_challenge_purpose ON passkey_challenge (purpose);
CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at);
