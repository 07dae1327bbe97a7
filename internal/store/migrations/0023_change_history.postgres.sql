-- What people who read the history ask of a change: the company and project it belongs to
-- (also of a company or project itself), the name that the entity had, the way it came by,
-- the change that it takes back, and which fields differ (",price,cost,"; cost_only: no
-- other field differs, so people who may not see cost do not see the change at all).
ALTER TABLE change ADD COLUMN company_id TEXT;
ALTER TABLE change ADD COLUMN project_id TEXT;
ALTER TABLE change ADD COLUMN entity_name TEXT;
ALTER TABLE change ADD COLUMN via_kind TEXT;
ALTER TABLE change ADD COLUMN via_name TEXT;
ALTER TABLE change ADD COLUMN undoes BIGINT;
ALTER TABLE change ADD COLUMN fields TEXT;
ALTER TABLE change ADD COLUMN cost_only BOOLEAN NOT NULL DEFAULT FALSE;

-- Earlier changes get the same from the entities that they hold. This is the table of fields
-- of tracker/history.go, as it was when this was written; zero is the value of a field
-- that is not there.
CREATE TABLE logged_field (entity TEXT, name TEXT, path TEXT[], zero TEXT, PRIMARY KEY (entity, name));
INSERT INTO logged_field (entity, name, path, zero) VALUES
    ('company', 'name', '{name}', NULL), ('company', 'details', '{details}', NULL), ('company', 'supportEmail', '{supportEmail}', NULL),
    ('company', 'supportPhone', '{supportPhone}', NULL), ('company', 'photoUrl', '{photoUrl}', NULL), ('company', 'isRemoved', '{isRemoved}', 'false'),
    ('company', 'isGone', '{isGone}', 'false'), ('company', 'country', '{headAddress,country}', NULL), ('company', 'provinceState', '{headAddress,provinceState}', NULL),
    ('company', 'city', '{headAddress,city}', NULL), ('company', 'street', '{headAddress,street}', NULL), ('company', 'building', '{headAddress,building}', NULL),
    ('company', 'postalZipCode', '{headAddress,postalZipCode}', NULL),
    ('project', 'name', '{name}', NULL), ('project', 'isRemoved', '{isRemoved}', 'false'), ('project', 'isGone', '{isGone}', 'false'),
    ('product', 'categoryName', '{categoryName}', NULL), ('product', 'name', '{name}', NULL), ('product', 'details', '{details}', NULL),
    ('product', 'status', '{status}', NULL), ('product', 'photoUrl', '{photoUrl}', NULL), ('product', 'isRemoved', '{isRemoved}', 'false'),
    ('product', 'isGone', '{isGone}', 'false'),
    ('subscription', 'categoryName', '{categoryName}', NULL), ('subscription', 'name', '{name}', NULL), ('subscription', 'details', '{details}', NULL),
    ('subscription', 'status', '{status}', NULL), ('subscription', 'cost', '{cost}', NULL), ('subscription', 'isRemoved', '{isRemoved}', 'false'),
    ('subscription', 'isGone', '{isGone}', 'false'),
    ('productCategory', 'name', '{name}', NULL), ('productCategory', 'isRemoved', '{isRemoved}', 'false'), ('productCategory', 'isGone', '{isGone}', 'false'),
    ('subscriptionCategory', 'name', '{name}', NULL), ('subscriptionCategory', 'isRemoved', '{isRemoved}', 'false'), ('subscriptionCategory', 'isGone', '{isGone}', 'false'),
    ('projectProduct', 'productId', '{productId}', NULL), ('projectProduct', 'details', '{details}', NULL), ('projectProduct', 'cost', '{cost}', NULL),
    ('projectProduct', 'price', '{price}', NULL), ('projectProduct', 'status', '{status}', NULL),
    ('projectSubscription', 'subscriptionId', '{subscriptionId}', NULL), ('projectSubscription', 'details', '{details}', NULL), ('projectSubscription', 'startAt', '{startAt}', NULL),
    ('projectSubscription', 'endAt', '{endAt}', NULL), ('projectSubscription', 'autoRenew', '{autoRenew}', 'false'), ('projectSubscription', 'price', '{price}', NULL),
    ('projectSubscription', 'cost', '{cost}', NULL), ('projectSubscription', 'isCanceled', '{isCanceled}', 'false'), ('projectSubscription', 'cancelationReason', '{cancelationReason}', NULL),
    ('companyModerator', 'userEmail', '{userEmail}', NULL), ('companyModerator', 'role', '{role}', NULL), ('companyModerator', 'details', '{details}', NULL),
    ('projectModerator', 'userEmail', '{userEmail}', NULL), ('projectModerator', 'role', '{role}', NULL), ('projectModerator', 'details', '{details}', NULL),
    ('user', 'email', '{email}', NULL), ('user', 'displayName', '{displayName}', NULL), ('user', 'gender', '{gender}', NULL),
    ('user', 'firstName', '{firstName}', NULL), ('user', 'lastName', '{lastName}', NULL), ('user', 'phoneNumber', '{phoneNumber}', NULL),
    ('user', 'isAdmin', '{isAdmin}', 'false'), ('user', 'status', '{status}', '0'), ('user', 'disableReason', '{disableReason}', '0'),
    ('user', 'photoUrl', '{photoUrl}', NULL), ('user', 'country', '{address,country}', NULL), ('user', 'provinceState', '{address,provinceState}', NULL),
    ('user', 'city', '{address,city}', NULL), ('user', 'street', '{address,street}', NULL), ('user', 'building', '{address,building}', NULL),
    ('user', 'postalZipCode', '{address,postalZipCode}', NULL);
DROP INDEX change_at;
DROP INDEX change_order;
UPDATE change SET
    entity_name = old.name,
    project_id = old.project_id,
    company_id = CASE
        WHEN change.entity = 'company' THEN change.entity_id
        WHEN change.entity IN ('companyModerator', 'project') THEN old.company_id
        ELSE (SELECT p.company_id FROM project p WHERE p.id = old.project_id)
    END,
    fields = old.fields,
    cost_only = COALESCE(old.fields = ',cost,', FALSE)
FROM (
    SELECT seq,
        CASE
            WHEN entity = 'user' THEN held ->> 'displayName'
            WHEN entity IN ('companyModerator', 'projectModerator') THEN held -> 'moderator' ->> 'displayName'
            WHEN entity = 'projectProduct' THEN held -> 'product' ->> 'name'
            WHEN entity = 'projectSubscription' THEN held -> 'subscription' ->> 'name'
            ELSE held ->> 'name'
        END AS name,
        CASE
            WHEN entity = 'project' THEN entity_id
            WHEN entity IN ('projectModerator', 'projectProduct', 'projectSubscription') THEN held ->> 'projectId'
        END AS project_id,
        COALESCE(held ->> 'companyId', (SELECT p.company_id FROM project p WHERE entity = 'project' AND p.id = entity_id)) AS company_id,
        (SELECT ',' || string_agg(f.name, ',') || ',' FROM logged_field f WHERE f.entity = logged.entity
            AND COALESCE(was #>> f.path, f.zero) IS DISTINCT FROM COALESCE(is_now #>> f.path, f.zero)) AS fields
    FROM (
        SELECT seq, entity, entity_id, CAST(before AS JSONB) AS was, CAST(after AS JSONB) AS is_now, CAST(COALESCE(after, before) AS JSONB) AS held
        FROM change WHERE entity <> 'notification' OFFSET 0
    ) AS logged
) AS old
WHERE old.seq = change.seq;
CREATE INDEX change_at ON change (at);
CREATE INDEX change_order ON change (tx, seq);
DROP TABLE logged_field;

-- A removal logged no name, and neither did a password.
UPDATE change SET entity_name = COALESCE(
    (SELECT p.entity_name FROM change p WHERE p.entity = change.entity AND p.entity_id = change.entity_id
        AND p.seq < change.seq AND p.entity_name IS NOT NULL ORDER BY p.seq DESC LIMIT 1),
    CASE entity
        WHEN 'company' THEN (SELECT name FROM company WHERE id = entity_id)
        WHEN 'project' THEN (SELECT name FROM project WHERE id = entity_id)
        WHEN 'user' THEN (SELECT display_name FROM users WHERE id = entity_id)
        WHEN 'product' THEN (SELECT name FROM catalogue_item WHERE id = entity_id)
        WHEN 'subscription' THEN (SELECT name FROM catalogue_item WHERE id = entity_id)
        WHEN 'productCategory' THEN (SELECT name FROM category WHERE id = entity_id)
        WHEN 'subscriptionCategory' THEN (SELECT name FROM category WHERE id = entity_id)
    END)
WHERE entity_name IS NULL AND entity <> 'notification';
-- The project may be deleted since.
UPDATE change SET company_id = (SELECT MAX(p.company_id) FROM change p WHERE p.entity = 'project' AND p.entity_id = change.project_id)
WHERE company_id IS NULL AND project_id IS NOT NULL;

-- For the history of a company or project with all that belongs to it, of a moderator (all
-- companies and projects that they see), of a person, and of a kind of change. A change is
-- taken back once: of two people who try at the same time, one is told so.
CREATE INDEX change_company ON change (company_id, seq);
CREATE INDEX change_project ON change (project_id, seq) WHERE project_id IS NOT NULL;
CREATE INDEX change_actor ON change (actor_id, seq);
CREATE INDEX change_action ON change (action, seq);
CREATE INDEX change_batch ON change (batch_id, seq) WHERE batch_id IS NOT NULL;
CREATE UNIQUE INDEX change_undoes ON change (undoes) WHERE undoes IS NOT NULL;
