CREATE INDEX project_search ON project USING gin (search_text gin_trgm_ops);
CREATE INDEX catalogue_item_search ON catalogue_item USING gin (search_text gin_trgm_ops);
