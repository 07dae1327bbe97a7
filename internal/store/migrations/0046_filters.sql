-- Companies with and without a text, by name: lists can be narrowed to either.
CREATE INDEX company_has_details ON company ((CASE WHEN COALESCE(details, '') = '' THEN 0 ELSE 1 END), name_key, rowno) WHERE deleted_at IS NULL;
CREATE INDEX company_has_support_email ON company ((CASE WHEN COALESCE(support_email, '') = '' THEN 0 ELSE 1 END), name_key, rowno) WHERE deleted_at IS NULL;
-- Subscriptions of the catalogue by what they cost.
CREATE INDEX catalogue_item_cost ON catalogue_item (kind, cost, rowno) WHERE deleted_at IS NULL;
