-- A search finds a project by the name of its company too. The index is made anew,
-- which costs less than changing it row by row.
DROP TRIGGER project_search_update;
UPDATE project SET search_text = name_key || '
' || (SELECT c.name_key FROM company c WHERE c.id = project.company_id) || '
';
INSERT INTO project_search (project_search) VALUES ('rebuild');
CREATE TRIGGER project_search_update AFTER UPDATE OF search_text ON project WHEN old.search_text <> new.search_text BEGIN
    INSERT INTO project_search (project_search, rowid, search_text) VALUES ('delete', old.rowno, old.search_text);
    INSERT INTO project_search (rowid, search_text) VALUES (new.rowno, new.search_text);
END;

-- A company's new name reaches its projects, and no others.
CREATE TRIGGER company_renamed AFTER UPDATE OF name_key ON company WHEN old.name_key <> new.name_key BEGIN
    UPDATE project SET search_text = name_key || '
' || new.name_key || '
' WHERE company_id = new.id;
END;
