-- Kept beside the user, because every request of somebody who must have a second factor asks for it.
ALTER TABLE users ADD COLUMN has_second_factor BOOLEAN NOT NULL DEFAULT FALSE;

-- The secret of an authenticator app, encrypted. It counts once a code of it has been confirmed; last_step is the
-- time step of the last code that was used, so that none works twice.
CREATE TABLE totp (
    user_id      TEXT   PRIMARY KEY REFERENCES users (id),
    secret       TEXT   NOT NULL,
    created_at   BIGINT NOT NULL,
    confirmed_at BIGINT,
    last_step    BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE recovery_code (
    hash    TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id)
);
CREATE INDEX recovery_code_user ON recovery_code (user_id);

-- Sign-ins that wait for their second factor.
CREATE TABLE sign_in_ticket (
    hash       TEXT    PRIMARY KEY,
    user_id    TEXT    NOT NULL REFERENCES users (id),
    expires_at BIGINT  NOT NULL,
    tries      INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sign_in_ticket_user ON sign_in_ticket (user_id);
CREATE INDEX sign_in_ticket_expiry ON sign_in_ticket (expires_at);
