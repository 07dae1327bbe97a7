-- Bulk actions. Each transaction that changes records moves position on, so that no record
-- is changed twice, whoever goes on with the action.
CREATE TABLE bulk (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    list       TEXT   NOT NULL,
    action     TEXT   NOT NULL,
    params     TEXT   NOT NULL,
    state      TEXT   NOT NULL,
    total      BIGINT NOT NULL,
    position   BIGINT NOT NULL DEFAULT 0,
    refused    BIGINT NOT NULL DEFAULT 0,
    created_at BIGINT NOT NULL,
    ended_at   BIGINT
);
CREATE INDEX bulk_user ON bulk (user_id) WHERE ended_at IS NULL;
CREATE INDEX bulk_ended ON bulk (ended_at);

-- The records of an action that is under way, a hundred in each piece, as pairs of kind
-- and id.
CREATE TABLE bulk_piece (
    bulk_id TEXT   NOT NULL REFERENCES bulk (id),
    piece   BIGINT NOT NULL,
    records TEXT   NOT NULL,
    PRIMARY KEY (bulk_id, piece)
);
