-- What changed on a day in the recurring value of the subscriptions of a category (tracker/recurring.go).
-- A day ends with its last second, 23:59:59. Adding up the days gives the value at the end of any of them.
CREATE TABLE recurring (
    category_id   TEXT    NOT NULL,
    day           BIGINT  NOT NULL,
    shard         INTEGER NOT NULL,
    month         INTEGER NOT NULL,
    price         BIGINT  NOT NULL,
    cost          BIGINT  NOT NULL,
    monthly_price BIGINT  NOT NULL,
    monthly_cost  BIGINT  NOT NULL,
    count         BIGINT  NOT NULL,
    started       BIGINT  NOT NULL,
    ended         BIGINT  NOT NULL,
    repriced      BIGINT  NOT NULL,
    PRIMARY KEY (category_id, day, shard)
);

-- Values that change later today are found by these, and lists across projects are sorted by the first.
CREATE INDEX project_subscription_listed_end ON project_subscription (end_at, rowno) WHERE listed;
CREATE INDEX project_subscription_canceled ON project_subscription (canceled_at) WHERE canceled_at IS NOT NULL;
CREATE INDEX subscription_period_end ON subscription_period (end_at);
CREATE INDEX subscription_price_until ON subscription_price (until_at);
