-- Changes of subscriptions that people keep to try and to apply, as JSON.
CREATE TABLE plan (
    id         TEXT    PRIMARY KEY,
    owner_id   TEXT    NOT NULL REFERENCES users (id),
    name       TEXT    NOT NULL,
    until      TEXT    NOT NULL,
    changes    TEXT    NOT NULL,
    is_shared  BOOLEAN NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT  NOT NULL
);
CREATE INDEX plan_owner ON plan (owner_id);
CREATE INDEX plan_shared ON plan (id) WHERE is_shared;
