-- A search finds a project by the name of its company too. The index is made anew,
-- which costs less than changing it row by row.
DROP INDEX project_search;
UPDATE project SET search_text = project.name_key || E'\n' || c.name_key || E'\n' FROM company c WHERE c.id = project.company_id;
CREATE INDEX project_search ON project USING gin (search_text gin_trgm_ops);

-- A company's new name reaches its projects, and no others.
CREATE FUNCTION company_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE project SET search_text = name_key || E'\n' || new.name_key || E'\n' WHERE company_id = new.id;
    RETURN NULL;
END $$;
CREATE TRIGGER company_renamed AFTER UPDATE OF name_key ON company FOR EACH ROW
WHEN (old.name_key <> new.name_key) EXECUTE FUNCTION company_renamed();
