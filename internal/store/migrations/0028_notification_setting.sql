-- What a person wants to be notified of. Who has no row has the default settings.
-- remind_days is a list of [day, since]: what a day that was added later would have told of
-- before that instant is not made up for. 0 is from the beginning.
CREATE TABLE notification_setting (
    user_id          TEXT    PRIMARY KEY REFERENCES users (id),
    remind_days      TEXT    NOT NULL,
    email            TEXT    NOT NULL,
    hour             INTEGER NOT NULL,
    time_zone        TEXT    NOT NULL,
    ends_soon        BOOLEAN NOT NULL,
    ended            BOOLEAN NOT NULL,
    renewed          BOOLEAN NOT NULL,
    canceled         BOOLEAN NOT NULL,
    only_responsible BOOLEAN NOT NULL,
    -- When the next daily or weekly mail is due.
    next_mail_at     BIGINT
);
CREATE INDEX notification_setting_mail ON notification_setting (next_mail_at) WHERE next_mail_at IS NOT NULL;
