-- Kept sums of what is ahead (docs/totals.md): the program fills them.
--   course   live subscriptions with the same dates, at the instant of their end
--   renewal  live subscriptions that renew, of an item with the same cost and length of term, at the month of their next term
-- Subscriptions that have to be led on by themselves are in neither: isApart of store/ahead.go.
CREATE INDEX project_subscription_apart ON project_subscription (id)
    WHERE live AND (planned_price IS NOT NULL OR running_from IS NOT NULL OR (auto_renew AND anchor_day = 0 AND (end_at - start_at >= 2332800000
        AND abs(round((end_at - start_at + 1000) / 2629746000.0) * 2629746000 - (end_at - start_at + 1000)) <= 345600000
    OR (end_at - start_at) % 86400000 <> 0 AND NOT (start_at % 86400000 = 0 AND (end_at + 1000) % 86400000 = 0))));
-- The courses of the past that no subscription goes any more, and their renewals: the clean-up takes them.
CREATE INDEX kept_sum_passed ON kept_sum (at) WHERE kind IN ('course', 'renewal') AND count = 0 AND monthly_price = 0;
