-- What people write about a record. The text has the ids of people where it mentions them, and never their addresses, so that
-- nothing of it has to change when a person is erased. company_id and project_id are those of the record.
CREATE TABLE note (
    rowno       {{identity}},
    id          TEXT    NOT NULL UNIQUE,
    entity      TEXT    NOT NULL,
    entity_id   TEXT    NOT NULL,
    company_id  TEXT,
    project_id  TEXT,
    text        TEXT    NOT NULL,
    search_text TEXT    NOT NULL,
    is_pinned   BOOLEAN NOT NULL,
    author_id   TEXT    REFERENCES users (id),
    created_at  BIGINT  NOT NULL,
    edited_at   BIGINT,
    deleted_at  BIGINT,
    version     INTEGER NOT NULL DEFAULT 1,
    updated_at  BIGINT  NOT NULL,
    updated_by  TEXT
);
CREATE INDEX note_entity ON note (entity_id, is_pinned, created_at, id);
CREATE INDEX note_company ON note (company_id, is_pinned, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX note_project ON note (project_id, is_pinned, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX note_author ON note (author_id);
CREATE INDEX note_deleted ON note (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX note_sorting ON note (rowno, created_at, id, deleted_at);

CREATE VIRTUAL TABLE note_search USING fts5 (search_text, content='note', content_rowid='rowno', tokenize='trigram case_sensitive 1');
CREATE TRIGGER note_search_insert AFTER INSERT ON note BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('note', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER note_search_update AFTER UPDATE OF search_text ON note WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('note', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER note_search_delete AFTER DELETE ON note BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('note', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

ALTER TABLE notification_setting ADD COLUMN mention BOOLEAN NOT NULL DEFAULT TRUE;
CREATE INDEX notification_mention ON notification (recipient_id, item_id) WHERE kind = 'mention';
