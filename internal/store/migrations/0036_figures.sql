-- What the subscriptions of a company or project come to, for lists that show it and are sorted by it (store/figures.go). Kept
-- are those that run, or would run but for their dates: neither canceled nor ended by the scan. next_end is the first of
-- their ends, or the end of the year 9999 without any.
ALTER TABLE project ADD COLUMN running BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project ADD COLUMN monthly_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project ADD COLUMN monthly_cost BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project ADD COLUMN next_end BIGINT NOT NULL DEFAULT 253402300799999;
ALTER TABLE company ADD COLUMN running BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN monthly_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN monthly_cost BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN next_end BIGINT NOT NULL DEFAULT 253402300799999;

UPDATE project SET running = f.running, monthly_price = f.price, monthly_cost = f.cost, next_end = f.next_end FROM (
    SELECT project_id, count(*) AS running, SUM(monthly_price) AS price, SUM(monthly_cost) AS cost, MIN(end_at) AS next_end FROM project_subscription
    WHERE listed AND canceled_at IS NULL AND (auto_renew OR NOT end_raised) GROUP BY project_id) AS f
WHERE f.project_id = project.id;
UPDATE company SET running = f.running, monthly_price = f.price, monthly_cost = f.cost, next_end = f.next_end FROM (
    SELECT company_id, SUM(running) AS running, SUM(monthly_price) AS price, SUM(monthly_cost) AS cost, MIN(next_end) AS next_end FROM project
    WHERE running > 0 GROUP BY company_id) AS f
WHERE f.company_id = company.id;

CREATE INDEX company_monthly_price ON company (monthly_price, rowno) WHERE deleted_at IS NULL;
CREATE INDEX company_margin ON company ((monthly_price - monthly_cost), rowno) WHERE deleted_at IS NULL;
CREATE INDEX company_next_end ON company (next_end, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_monthly_price ON project (monthly_price, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_margin ON project ((monthly_price - monthly_cost), rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_next_end ON project (next_end, rowno) WHERE deleted_at IS NULL;

-- A row of worth that changes figures goes on with what it adds to running, monthly_price and monthly_cost, and
-- may be one of a project. The first end is looked up again: a sum of changes does not tell it.
{{trigger change_figures AFTER INSERT ON change WHEN (new.worth IS NOT NULL)}}
    UPDATE project SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT),
        next_end = COALESCE((SELECT MIN(a.end_at) FROM project_subscription a
            WHERE a.project_id = project.id AND a.listed AND a.canceled_at IS NULL AND (a.auto_renew OR NOT a.end_raised)), 253402300799999)
    FROM {{rows new.worth}} AS w WHERE project.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
    UPDATE company SET running = running + CAST(w.value ->> 3 AS BIGINT), monthly_price = monthly_price + CAST(w.value ->> 4 AS BIGINT),
        monthly_cost = monthly_cost + CAST(w.value ->> 5 AS BIGINT),
        next_end = (SELECT MIN(p.next_end) FROM project p WHERE p.company_id = company.id)
    FROM {{rows new.worth}} AS w WHERE company.id = w.value ->> 0 AND w.value ->> 3 IS NOT NULL;
{{end}}
