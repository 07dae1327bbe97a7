-- Purging a tombstone asks what refers to it, tombstones included, and so does the
-- foreign key itself: these indexes must know every row. Those without the
-- tombstones answered it by reading the whole table.
DROP INDEX project_company;
CREATE INDEX project_company ON project (company_id, name_key, rowno);
DROP INDEX project_product_project;
CREATE INDEX project_product_project ON project_product (project_id, rowno);
DROP INDEX project_product_item;
CREATE INDEX project_product_item ON project_product (product_id);
DROP INDEX project_subscription_project;
CREATE INDEX project_subscription_project ON project_subscription (project_id, rowno);
DROP INDEX project_subscription_item;
CREATE INDEX project_subscription_item ON project_subscription (subscription_id);
DROP INDEX catalogue_item_category;
CREATE INDEX catalogue_item_category ON catalogue_item (category_id, name_key, rowno);
