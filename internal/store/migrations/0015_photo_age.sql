-- Photos that nobody shows any more are looked for among the old ones, without
-- reading the photos themselves.
CREATE INDEX photo_created ON photo (created_at, hash);
