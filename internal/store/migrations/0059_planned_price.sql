-- A price for later: planned_from is when the program sets it, and NULL for the next renewal. planned_at is from when on it counts if
-- nobody does anything, with what it then comes to in a month; NULL if that never comes.
ALTER TABLE project_subscription ADD COLUMN planned_price BIGINT;
ALTER TABLE project_subscription ADD COLUMN planned_from BIGINT;
ALTER TABLE project_subscription ADD COLUMN planned_at BIGINT;
ALTER TABLE project_subscription ADD COLUMN planned_monthly BIGINT;
CREATE INDEX project_subscription_price_due ON project_subscription (planned_from, id) WHERE live AND planned_from IS NOT NULL;
CREATE INDEX project_subscription_planned ON project_subscription (planned_at) WHERE listed AND planned_at IS NOT NULL;

-- A subscription that was renewed ahead: until its period begins, an earlier one counts from running_from to running_until. Then
-- monthly_price and monthly_cost are those of that one, and the term's own are beside them.
ALTER TABLE project_subscription ADD COLUMN running_from BIGINT;
ALTER TABLE project_subscription ADD COLUMN running_until BIGINT;
ALTER TABLE project_subscription ADD COLUMN term_monthly_price BIGINT;
ALTER TABLE project_subscription ADD COLUMN term_monthly_cost BIGINT;
CREATE INDEX project_subscription_running ON project_subscription (running_until, id) WHERE listed AND running_until IS NOT NULL;
