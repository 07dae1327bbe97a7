-- Fields that administrators give a list, and the values that records have of them (store/own.go). sort_key orders the values of any
-- kind as text: lists are filtered and sorted by one index, whatever the field. is_gone is whether the record is a tombstone: a count
-- reads the index alone.
CREATE TABLE own_field (
    rowno           {{identity}},
    id              TEXT    NOT NULL UNIQUE,
    list            TEXT    NOT NULL,
    key             TEXT    NOT NULL,
    label           TEXT    NOT NULL,
    label_de        TEXT,
    kind            TEXT    NOT NULL,
    options         TEXT    NOT NULL,
    is_required     BOOLEAN NOT NULL,
    is_confidential BOOLEAN NOT NULL,
    position        INTEGER NOT NULL,
    version         INTEGER NOT NULL DEFAULT 1,
    created_at      BIGINT  NOT NULL,
    deleted_at      BIGINT
);
CREATE UNIQUE INDEX own_field_key ON own_field (list, lower(key)) WHERE deleted_at IS NULL;
CREATE INDEX own_field_deleted ON own_field (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE own_value (
    rowno       {{identity}},
    record_id   TEXT    NOT NULL,
    field_id    TEXT    NOT NULL REFERENCES own_field (id),
    value       TEXT    NOT NULL,
    sort_key    TEXT    {{ordered}} NOT NULL,
    search_text TEXT    NOT NULL DEFAULT '',
    is_gone     BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE UNIQUE INDEX own_value_record ON own_value (record_id, field_id);
CREATE INDEX own_value_sorting ON own_value (field_id, is_gone, sort_key, record_id);

{{trigger company_own_gone AFTER UPDATE OF deleted_at ON company WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))}}
    UPDATE own_value SET is_gone = new.deleted_at IS NOT NULL WHERE record_id = new.id;
{{end}}
{{trigger project_own_gone AFTER UPDATE OF deleted_at ON project WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))}}
    UPDATE own_value SET is_gone = new.deleted_at IS NOT NULL WHERE record_id = new.id;
{{end}}
{{trigger catalogue_item_own_gone AFTER UPDATE OF deleted_at ON catalogue_item WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))}}
    UPDATE own_value SET is_gone = new.deleted_at IS NOT NULL WHERE record_id = new.id;
{{end}}
{{trigger project_product_own_gone AFTER UPDATE OF deleted_at ON project_product WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))}}
    UPDATE own_value SET is_gone = new.deleted_at IS NOT NULL WHERE record_id = new.id;
{{end}}
{{trigger project_subscription_own_gone AFTER UPDATE OF deleted_at ON project_subscription WHEN ((old.deleted_at IS NULL) <> (new.deleted_at IS NULL))}}
    UPDATE own_value SET is_gone = new.deleted_at IS NOT NULL WHERE record_id = new.id;
{{end}}
{{trigger company_own_purged AFTER DELETE ON company WHEN (TRUE)}}
    DELETE FROM own_value WHERE record_id = old.id;
{{end}}
{{trigger project_own_purged AFTER DELETE ON project WHEN (TRUE)}}
    DELETE FROM own_value WHERE record_id = old.id;
{{end}}
{{trigger catalogue_item_own_purged AFTER DELETE ON catalogue_item WHEN (TRUE)}}
    DELETE FROM own_value WHERE record_id = old.id;
{{end}}
{{trigger project_product_own_purged AFTER DELETE ON project_product WHEN (TRUE)}}
    DELETE FROM own_value WHERE record_id = old.id;
{{end}}
{{trigger project_subscription_own_purged AFTER DELETE ON project_subscription WHEN (TRUE)}}
    DELETE FROM own_value WHERE record_id = old.id;
{{end}}

CREATE VIRTUAL TABLE own_value_search USING fts5 (search_text, content='own_value', content_rowid='rowno', tokenize='trigram case_sensitive 1');
CREATE TRIGGER own_value_search_insert AFTER INSERT ON own_value WHEN new.search_text <> '' BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('own_value', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER own_value_search_update AFTER UPDATE OF search_text ON own_value WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('own_value', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER own_value_search_delete AFTER DELETE ON own_value WHEN old.search_text <> '' BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('own_value', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
