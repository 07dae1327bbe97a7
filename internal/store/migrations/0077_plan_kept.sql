-- What a plan was kept for: the versions of its subscriptions by their ids, as JSON; and the bulk action that applies it.
ALTER TABLE plan ADD COLUMN kept_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE plan ADD COLUMN kept TEXT;
ALTER TABLE plan ADD COLUMN bulk_id TEXT;
UPDATE plan SET kept_at = created_at;
