-- A snoozed notification is hidden until an instant, and then comes back as new.
ALTER TABLE notification ADD COLUMN snoozed_until BIGINT;
CREATE INDEX notification_snoozed ON notification (snoozed_until, id) WHERE snoozed_until IS NOT NULL;
CREATE INDEX notification_snoozer ON notification (recipient_id) WHERE snoozed_until IS NOT NULL;

-- The mail that a notification is in. It is empty while the notification waits for a daily or
-- weekly mail, and NULL if it is in none.
ALTER TABLE notification ADD COLUMN mail_id TEXT;
CREATE INDEX notification_mail ON notification (mail_id, recipient_id) WHERE mail_id IS NOT NULL;

-- The private address of a person's calendar. Only the hash of its token is kept.
CREATE TABLE calendar_feed (
    user_id    TEXT   PRIMARY KEY REFERENCES users (id),
    token_hash TEXT   NOT NULL UNIQUE,
    created_at BIGINT NOT NULL
);
-- For the calendar of those who see all: subscriptions by their end, and by the last day to cancel.
CREATE INDEX project_subscription_end ON project_subscription (end_at, id) WHERE listed AND canceled_at IS NULL;
CREATE INDEX project_subscription_cancel_by ON project_subscription (remind_at, id) WHERE listed AND canceled_at IS NULL AND auto_renew;
