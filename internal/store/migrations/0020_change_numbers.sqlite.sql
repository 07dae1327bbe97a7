-- Numbers of the change log never repeat, also when retention has emptied it: open
-- pages follow the log by number. SQLite adds that to no table, so this is another one.
CREATE TABLE numbered_change (
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    at         BIGINT NOT NULL,
    actor_id   TEXT,
    action     TEXT   NOT NULL,
    entity     TEXT   NOT NULL,
    entity_id  TEXT   NOT NULL,
    before     TEXT,
    after      TEXT,
    request_id TEXT   NOT NULL,
    batch_id   TEXT,
    totals     TEXT,
    worth      TEXT
);
INSERT INTO numbered_change (seq, at, actor_id, action, entity, entity_id, before, after, request_id, batch_id, totals, worth)
SELECT seq, at, actor_id, action, entity, entity_id, before, after, request_id, batch_id, totals, worth FROM change ORDER BY seq;
DROP TABLE change;
ALTER TABLE numbered_change RENAME TO change;
CREATE INDEX change_entity ON change (entity, entity_id, seq);
CREATE INDEX change_at ON change (at);
CREATE TRIGGER change_totals AFTER INSERT ON change WHEN new.totals IS NOT NULL BEGIN
    INSERT INTO tally (name, shard, n)
    SELECT t.value ->> 0, t.value ->> 1, t.value ->> 2 FROM json_each(new.totals) AS t WHERE TRUE
    ON CONFLICT (name, shard) DO UPDATE SET n = n + excluded.n;
END;
CREATE TRIGGER change_worth AFTER INSERT ON change WHEN new.worth IS NOT NULL BEGIN
    UPDATE company SET live_price = live_price + (w.value ->> 1), live_cost = live_cost + (w.value ->> 2)
    FROM json_each(new.worth) AS w WHERE company.id = w.value ->> 0;
END;

-- Notifications name the change that raised them; those of a log that was emptied
-- before are the highest numbers that are known.
INSERT INTO sqlite_sequence (name, seq) SELECT 'change', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'change');
UPDATE sqlite_sequence SET seq = MAX(seq, (SELECT COALESCE(MAX(change_seq), 0) FROM notification)) WHERE name = 'change';
