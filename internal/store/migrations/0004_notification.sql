-- One row per recipient, so that each has a viewed mark of their own. kind and
-- threshold make a notification exist exactly once for one end date.
CREATE TABLE notification (
    id             TEXT    PRIMARY KEY,
    recipient_id   TEXT    NOT NULL REFERENCES users (id),
    kind           TEXT    NOT NULL,
    threshold      BIGINT  NOT NULL,
    title          TEXT    NOT NULL,
    details        TEXT    NOT NULL,
    item_id        TEXT    NOT NULL,
    item_parent_id TEXT    NOT NULL REFERENCES project (id),
    created_at     BIGINT  NOT NULL,
    viewed_at      BIGINT
);
CREATE UNIQUE INDEX notification_once ON notification (item_id, kind, threshold, recipient_id);
CREATE INDEX notification_recipient ON notification (recipient_id, created_at, id);
CREATE INDEX notification_unread ON notification (recipient_id, created_at, id) WHERE viewed_at IS NULL;
CREATE INDEX notification_parent ON notification (item_parent_id);
