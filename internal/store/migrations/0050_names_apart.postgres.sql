-- The name of a company is indexed once, and no longer in the search text of each of its projects: a rename writes the company
-- alone. A search finds companies by their names and projects by theirs, and joins them by the number of the company
-- (docs/adr/0046-a-name-is-indexed-where-it-belongs.md).
DROP TRIGGER company_renamed ON company;
DROP FUNCTION company_renamed();
DROP INDEX project_search;
ALTER TABLE project ADD COLUMN company_rowno BIGINT NOT NULL DEFAULT 0;
UPDATE project SET search_text = project.name_key || E'\n', company_rowno = c.rowno FROM company c WHERE c.id = project.company_id;
CREATE INDEX project_company_rowno ON project (company_rowno, name_key, deleted_at);
CREATE FUNCTION project_company_rowno() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.company_rowno := (SELECT c.rowno FROM company c WHERE c.id = new.company_id);
    RETURN new;
END $$;
CREATE TRIGGER project_company_rowno BEFORE INSERT ON project FOR EACH ROW
WHEN (new.company_rowno = 0) EXECUTE FUNCTION project_company_rowno();

CREATE INDEX project_search ON project USING gin (search_text gin_trgm_ops);
CREATE INDEX company_name_search ON company USING gin (name_key gin_trgm_ops);

-- The first end of a company's subscriptions is looked up after each change of one: by its first row here, not by all projects.
CREATE INDEX project_company_end ON project (company_id, next_end);
