-- A change carries what it adds to the kept totals, and these add it: no statement
-- of its own for each mutation. totals is a list of [name, shard, n], worth one of
-- [company, price, cost].
ALTER TABLE change ADD COLUMN totals TEXT;
ALTER TABLE change ADD COLUMN worth TEXT;
{{trigger change_totals AFTER INSERT ON change WHEN (new.totals IS NOT NULL)}}
    INSERT INTO tally (name, shard, n)
    SELECT t.value ->> 0, CAST(t.value ->> 1 AS INTEGER), CAST(t.value ->> 2 AS BIGINT) FROM {{rows new.totals}} AS t WHERE TRUE
    ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n;
{{end}}
{{trigger change_worth AFTER INSERT ON change WHEN (new.worth IS NOT NULL)}}
    UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT)
    FROM {{rows new.worth}} AS w WHERE company.id = w.value ->> 0;
{{end}}

-- live follows the marks of what is above: a company's to its projects, a
-- project's to its items, but for those that do not count anyway.
{{trigger company_live AFTER UPDATE OF removed_at, deleted_at ON company WHEN ((old.removed_at IS NULL AND old.deleted_at IS NULL) <> (new.removed_at IS NULL AND new.deleted_at IS NULL))}}
    UPDATE project SET live = removed_at IS NULL AND deleted_at IS NULL AND new.removed_at IS NULL AND new.deleted_at IS NULL
    WHERE company_id = new.id;
{{end}}
{{trigger project_live AFTER UPDATE OF live ON project WHEN (old.live <> new.live)}}
    UPDATE project_product SET live = new.live WHERE project_id = new.id AND deleted_at IS NULL;
    UPDATE project_subscription SET live = new.live
    WHERE project_id = new.id AND deleted_at IS NULL AND canceled_at IS NULL AND NOT end_raised;
{{end}}
