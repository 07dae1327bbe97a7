-- How many items of a category count, without a look at the items.
CREATE INDEX catalogue_item_unmarked ON catalogue_item (category_id) WHERE deleted_at IS NULL AND removed_at IS NULL;
-- What the clean-up asks of notifications, whoever got them.
CREATE INDEX notification_created ON notification (created_at);
