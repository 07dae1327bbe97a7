-- What the price and cost of a term come to in a month (tracker/monthly.go). The
-- statement below computes it for the terms that are there: the number of whole months
-- follows from the days. Terms of days that happen to be a calendar month, and earlier
-- periods, are computed by fillMoney.
ALTER TABLE project_subscription ADD COLUMN monthly_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE project_subscription ADD COLUMN monthly_cost BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription_period ADD COLUMN monthly_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE subscription_period ADD COLUMN monthly_cost BIGINT NOT NULL DEFAULT 0;

-- listed: it is attached, and neither its project nor its company is removed.
ALTER TABLE project_subscription ADD COLUMN listed BOOLEAN NOT NULL DEFAULT TRUE;

-- Days before the end by which a subscription must be canceled.
ALTER TABLE catalogue_item ADD COLUMN notice_days INTEGER;
ALTER TABLE project_subscription ADD COLUMN notice_days INTEGER;

UPDATE project_subscription SET
    listed = deleted_at IS NULL AND (SELECT p.live FROM project p WHERE p.id = project_subscription.project_id),
    monthly_price = CASE WHEN t.months > 0 THEN (2 * price + t.months) / (2 * t.months) ELSE (73050 * price + 1200 * t.days) / (2400 * t.days) END,
    monthly_cost = CASE WHEN t.months > 0 THEN (2 * cost + t.months) / (2 * t.months) ELSE (73050 * cost + 1200 * t.days) / (2400 * t.days) END
FROM (
    SELECT rowno AS of_row, days, CASE WHEN anchor_day > 0 THEN (240000 * days + 3652425) / 7304850 ELSE 0 END AS months
    FROM (
        SELECT rowno, anchor_day, CASE WHEN end_at > start_at THEN (end_at - start_at + 86399999) / 86400000 ELSE 1 END AS days
        FROM project_subscription) AS lengths) AS t
WHERE t.of_row = project_subscription.rowno;

-- A price that an edit replaced, with the cost beside it: they held in the term that
-- began at from_at, until the edit.
CREATE TABLE subscription_price (
    project_subscription_id TEXT   NOT NULL REFERENCES project_subscription (id),
    until_at                BIGINT NOT NULL,
    from_at                 BIGINT NOT NULL,
    price                   BIGINT NOT NULL,
    cost                    BIGINT NOT NULL,
    monthly_price           BIGINT NOT NULL,
    monthly_cost            BIGINT NOT NULL,
    PRIMARY KEY (project_subscription_id, until_at)
);

{{trigger project_listed AFTER UPDATE OF live ON project WHEN (old.live <> new.live)}}
    UPDATE project_subscription SET listed = new.live WHERE project_id = new.id AND deleted_at IS NULL;
{{end}}

-- Subscriptions that are not started yet. The totals of those that run leave them out.
CREATE INDEX project_subscription_future ON project_subscription (start_at, auto_renew, price, cost, monthly_price, monthly_cost)
    WHERE listed AND canceled_at IS NULL;
