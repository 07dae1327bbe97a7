-- Trigram indexes over search_text. The tables hold no copy of the text: they
-- point back by rowno, and the triggers keep them in step. Case-sensitive: the
-- text is folded already, and FTS5 folds a few letters that PostgreSQL does not.
CREATE VIRTUAL TABLE users_search USING fts5 (search_text, content='users', content_rowid='rowno', tokenize='trigram case_sensitive 1');
INSERT INTO users_search (rowid, search_text) SELECT rowno, search_text FROM users;
CREATE TRIGGER users_search_insert AFTER INSERT ON users BEGIN
    INSERT INTO users_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER users_search_update AFTER UPDATE OF search_text ON users WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO users_search (users_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
    INSERT INTO users_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER users_search_delete AFTER DELETE ON users BEGIN
    INSERT INTO users_search (users_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
END;

CREATE VIRTUAL TABLE company_search USING fts5 (search_text, content='company', content_rowid='rowno', tokenize='trigram case_sensitive 1');
INSERT INTO company_search (rowid, search_text) SELECT rowno, search_text FROM company;
CREATE TRIGGER company_search_insert AFTER INSERT ON company BEGIN
    INSERT INTO company_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER company_search_update AFTER UPDATE OF search_text ON company WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO company_search (company_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
    INSERT INTO company_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;
CREATE TRIGGER company_search_delete AFTER DELETE ON company BEGIN
    INSERT INTO company_search (company_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
END;
