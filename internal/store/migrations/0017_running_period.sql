-- The period that runs is the subscription itself. Only those that are over are kept.
DELETE FROM subscription_period WHERE EXISTS (SELECT 1 FROM project_subscription s
    WHERE s.id = subscription_period.project_subscription_id AND s.start_at = subscription_period.start_at);
