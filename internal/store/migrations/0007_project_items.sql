CREATE INDEX project_name ON project (name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_created ON project (created_at, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_marked ON project (name_key, rowno) WHERE deleted_at IS NULL AND removed_at IS NOT NULL;

-- live: neither the project nor its company is removed. It is what counts, kept on
-- the row so that no total has to look at the parents.
ALTER TABLE project ADD COLUMN live BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE project SET live = FALSE WHERE removed_at IS NOT NULL OR deleted_at IS NOT NULL
    OR company_id IN (SELECT id FROM company WHERE removed_at IS NOT NULL OR deleted_at IS NOT NULL);
INSERT INTO tally (name, shard, n) SELECT 'project.live', 0, count(*) FROM project WHERE live;

-- What a company's live project items come to, for the chart of the largest.
ALTER TABLE company ADD COLUMN live_price BIGINT NOT NULL DEFAULT 0;
ALTER TABLE company ADD COLUMN live_cost BIGINT NOT NULL DEFAULT 0;
CREATE INDEX company_live ON company (live_price, rowno) WHERE deleted_at IS NULL AND removed_at IS NULL;

CREATE TABLE project_moderator (
    id         TEXT    PRIMARY KEY,
    project_id TEXT    NOT NULL REFERENCES project (id),
    user_id    TEXT    NOT NULL REFERENCES users (id),
    role       INTEGER NOT NULL,
    details    TEXT,
    created_at BIGINT  NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1,
    updated_at BIGINT  NOT NULL,
    updated_by TEXT
);
CREATE UNIQUE INDEX project_moderator_link ON project_moderator (project_id, user_id);
CREATE INDEX project_moderator_user ON project_moderator (user_id, project_id, role);

-- Here live means too that the item itself counts: it is not removed, and a
-- subscription is not canceled and its end not yet dealt with.
CREATE TABLE project_product (
    rowno      {{identity}},
    id         TEXT    NOT NULL UNIQUE,
    project_id TEXT    NOT NULL REFERENCES project (id),
    product_id TEXT    NOT NULL REFERENCES catalogue_item (id),
    details    TEXT,
    cost       BIGINT  NOT NULL,
    price      BIGINT  NOT NULL,
    status     INTEGER NOT NULL,
    live       BOOLEAN NOT NULL,
    created_at BIGINT  NOT NULL,
    deleted_at BIGINT,
    version    INTEGER NOT NULL DEFAULT 1,
    updated_at BIGINT  NOT NULL,
    updated_by TEXT
);
CREATE INDEX project_product_project ON project_product (project_id, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_product_item ON project_product (product_id) WHERE deleted_at IS NULL;
CREATE INDEX project_product_deleted ON project_product (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE project_subscription (
    rowno              {{identity}},
    id                 TEXT    NOT NULL UNIQUE,
    project_id         TEXT    NOT NULL REFERENCES project (id),
    subscription_id    TEXT    NOT NULL REFERENCES catalogue_item (id),
    details            TEXT,
    start_at           BIGINT  NOT NULL,
    end_at             BIGINT  NOT NULL,
    anchor_day         INTEGER NOT NULL,
    auto_renew         BOOLEAN NOT NULL,
    price              BIGINT  NOT NULL,
    cost               BIGINT  NOT NULL,
    canceled_at        BIGINT,
    cancelation_reason TEXT,
    live               BOOLEAN NOT NULL,
    soon_raised        BOOLEAN NOT NULL DEFAULT FALSE,
    end_raised         BOOLEAN NOT NULL DEFAULT FALSE,
    created_at         BIGINT  NOT NULL,
    deleted_at         BIGINT,
    version            INTEGER NOT NULL DEFAULT 1,
    updated_at         BIGINT  NOT NULL,
    updated_by         TEXT
);
CREATE INDEX project_subscription_project ON project_subscription (project_id, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_subscription_item ON project_subscription (subscription_id) WHERE deleted_at IS NULL;
CREATE INDEX project_subscription_deleted ON project_subscription (deleted_at) WHERE deleted_at IS NOT NULL;
-- What the dashboard asks: how much of what counts has ended, or ends soon.
CREATE INDEX project_subscription_ending ON project_subscription (end_at, price, cost) WHERE live AND NOT auto_renew;
-- What the scan asks: due, and not yet dealt with.
CREATE INDEX project_subscription_soon ON project_subscription (end_at) WHERE live AND NOT auto_renew AND NOT soon_raised;
CREATE INDEX project_subscription_over ON project_subscription (end_at) WHERE live AND NOT auto_renew AND NOT end_raised;
CREATE INDEX project_subscription_renewal ON project_subscription (end_at) WHERE live AND auto_renew;

-- Each term of a subscription with what it cost then: a new catalogue price
-- rewrites no history.
CREATE TABLE subscription_period (
    id                      TEXT   PRIMARY KEY,
    project_subscription_id TEXT   NOT NULL REFERENCES project_subscription (id),
    start_at                BIGINT NOT NULL,
    end_at                  BIGINT NOT NULL,
    price                   BIGINT NOT NULL,
    cost                    BIGINT NOT NULL,
    created_at              BIGINT NOT NULL
);
CREATE UNIQUE INDEX subscription_period_start ON subscription_period (project_subscription_id, start_at);
