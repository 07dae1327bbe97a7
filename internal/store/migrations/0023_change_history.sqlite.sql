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
CREATE TABLE logged_field (entity TEXT, name TEXT, path TEXT, zero, PRIMARY KEY (entity, name));
INSERT INTO logged_field (entity, name, path, zero) VALUES
    ('company', 'name', '$.name', NULL), ('company', 'details', '$.details', NULL), ('company', 'supportEmail', '$.supportEmail', NULL),
    ('company', 'supportPhone', '$.supportPhone', NULL), ('company', 'photoUrl', '$.photoUrl', NULL), ('company', 'isRemoved', '$.isRemoved', 0),
    ('company', 'isGone', '$.isGone', 0), ('company', 'country', '$.headAddress.country', NULL), ('company', 'provinceState', '$.headAddress.provinceState', NULL),
    ('company', 'city', '$.headAddress.city', NULL), ('company', 'street', '$.headAddress.street', NULL), ('company', 'building', '$.headAddress.building', NULL),
    ('company', 'postalZipCode', '$.headAddress.postalZipCode', NULL),
    ('project', 'name', '$.name', NULL), ('project', 'isRemoved', '$.isRemoved', 0), ('project', 'isGone', '$.isGone', 0),
    ('product', 'categoryName', '$.categoryName', NULL), ('product', 'name', '$.name', NULL), ('product', 'details', '$.details', NULL),
    ('product', 'status', '$.status', NULL), ('product', 'photoUrl', '$.photoUrl', NULL), ('product', 'isRemoved', '$.isRemoved', 0),
    ('product', 'isGone', '$.isGone', 0),
    ('subscription', 'categoryName', '$.categoryName', NULL), ('subscription', 'name', '$.name', NULL), ('subscription', 'details', '$.details', NULL),
    ('subscription', 'status', '$.status', NULL), ('subscription', 'cost', '$.cost', NULL), ('subscription', 'isRemoved', '$.isRemoved', 0),
    ('subscription', 'isGone', '$.isGone', 0),
    ('productCategory', 'name', '$.name', NULL), ('productCategory', 'isRemoved', '$.isRemoved', 0), ('productCategory', 'isGone', '$.isGone', 0),
    ('subscriptionCategory', 'name', '$.name', NULL), ('subscriptionCategory', 'isRemoved', '$.isRemoved', 0), ('subscriptionCategory', 'isGone', '$.isGone', 0),
    ('projectProduct', 'productId', '$.productId', NULL), ('projectProduct', 'details', '$.details', NULL), ('projectProduct', 'cost', '$.cost', NULL),
    ('projectProduct', 'price', '$.price', NULL), ('projectProduct', 'status', '$.status', NULL),
    ('projectSubscription', 'subscriptionId', '$.subscriptionId', NULL), ('projectSubscription', 'details', '$.details', NULL), ('projectSubscription', 'startAt', '$.startAt', NULL),
    ('projectSubscription', 'endAt', '$.endAt', NULL), ('projectSubscription', 'autoRenew', '$.autoRenew', 0), ('projectSubscription', 'price', '$.price', NULL),
    ('projectSubscription', 'cost', '$.cost', NULL), ('projectSubscription', 'isCanceled', '$.isCanceled', 0), ('projectSubscription', 'cancelationReason', '$.cancelationReason', NULL),
    ('companyModerator', 'userEmail', '$.userEmail', NULL), ('companyModerator', 'role', '$.role', NULL), ('companyModerator', 'details', '$.details', NULL),
    ('projectModerator', 'userEmail', '$.userEmail', NULL), ('projectModerator', 'role', '$.role', NULL), ('projectModerator', 'details', '$.details', NULL),
    ('user', 'email', '$.email', NULL), ('user', 'displayName', '$.displayName', NULL), ('user', 'gender', '$.gender', NULL),
    ('user', 'firstName', '$.firstName', NULL), ('user', 'lastName', '$.lastName', NULL), ('user', 'phoneNumber', '$.phoneNumber', NULL),
    ('user', 'isAdmin', '$.isAdmin', 0), ('user', 'status', '$.status', 0), ('user', 'disableReason', '$.disableReason', 0),
    ('user', 'photoUrl', '$.photoUrl', NULL), ('user', 'country', '$.address.country', NULL), ('user', 'provinceState', '$.address.provinceState', NULL),
    ('user', 'city', '$.address.city', NULL), ('user', 'street', '$.address.street', NULL), ('user', 'building', '$.address.building', NULL),
    ('user', 'postalZipCode', '$.address.postalZipCode', NULL);
UPDATE change SET
    entity_name = CASE entity
        WHEN 'user' THEN COALESCE(after, before) ->> '$.displayName'
        WHEN 'companyModerator' THEN COALESCE(after, before) ->> '$.moderator.displayName'
        WHEN 'projectModerator' THEN COALESCE(after, before) ->> '$.moderator.displayName'
        WHEN 'projectProduct' THEN COALESCE(after, before) ->> '$.product.name'
        WHEN 'projectSubscription' THEN COALESCE(after, before) ->> '$.subscription.name'
        ELSE COALESCE(after, before) ->> '$.name'
    END,
    project_id = CASE
        WHEN entity = 'project' THEN entity_id
        WHEN entity IN ('projectModerator', 'projectProduct', 'projectSubscription') THEN COALESCE(after, before) ->> '$.projectId'
    END,
    company_id = CASE entity
        WHEN 'company' THEN entity_id
        WHEN 'companyModerator' THEN COALESCE(after, before) ->> '$.companyId'
        WHEN 'project' THEN (SELECT company_id FROM project WHERE id = entity_id)
        WHEN 'projectModerator' THEN (SELECT company_id FROM project WHERE id = COALESCE(after, before) ->> '$.projectId')
        WHEN 'projectProduct' THEN (SELECT company_id FROM project WHERE id = COALESCE(after, before) ->> '$.projectId')
        WHEN 'projectSubscription' THEN (SELECT company_id FROM project WHERE id = COALESCE(after, before) ->> '$.projectId')
    END,
    fields = (SELECT ',' || group_concat(f.name, ',') || ',' FROM logged_field f WHERE f.entity = change.entity
        AND COALESCE(before ->> f.path, f.zero) IS NOT COALESCE(after ->> f.path, f.zero))
WHERE entity <> 'notification';
UPDATE change SET company_id = COALESCE(after, before) ->> '$.companyId'
WHERE entity = 'project' AND company_id IS NULL;
UPDATE change SET cost_only = TRUE WHERE fields = ',cost,';
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
