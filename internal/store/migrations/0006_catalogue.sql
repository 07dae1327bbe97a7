-- The two catalogues share their tables; kind tells them apart.
CREATE TABLE category (
    rowno      {{identity}},
    id         TEXT    NOT NULL UNIQUE,
    kind       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    name_key   TEXT    {{ordered}} NOT NULL,
    created_at BIGINT  NOT NULL,
    removed_at BIGINT,
    deleted_at BIGINT,
    version    INTEGER NOT NULL DEFAULT 1,
    updated_at BIGINT  NOT NULL,
    updated_by TEXT
);
-- A name is free again once its category is gone.
CREATE UNIQUE INDEX category_name ON category (kind, name_key) WHERE deleted_at IS NULL;
CREATE INDEX category_gone ON category (kind, name_key, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX category_deleted ON category (deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE catalogue_item (
    rowno       {{identity}},
    id          TEXT    NOT NULL UNIQUE,
    kind        TEXT    NOT NULL,
    category_id TEXT    NOT NULL REFERENCES category (id),
    name        TEXT    NOT NULL,
    name_key    TEXT    {{ordered}} NOT NULL,
    search_text TEXT    NOT NULL,
    details     TEXT,
    status      INTEGER NOT NULL,
    cost        BIGINT,
    photo_hash  TEXT REFERENCES photo (hash),
    created_at  BIGINT  NOT NULL,
    removed_at  BIGINT,
    deleted_at  BIGINT,
    version     INTEGER NOT NULL DEFAULT 1,
    updated_at  BIGINT  NOT NULL,
    updated_by  TEXT
);
CREATE INDEX catalogue_item_name ON catalogue_item (kind, name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX catalogue_item_created ON catalogue_item (kind, created_at, rowno) WHERE deleted_at IS NULL;
CREATE INDEX catalogue_item_category ON catalogue_item (category_id, name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX catalogue_item_status ON catalogue_item (kind, status, name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX catalogue_item_deleted ON catalogue_item (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX catalogue_item_photo ON catalogue_item (photo_hash) WHERE photo_hash IS NOT NULL;
