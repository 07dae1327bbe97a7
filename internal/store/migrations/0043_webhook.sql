-- Addresses that are told of changes. Every change looks here whether there is one, so what changes with each delivery
-- is in webhook_state. The secret is encrypted.
CREATE TABLE webhook (
    id         TEXT    PRIMARY KEY,
    owner_id   TEXT    NOT NULL REFERENCES users (id),
    url        TEXT    NOT NULL,
    events     TEXT    NOT NULL,
    secret     TEXT    NOT NULL,
    is_enabled BOOLEAN NOT NULL,
    version    BIGINT  NOT NULL,
    created_at BIGINT  NOT NULL
);

-- How deliveries go. sender is the replica that sends, until claimed_until.
CREATE TABLE webhook_state (
    webhook_id    TEXT   PRIMARY KEY REFERENCES webhook (id),
    failures      BIGINT NOT NULL DEFAULT 0,
    failing_since BIGINT,
    paused_until  BIGINT NOT NULL DEFAULT 0,
    off_reason    TEXT,
    sender        TEXT   NOT NULL DEFAULT '',
    claimed_until BIGINT NOT NULL DEFAULT 0
);

-- Changes that a webhook is told of. A delivery waits while it has next_at, which is 0 until its receiver refuses it: those come in
-- the order of their changes, and those that were refused after them. It has no body: that is made of the change when it is sent,
-- for the rights that the owner has then.
CREATE TABLE webhook_delivery (
    id         TEXT   PRIMARY KEY,
    webhook_id TEXT   NOT NULL REFERENCES webhook (id),
    change_seq BIGINT NOT NULL,
    event      TEXT   NOT NULL,
    at         BIGINT NOT NULL,
    attempts   BIGINT NOT NULL DEFAULT 0,
    first_at   BIGINT,
    status     BIGINT,
    error      TEXT,
    next_at    BIGINT
);
CREATE INDEX webhook_delivery_list ON webhook_delivery (webhook_id, change_seq);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id, next_at, change_seq) WHERE next_at IS NOT NULL;
CREATE INDEX webhook_delivery_ended ON webhook_delivery (at) WHERE next_at IS NULL;
