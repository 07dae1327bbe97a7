-- Hashes of the codes with which somebody makes the first administrator. Each start without an administrator adds one.
CREATE TABLE setup_code (
    hash       TEXT   PRIMARY KEY,
    created_at BIGINT NOT NULL
);
