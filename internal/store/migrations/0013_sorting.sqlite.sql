-- A search sorts its matches by name, and reads the name of each from here: the
-- rows themselves are twenty times as large.
CREATE INDEX users_sorting ON users (rowno, name_key);
CREATE INDEX company_sorting ON company (rowno, name_key, deleted_at);
CREATE INDEX project_sorting ON project (rowno, name_key, deleted_at);
CREATE INDEX catalogue_item_sorting ON catalogue_item (rowno, name_key, kind, deleted_at);
