-- The name of a company is indexed once, and no longer in the search text of each of its projects: a rename writes the company
-- alone. A search finds companies by their names and projects by theirs, and joins them by the number of the company
-- (docs/adr/0046-a-name-is-indexed-where-it-belongs.md).
DROP TRIGGER company_renamed;
DROP TRIGGER project_search_update;
ALTER TABLE project ADD COLUMN company_rowno BIGINT NOT NULL DEFAULT 0;
UPDATE project SET search_text = name_key || '
', company_rowno = (SELECT c.rowno FROM company c WHERE c.id = project.company_id);
CREATE INDEX project_company_rowno ON project (company_rowno, name_key, deleted_at);
CREATE TRIGGER project_company_rowno AFTER INSERT ON project WHEN new.company_rowno = 0 BEGIN
    UPDATE project SET company_rowno = (SELECT c.rowno FROM company c WHERE c.id = new.company_id) WHERE rowno = new.rowno;
END;

-- Made anew, which costs less than changing it row by row.
INSERT INTO project_search (project_search) VALUES ('rebuild');
DELETE FROM search_pending WHERE source = 'project';
CREATE TRIGGER project_search_update AFTER UPDATE OF search_text ON project WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('project', old.rowno, old.search_text) ON CONFLICT DO NOTHING;
END;

-- Names alone: company_search also has addresses and numbers, which do not find projects.
CREATE VIRTUAL TABLE company_name_search USING fts5 (name_key, content='company', content_rowid='rowno', tokenize='trigram case_sensitive 1');
INSERT INTO company_name_search (company_name_search) VALUES ('rebuild');
CREATE TRIGGER company_name_search_insert AFTER INSERT ON company BEGIN
    INSERT INTO search_pending (source, rowno) VALUES ('company_name', new.rowno) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER company_name_search_update AFTER UPDATE OF name_key ON company WHEN old.name_key <> new.name_key BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('company_name', old.rowno, old.name_key) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER company_name_search_delete AFTER DELETE ON company BEGIN
    INSERT INTO search_pending (source, rowno, indexed) VALUES ('company_name', old.rowno, old.name_key) ON CONFLICT DO NOTHING;
END;

-- The first end of a company's subscriptions is looked up after each change of one: by its first row here, not by all projects.
CREATE INDEX project_company_end ON project (company_id, next_end);
