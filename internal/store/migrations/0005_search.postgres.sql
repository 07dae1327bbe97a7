CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX company_search ON company USING gin (search_text gin_trgm_ops);
