-- The few items of a catalogue that are marked removed, as companies and projects
-- have it: without it the whole catalogue was read to find them.
CREATE INDEX catalogue_item_marked ON catalogue_item (kind, name_key, rowno) WHERE deleted_at IS NULL AND removed_at IS NOT NULL;
