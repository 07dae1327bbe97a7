CREATE VIRTUAL TABLE project_search USING fts5 (search_text, content='project', content_rowid='rowno', tokenize='trigram case_sensitive 1');
INSERT INTO project_search (rowid, search_text) SELECT rowno, search_text FROM project;
CREATE TRIGGER project_search_insert AFTER INSERT ON project BEGIN
    INSERT INTO project_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER project_search_update AFTER UPDATE OF search_text ON project WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO project_search (project_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
    INSERT INTO project_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER project_search_delete AFTER DELETE ON project BEGIN
    INSERT INTO project_search (project_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
END;

CREATE VIRTUAL TABLE catalogue_item_search USING fts5 (search_text, content='catalogue_item', content_rowid='rowno', tokenize='trigram case_sensitive 1');
INSERT INTO catalogue_item_search (rowid, search_text) SELECT rowno, search_text FROM catalogue_item;
CREATE TRIGGER catalogue_item_search_insert AFTER INSERT ON catalogue_item BEGIN
    INSERT INTO catalogue_item_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER catalogue_item_search_update AFTER UPDATE OF search_text ON catalogue_item WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO catalogue_item_search (catalogue_item_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
    INSERT INTO catalogue_item_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER catalogue_item_search_delete AFTER DELETE ON catalogue_item BEGIN
    INSERT INTO catalogue_item_search (catalogue_item_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
END;
