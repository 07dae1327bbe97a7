-- From where and with what somebody signed in, and when the session was last used.
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN last_used_at BIGINT NOT NULL DEFAULT 0;
UPDATE session SET last_used_at = created_at;

-- Sign-ins, failures and changes of rights. email is the address as it was then, also one that nobody has.
CREATE TABLE security_event (
    id      TEXT   PRIMARY KEY,
    at      BIGINT NOT NULL,
    kind    TEXT   NOT NULL,
    email   TEXT   NOT NULL,
    address TEXT   NOT NULL,
    agent   TEXT   NOT NULL,
    details TEXT   NOT NULL
);
CREATE INDEX security_event_at ON security_event (at, id);
CREATE INDEX security_event_email ON security_event (email, at, id);
CREATE INDEX security_event_kind ON security_event (kind, at, id);
