-- Sums that lists and reports show, kept by the transactions that change what is summed (docs/totals.md):
--   subscription  listed subscriptions, of a category, by state and whether they lose money
--   end           listed subscriptions, of a state, by the instant at which they end
--   product       live products, of a category, by status
--   day           what changed on a day in the value of the subscriptions of a category
--   month         the same by the month
CREATE TABLE kept_sum (
    kind          TEXT    NOT NULL,
    at            BIGINT  NOT NULL,
    of            TEXT    NOT NULL,
    shard         INTEGER NOT NULL,
    count         BIGINT  NOT NULL,
    price         BIGINT  NOT NULL,
    cost          BIGINT  NOT NULL,
    monthly_price BIGINT  NOT NULL DEFAULT 0,
    monthly_cost  BIGINT  NOT NULL DEFAULT 0,
    started       BIGINT  NOT NULL DEFAULT 0,
    ended         BIGINT  NOT NULL DEFAULT 0,
    repriced      BIGINT  NOT NULL DEFAULT 0,
    listed_price  BIGINT  NOT NULL DEFAULT 0,
    listed_cost   BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, at, of, shard)
);
-- The ends of the past that no subscription has any more: the clean-up takes them.
CREATE INDEX kept_sum_empty ON kept_sum (at)
    WHERE kind = 'end' AND count = 0 AND price = 0 AND cost = 0 AND monthly_price = 0 AND monthly_cost = 0;
DROP TABLE recurring;
DELETE FROM tally WHERE name >= 'listed.' AND name < 'listed/';

-- Subscriptions that may run, by what they are worth, and those that do not.
CREATE INDEX project_subscription_monthly ON project_subscription (monthly_price, rowno) WHERE live;
CREATE INDEX project_subscription_margin ON project_subscription ((monthly_price - monthly_cost), rowno) WHERE live;
CREATE INDEX project_subscription_idle ON project_subscription (rowno) WHERE listed AND NOT live;
CREATE INDEX project_subscription_listed_canceled ON project_subscription (end_at, rowno, canceled_at, listed)
    WHERE listed AND canceled_at IS NOT NULL;
CREATE INDEX project_product_listed_status ON project_product (status, rowno) WHERE live;
-- Values that changed on the day of an instant.
CREATE INDEX subscription_period_begin ON subscription_period (start_at);
-- No statement uses this one: project_subscription_ending has the same rows.
DROP INDEX project_subscription_over;
