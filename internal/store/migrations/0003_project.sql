CREATE TABLE project (
    rowno       {{identity}},
    id          TEXT    NOT NULL UNIQUE,
    company_id  TEXT    NOT NULL REFERENCES company (id),
    name        TEXT    NOT NULL,
    name_key    TEXT    {{ordered}} NOT NULL,
    search_text TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    removed_at  BIGINT,
    deleted_at  BIGINT,
    version     INTEGER NOT NULL DEFAULT 1,
    updated_at  BIGINT  NOT NULL,
    updated_by  TEXT
);
CREATE INDEX project_company ON project (company_id, name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX project_deleted ON project (deleted_at) WHERE deleted_at IS NOT NULL;
