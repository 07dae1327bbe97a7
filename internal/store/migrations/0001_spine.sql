-- One text for both databases. Instants are milliseconds, flags BOOLEAN, ids
-- UUIDs as text. {{…}} stands for the few words the databases do not share;
-- see the two dialect files.

CREATE TABLE photo (
    hash         TEXT   PRIMARY KEY,
    content_type TEXT   NOT NULL,
    bytes        BYTEA  NOT NULL,
    created_at   BIGINT NOT NULL
);

-- E-mail is an attribute that may change one day: everything refers to id.
CREATE TABLE users (
    rowno          {{identity}},
    id             TEXT    NOT NULL UNIQUE,
    email          TEXT    {{ordered}} NOT NULL,
    display_name   TEXT    NOT NULL,
    name_key       TEXT    {{ordered}} NOT NULL,
    search_text    TEXT    NOT NULL,
    gender         INTEGER NOT NULL DEFAULT 0,
    first_name     TEXT,
    last_name      TEXT,
    phone_number   TEXT,
    address        TEXT,
    is_admin       BOOLEAN NOT NULL DEFAULT FALSE,
    photo_hash     TEXT REFERENCES photo (hash),
    disabled_at    BIGINT,
    disable_reason INTEGER NOT NULL DEFAULT 0,
    created_at     BIGINT  NOT NULL,
    version        INTEGER NOT NULL DEFAULT 1,
    updated_at     BIGINT  NOT NULL,
    updated_by     TEXT
);
CREATE UNIQUE INDEX users_email ON users (email);
CREATE INDEX users_name ON users (name_key, rowno);
CREATE INDEX users_created ON users (created_at, rowno);
CREATE INDEX users_admin ON users (rowno) WHERE is_admin;
CREATE INDEX users_photo ON users (photo_hash) WHERE photo_hash IS NOT NULL;

-- Apart from users, so that a second factor or another way in is a table beside
-- it, and no query for a user can ever carry a hash along.
CREATE TABLE credential (
    user_id       TEXT   PRIMARY KEY REFERENCES users (id),
    password_hash TEXT   NOT NULL,
    updated_at    BIGINT NOT NULL
);

CREATE TABLE session (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    revoked_at BIGINT
);
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_expiry ON session (expires_at);

-- Mailed tokens. Only the hash is kept; a newer one of any kind replaces it.
CREATE TABLE password_token (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id),
    kind       TEXT   NOT NULL,
    hash       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX password_token_expiry ON password_token (expires_at);

-- Failed sign-ins by account-and-address and by address, shared by all replicas.
CREATE TABLE throttle (
    subject       TEXT    PRIMARY KEY,
    failures      INTEGER NOT NULL,
    blocked_until BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL
);
CREATE INDEX throttle_updated ON throttle (updated_at);

-- A POST repeated with the same key answers what the first one made.
CREATE TABLE idempotency (
    user_id     TEXT   NOT NULL REFERENCES users (id),
    key         TEXT   NOT NULL,
    fingerprint TEXT   NOT NULL,
    entity_id   TEXT   NOT NULL,
    created_at  BIGINT NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_created ON idempotency (created_at);

CREATE TABLE preference (
    user_id TEXT NOT NULL REFERENCES users (id),
    key     TEXT NOT NULL,
    value   TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
);

-- The change log: one row for every mutation, written in its transaction.
CREATE TABLE change (
    seq        {{identity}},
    at         BIGINT NOT NULL,
    actor_id   TEXT,
    action     TEXT   NOT NULL,
    entity     TEXT   NOT NULL,
    entity_id  TEXT   NOT NULL,
    before     TEXT,
    after      TEXT,
    request_id TEXT   NOT NULL,
    batch_id   TEXT
    {{transaction_id}}
);
CREATE INDEX change_entity ON change (entity, entity_id, seq);
CREATE INDEX change_at ON change (at);

-- Totals kept by the writing transaction, because counting grows with the table.
-- The shards keep concurrent writers of a large installation off each other's row.
CREATE TABLE tally (
    name  TEXT    NOT NULL,
    shard INTEGER NOT NULL,
    n     BIGINT  NOT NULL,
    PRIMARY KEY (name, shard)
);
