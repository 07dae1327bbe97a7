-- The sealed audit trail: see internal/audit. A seal closes some changes in commit order. It is kept
-- for ever; list, the numbers and hashes of its changes, goes with them (retention). newest is
-- the time of its newest change; last_tx and last_seq are where the next seal goes on.
CREATE TABLE seal (
    n        BIGINT  PRIMARY KEY,
    from_seq BIGINT  NOT NULL,
    to_seq   BIGINT  NOT NULL,
    size     INTEGER NOT NULL,
    at       BIGINT  NOT NULL,
    digest   TEXT    NOT NULL,
    previous TEXT    NOT NULL,
    hash     TEXT    NOT NULL,
    newest   BIGINT  NOT NULL,
    last_tx  BIGINT  NOT NULL,
    last_seq BIGINT  NOT NULL,
    list     BYTEA
);
CREATE INDEX seal_listed ON seal (n) WHERE list IS NOT NULL;

-- The person whose values a sealed change holds, and the salt of their hashes. Erasing the person
-- takes the salt away; erased then has the hashes themselves, because the values are gone.
CREATE TABLE change_person (
    seq    BIGINT PRIMARY KEY,
    person TEXT   NOT NULL,
    salt   TEXT,
    erased TEXT
);
CREATE INDEX change_person_person ON change_person (person, seq);
