-- Views that people save of lists, and which of them each person's list begins with.
CREATE TABLE saved_view (
    id         TEXT    PRIMARY KEY,
    owner_id   TEXT    NOT NULL REFERENCES users (id),
    list       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    query      TEXT    NOT NULL,
    is_shared  BOOLEAN NOT NULL,
    version    INTEGER NOT NULL DEFAULT 1,
    created_at BIGINT  NOT NULL
);
CREATE INDEX saved_view_owner ON saved_view (owner_id);
CREATE INDEX saved_view_shared ON saved_view (id) WHERE is_shared;

CREATE TABLE default_view (
    user_id TEXT NOT NULL REFERENCES users (id),
    list    TEXT NOT NULL,
    view_id TEXT NOT NULL REFERENCES saved_view (id),
    PRIMARY KEY (user_id, list)
);
CREATE INDEX default_view_of ON default_view (view_id);
