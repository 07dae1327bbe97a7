-- Keys by which programs act for a person. The key itself is not kept.
CREATE TABLE api_key (
    id           TEXT   PRIMARY KEY,
    user_id      TEXT   NOT NULL REFERENCES users (id),
    hash         TEXT   NOT NULL UNIQUE,
    name         TEXT   NOT NULL,
    scope        TEXT   NOT NULL,
    company_id   TEXT   REFERENCES company (id),
    created_at   BIGINT NOT NULL,
    expires_at   BIGINT,
    last_used_at BIGINT
);
CREATE INDEX api_key_user ON api_key (user_id);
CREATE INDEX api_key_company ON api_key (company_id) WHERE company_id IS NOT NULL;

-- The key that started a bulk action, whose bounds hold for it too.
ALTER TABLE bulk ADD COLUMN key_id TEXT;
