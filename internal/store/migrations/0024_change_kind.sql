-- For the history of all entities of a kind.
CREATE INDEX change_kind ON change (entity, seq);
