-- A change carries what it adds to the kept totals, and these add it: no statement
-- of its own for each mutation. totals is a list of [name, shard, n], worth one of
-- [company, price, cost].
ALTER TABLE change ADD COLUMN totals TEXT;
ALTER TABLE change ADD COLUMN worth TEXT;
CREATE FUNCTION change_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tally (name, shard, n)
    SELECT t.value ->> 0, CAST(t.value ->> 1 AS INTEGER), CAST(t.value ->> 2 AS BIGINT) FROM jsonb_array_elements(CAST(new.totals AS JSONB)) AS t
    ON CONFLICT (name, shard) DO UPDATE SET n = tally.n + excluded.n;
    RETURN NULL;
END $$;
CREATE FUNCTION change_worth() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE company SET live_price = live_price + CAST(w.value ->> 1 AS BIGINT), live_cost = live_cost + CAST(w.value ->> 2 AS BIGINT)
    FROM jsonb_array_elements(CAST(new.worth AS JSONB)) AS w WHERE company.id = w.value ->> 0;
    RETURN NULL;
END $$;
CREATE TRIGGER change_totals AFTER INSERT ON change FOR EACH ROW WHEN (new.totals IS NOT NULL) EXECUTE FUNCTION change_totals();
CREATE TRIGGER change_worth AFTER INSERT ON change FOR EACH ROW WHEN (new.worth IS NOT NULL) EXECUTE FUNCTION change_worth();

-- live follows the marks of what is above: a company's to its projects, a
-- project's to its items, but for those that do not count anyway.
CREATE FUNCTION company_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE project SET live = removed_at IS NULL AND deleted_at IS NULL AND new.removed_at IS NULL AND new.deleted_at IS NULL
    WHERE company_id = new.id;
    RETURN NULL;
END $$;
CREATE FUNCTION project_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE project_product SET live = new.live WHERE project_id = new.id AND deleted_at IS NULL;
    UPDATE project_subscription SET live = new.live
    WHERE project_id = new.id AND deleted_at IS NULL AND canceled_at IS NULL AND NOT end_raised;
    RETURN NULL;
END $$;
CREATE TRIGGER company_live AFTER UPDATE OF removed_at, deleted_at ON company FOR EACH ROW
WHEN ((old.removed_at IS NULL AND old.deleted_at IS NULL) <> (new.removed_at IS NULL AND new.deleted_at IS NULL)) EXECUTE FUNCTION company_live();
CREATE TRIGGER project_live AFTER UPDATE OF live ON project FOR EACH ROW WHEN (old.live <> new.live) EXECUTE FUNCTION project_live();
