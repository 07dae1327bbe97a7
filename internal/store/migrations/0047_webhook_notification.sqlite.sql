-- A notification about a webhook has no project. SQLite takes NOT NULL from no column, so this is another table.
CREATE TABLE new_notification (
    id             TEXT    PRIMARY KEY,
    recipient_id   TEXT    NOT NULL REFERENCES users (id),
    kind           TEXT    NOT NULL,
    threshold      BIGINT  NOT NULL,
    title          TEXT    NOT NULL,
    details        TEXT    NOT NULL,
    item_id        TEXT    NOT NULL,
    item_parent_id TEXT    REFERENCES project (id),
    created_at     BIGINT  NOT NULL,
    viewed_at      BIGINT,
    change_seq     BIGINT,
    search_text    TEXT    NOT NULL DEFAULT '',
    snoozed_until  BIGINT,
    mail_id        TEXT
);
INSERT INTO new_notification (id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, viewed_at, change_seq, search_text, snoozed_until, mail_id)
SELECT id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at, viewed_at, change_seq, search_text, snoozed_until, mail_id FROM notification;
DROP TABLE notification;
ALTER TABLE new_notification RENAME TO notification;
CREATE UNIQUE INDEX notification_once ON notification (item_id, kind, threshold, recipient_id);
CREATE INDEX notification_recipient ON notification (recipient_id, created_at, id);
CREATE INDEX notification_unread ON notification (recipient_id, created_at, id) WHERE viewed_at IS NULL;
CREATE INDEX notification_parent ON notification (item_parent_id);
CREATE INDEX notification_created ON notification (created_at);
CREATE INDEX notification_snoozed ON notification (snoozed_until, id) WHERE snoozed_until IS NOT NULL;
CREATE INDEX notification_snoozer ON notification (recipient_id) WHERE snoozed_until IS NOT NULL;
CREATE INDEX notification_mail ON notification (mail_id, recipient_id) WHERE mail_id IS NOT NULL;
