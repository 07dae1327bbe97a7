-- People whose values were replaced by a pseudonym. email_hash recognises changes about them that are not sealed yet; it goes
-- when their values are gone from the whole history (done_at).
CREATE TABLE erasure (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id),
    pseudonym  TEXT   NOT NULL,
    erased_at  BIGINT NOT NULL,
    email_hash TEXT,
    done_at    BIGINT
);
CREATE INDEX erasure_pending ON erasure (erased_at) WHERE done_at IS NULL;

ALTER TABLE users ADD COLUMN erased_at BIGINT;

-- The names of keys, also of those that ended. The history refers to a key by its id, because a name may tell about its owner and
-- a sealed change can not be changed.
CREATE TABLE key_name (
    id      TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id),
    name    TEXT NOT NULL
);
CREATE INDEX key_name_user ON key_name (user_id);
INSERT INTO key_name (id, user_id, name) SELECT id, user_id, name FROM api_key;
