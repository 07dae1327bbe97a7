-- Readers of the change log follow it in the order in which transactions began to
-- write, and stay below the oldest one that still runs.
CREATE INDEX change_order ON change (tx, seq);
