-- Files that people uploaded, compared with what is stored. They are dropped after a day.
CREATE TABLE import (
    id         TEXT   PRIMARY KEY,
    user_id    TEXT   NOT NULL REFERENCES users (id),
    list       TEXT   NOT NULL,
    name       TEXT   NOT NULL,
    columns    TEXT   NOT NULL,
    rows       BIGINT NOT NULL DEFAULT 0,
    creates    BIGINT NOT NULL DEFAULT 0,
    updates    BIGINT NOT NULL DEFAULT 0,
    unchanged  BIGINT NOT NULL DEFAULT 0,
    refused    BIGINT NOT NULL DEFAULT 0,
    version    BIGINT NOT NULL,
    bulk_id    TEXT,
    is_ready   BOOLEAN NOT NULL,
    touched_at BIGINT NOT NULL
);
CREATE INDEX import_user ON import (user_id);
CREATE INDEX import_touched ON import (touched_at);

-- The rows of a file. Input is what a row sends to the use case that creates or edits a record.
CREATE TABLE import_row (
    import_id TEXT   NOT NULL REFERENCES import (id),
    row_no    BIGINT NOT NULL,
    state     TEXT   NOT NULL,
    record_id TEXT,
    version   BIGINT NOT NULL,
    name      TEXT   NOT NULL,
    cells     TEXT   NOT NULL,
    input     TEXT   NOT NULL,
    fields    TEXT   NOT NULL,
    errors    TEXT   NOT NULL,
    PRIMARY KEY (import_id, row_no)
);
CREATE INDEX import_row_state ON import_row (import_id, state, row_no);
