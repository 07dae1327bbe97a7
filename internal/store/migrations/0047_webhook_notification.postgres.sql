-- A notification about a webhook has no project.
ALTER TABLE notification ALTER COLUMN item_parent_id DROP NOT NULL;
