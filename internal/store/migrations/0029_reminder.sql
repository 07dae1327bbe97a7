-- The date that people are reminded of (tracker/reminder.go), and the last day before it for
-- which they were; 91 is none. soon_raised, which knew one day only, is not used any more.
ALTER TABLE project_subscription ADD COLUMN remind_at BIGINT;
ALTER TABLE project_subscription ADD COLUMN reminded_day INTEGER NOT NULL DEFAULT 91;
UPDATE project_subscription SET
    reminded_day = CASE WHEN soon_raised THEN 14 ELSE 91 END,
    remind_at = CASE WHEN NOT auto_renew THEN end_at ELSE end_at - 86400000 * CAST(COALESCE(notice_days,
        (SELECT i.notice_days FROM catalogue_item i WHERE i.id = project_subscription.subscription_id)) AS BIGINT) END;
DROP INDEX project_subscription_soon;
CREATE INDEX project_subscription_remind ON project_subscription (reminded_day, remind_at, id) WHERE live;

-- A new notice period of the catalogue holds for subscriptions without one of their own.
{{trigger catalogue_notice AFTER UPDATE OF notice_days ON catalogue_item WHEN (old.notice_days IS DISTINCT FROM new.notice_days)}}
    UPDATE project_subscription SET remind_at = end_at - 86400000 * CAST(new.notice_days AS BIGINT), reminded_day = 91
    WHERE subscription_id = new.id AND auto_renew AND notice_days IS NULL;
{{end}}

-- Days that somebody chose.
CREATE TABLE remind_day (
    day INTEGER PRIMARY KEY
);
INSERT INTO remind_day (day) VALUES (14);
