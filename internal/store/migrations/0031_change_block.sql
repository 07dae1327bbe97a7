-- What the history finds changes by that no index has: one row for each 128 numbers, with what their sealed
-- changes are about. Sealing writes it, after the commit (see change_block.go), so the indexes that every
-- writer paid for can go.
CREATE TABLE change_block (
    block    INTEGER PRIMARY KEY, -- seq / 128
    oldest   BIGINT NOT NULL,
    newest   BIGINT NOT NULL,
    kinds    TEXT   NOT NULL,     -- ",company edit,project create,"
    fields   TEXT   NOT NULL      -- ",company name,company details,company ,project name,"
);
INSERT INTO change_block (block, oldest, newest, kinds, fields)
SELECT block, MIN(oldest), MAX(newest), ',' || string_agg(kind, ',') || ',', COALESCE(string_agg(fields, ''), '')
FROM (
    SELECT seq / 128 AS block, entity || ' ' || action AS kind, replace(fields, ',', ',' || entity || ' ') AS fields, MIN(at) AS oldest, MAX(at) AS newest
    FROM change GROUP BY 1, 2, 3
) AS kinds GROUP BY block;
DROP INDEX change_at;
DROP INDEX change_action;
DROP INDEX change_kind;
-- Catalogues and users have few changes beside those of companies.
CREATE INDEX change_companyless ON change (entity, seq) WHERE company_id IS NULL;
-- For the list of what is removed.
CREATE INDEX change_removed ON change (at) WHERE action = 'remove';

-- A moderator's companies are read from the index alone.
DROP INDEX change_company;
CREATE INDEX change_company ON change (company_id, seq, action, cost_only);
DROP INDEX change_project;
CREATE INDEX change_project ON change (project_id, seq, action, cost_only) WHERE project_id IS NOT NULL;
