-- Names are indexed for search once for all writes that share a commit. Before, each
-- statement wrote a segment of the index, and merging segments was most of a write.
-- The triggers note which rows have another text, and the text that the index has of
-- them (none for a new row); the transaction indexes them at its end
-- (sqlite_search_index.go).
CREATE TABLE search_pending (
    source  TEXT    NOT NULL,
    rowno   INTEGER NOT NULL,
    indexed TEXT,
    PRIMARY KEY (source, rowno)
) WITHOUT ROWID;

DROP TRIGGER users_search_insert;
DROP TRIGGER users_search_update;
DROP TRIGGER users_search_delete;
CREATE TRIGGER users_search_insert AFTER INSERT ON users BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('users', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER users_search_update AFTER UPDATE OF search_text ON users WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('users', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER users_search_delete AFTER DELETE ON users BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('users', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

DROP TRIGGER company_search_insert;
DROP TRIGGER company_search_update;
DROP TRIGGER company_search_delete;
CREATE TRIGGER company_search_insert AFTER INSERT ON company BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('company', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER company_search_update AFTER UPDATE OF search_text ON company WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('company', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER company_search_delete AFTER DELETE ON company BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('company', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

DROP TRIGGER project_search_insert;
DROP TRIGGER project_search_update;
DROP TRIGGER project_search_delete;
CREATE TRIGGER project_search_insert AFTER INSERT ON project BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('project', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER project_search_update AFTER UPDATE OF search_text ON project WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('project', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER project_search_delete AFTER DELETE ON project BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('project', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

DROP TRIGGER catalogue_item_search_insert;
DROP TRIGGER catalogue_item_search_update;
DROP TRIGGER catalogue_item_search_delete;
CREATE TRIGGER catalogue_item_search_insert AFTER INSERT ON catalogue_item BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('catalogue_item', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER catalogue_item_search_update AFTER UPDATE OF search_text ON catalogue_item WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('catalogue_item', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER catalogue_item_search_delete AFTER DELETE ON catalogue_item BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('catalogue_item', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

-- The rebuild of 0021 and loads of many rows left segments of the indexes to be merged by
-- the writes that follow.
INSERT INTO users_search (users_search) VALUES ('optimize');
INSERT INTO company_search (company_search) VALUES ('optimize');
INSERT INTO project_search (project_search) VALUES ('optimize');
INSERT INTO catalogue_item_search (catalogue_item_search) VALUES ('optimize');
