-- Files that belong to records. A file is kept once, in pieces, whatever the number of its documents. An upload writes pieces before anybody
-- knows its hash: it is a content that is not whole, and is deleted when it is not continued.
CREATE TABLE content (
    id         TEXT    PRIMARY KEY,
    sha256     TEXT,
    size       BIGINT  NOT NULL,
    type       TEXT    NOT NULL,
    is_whole   BOOLEAN NOT NULL,
    -- When it was last written to or lost a document.
    touched_at BIGINT  NOT NULL
);
CREATE UNIQUE INDEX content_hash ON content (sha256) WHERE is_whole;
CREATE INDEX content_touched ON content (touched_at);

CREATE TABLE content_piece (
    content_id TEXT    NOT NULL REFERENCES content (id),
    piece      INTEGER NOT NULL,
    bytes      BYTEA   NOT NULL,
    PRIMARY KEY (content_id, piece)
);

CREATE TABLE document (
    rowno           {{identity}},
    id              TEXT    NOT NULL UNIQUE,
    entity          TEXT    NOT NULL,
    entity_id       TEXT    NOT NULL,
    company_id      TEXT,
    project_id      TEXT,
    name            TEXT    NOT NULL,
    details         TEXT,
    is_confidential BOOLEAN NOT NULL,
    content_id      TEXT    NOT NULL REFERENCES content (id),
    author_id       TEXT    REFERENCES users (id),
    created_at      BIGINT  NOT NULL,
    deleted_at      BIGINT,
    version         INTEGER NOT NULL DEFAULT 1,
    updated_at      BIGINT  NOT NULL,
    updated_by      TEXT
);
CREATE INDEX document_entity ON document (entity_id, created_at, id);
CREATE INDEX document_company ON document (company_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_project ON document (project_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX document_content ON document (content_id);
CREATE INDEX document_author ON document (author_id);
CREATE INDEX document_deleted ON document (deleted_at) WHERE deleted_at IS NOT NULL;
