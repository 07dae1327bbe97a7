CREATE TABLE company (
    rowno         {{identity}},
    id            TEXT    NOT NULL UNIQUE,
    name          TEXT    NOT NULL,
    name_key      TEXT    {{ordered}} NOT NULL,
    search_text   TEXT    NOT NULL,
    details       TEXT,
    support_email TEXT,
    support_phone TEXT,
    head_address  TEXT,
    photo_hash    TEXT REFERENCES photo (hash),
    created_at    BIGINT  NOT NULL,
    removed_at    BIGINT,
    deleted_at    BIGINT,
    version       INTEGER NOT NULL DEFAULT 1,
    updated_at    BIGINT  NOT NULL,
    updated_by    TEXT
);
CREATE INDEX company_name ON company (name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX company_created ON company (created_at, rowno) WHERE deleted_at IS NULL;
CREATE INDEX company_marked ON company (name_key, rowno) WHERE deleted_at IS NULL AND removed_at IS NOT NULL;
CREATE INDEX company_deleted ON company (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX company_photo ON company (photo_hash) WHERE photo_hash IS NOT NULL;

CREATE TABLE company_moderator (
    id         TEXT    PRIMARY KEY,
    company_id TEXT    NOT NULL REFERENCES company (id),
    user_id    TEXT    NOT NULL REFERENCES users (id),
    role       INTEGER NOT NULL,
    details    TEXT,
    created_at BIGINT  NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1,
    updated_at BIGINT  NOT NULL,
    updated_by TEXT
);
CREATE UNIQUE INDEX company_moderator_link ON company_moderator (company_id, user_id);
CREATE INDEX company_moderator_user ON company_moderator (user_id, company_id, role);
