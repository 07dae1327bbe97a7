-- The change that gave the cause: readers of the change log find by it what a
-- change raised. Two changes may happen in one millisecond, so their time does not
-- tell. Older rows have none; they were told long ago.
ALTER TABLE notification ADD COLUMN change_seq BIGINT;
