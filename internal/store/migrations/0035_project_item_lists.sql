-- Lists across projects are sorted by these. The first one has every column that decides the state and the sums of a
-- subscription, so that filters and sums of many rows read the index alone.
DROP INDEX project_subscription_listed_end;
CREATE INDEX project_subscription_listed_end ON project_subscription
    (end_at, rowno, start_at, auto_renew, canceled_at, price, cost, monthly_price, monthly_cost, listed) WHERE listed;
CREATE INDEX project_subscription_listed_start ON project_subscription (start_at, rowno) WHERE listed;
CREATE INDEX project_subscription_listed_price ON project_subscription (price, rowno) WHERE listed;
CREATE INDEX project_product_listed_price ON project_product (price, rowno) WHERE live;
CREATE INDEX project_product_listed_created ON project_product (created_at, rowno) WHERE live;
