-- Which rights the members of a group get at single sign-on. Without a company and a role: those of an administrator.
CREATE TABLE group_role (
    id         TEXT    PRIMARY KEY,
    group_name TEXT    NOT NULL,
    company_id TEXT    REFERENCES company (id),
    role       INTEGER
);
CREATE UNIQUE INDEX group_role_right ON group_role (group_name, COALESCE(company_id, ''));
CREATE INDEX group_role_company ON group_role (company_id) WHERE company_id IS NOT NULL;

-- The groups of people at their last single sign-on, to say who would get what.
CREATE TABLE seen_group (
    user_id    TEXT NOT NULL REFERENCES users (id),
    group_name TEXT NOT NULL,
    PRIMARY KEY (user_id, group_name)
);
CREATE INDEX seen_group_name ON seen_group (group_name, user_id);

-- The group that a right came from; NULL for one that was given by hand. The role by hand stands behind a higher one of a group.
ALTER TABLE users ADD COLUMN admin_group TEXT;
CREATE INDEX users_admin_group ON users (id) WHERE admin_group IS NOT NULL;
ALTER TABLE company_moderator ADD COLUMN group_name TEXT;
ALTER TABLE company_moderator ADD COLUMN hand_role INTEGER;
CREATE INDEX company_moderator_group ON company_moderator (user_id) WHERE group_name IS NOT NULL;
