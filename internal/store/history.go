package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// ChangeViewer is who reads the history, and what they may see of it.
type ChangeViewer struct {
	All           bool           // administrators see everything
	UserID        string         // a moderator sees the changes of what they moderate
	See           []tracker.Role // in one of these roles
	SeeCost       []tracker.Role // and those of cost alone in one of these
	Catalogues    bool           // sees changes of the catalogues
	CatalogueCost bool           // and those of cost alone
	Within        Narrowing
}

// ChangeQuery narrows the history. A zero field does not.
type ChangeQuery struct {
	Seqs      []int64 // their numbers
	Entity    string
	EntityID  string
	Within    bool // also changes of what belongs to the entity
	ActorID   string
	Actions   []string // as they are stored
	Undo      *bool    // only changes that take another one back, or no such changes
	Field     string
	FieldCost bool // the field is hidden from people who may not see cost
	BatchID   string
	From, To  *time.Time
	Before    int64 // only changes with a lower number
	// RemovedSince narrows to the last removal of each record that is still removed, and to those of
	// moderators, of whom nothing is stored any more, since that time.
	RemovedSince *time.Time
	// Grouped narrows to the newest change of each batch that the viewer may see and that the other fields leave.
	Grouped bool
	Names   bool // also reads the names of companies and projects

	byKind bool // an index has the changes of the kind of entity
	// Where ListChanges looks: sealed is the position of the last seal, and sealed changes between From and To have
	// numbers from first until after.
	sealed       Position
	first, after int64
}

// ListedChange is a change with what a reader of the history sees beside it.
type ListedChange struct {
	Change
	Key      string // the entity's id in the API: the e-mail address of a user
	Actor    *tracker.UserRef
	Roles    []tracker.Role // of the reader, on the company and project
	UndoneBy *int64
	People   map[string]tracker.UserRef // whose ids its texts have
	Purged   bool                       // the entity, or the parent of a moderator, is not stored any more
	Gone     bool                       // it is removed

	CompanyName, ProjectName *string // read if the query asks for them
}

// unlistedActions are logged and not shown: marks of what people were told and have read, and
// the views of lists that they save.
const unlistedActions = "('view', 'viewAll', 'snooze', 'unsnooze', 'settings', 'endingSoon', 'saveView', 'shareView', 'saveWebhook', 'saveChannel')"

// Kinds whose changes belong to no company: openEntities are those that every moderator sees.
var (
	openEntities        = kindsThat(func(k storedKind) bool { return k.isOpen })
	companylessEntities = kindsThat(func(k storedKind) bool { return k.isApart })
)

// anchored reports whether the query is about few changes, which one index finds.
func (cq ChangeQuery) anchored() bool {
	return len(cq.Seqs) > 0 || cq.EntityID != "" || cq.BatchID != "" || cq.RemovedSince != nil
}

// tombstones selects the kinds and ids of what is removed and still stored.
var tombstones = eachKind(" UNION ALL ", func(k storedKind) string {
	if !k.hasTombstones() {
		return ""
	}
	return "SELECT '" + k.name + "' AS entity, id FROM " + k.table + " WHERE deleted_at IS NOT NULL AND " + cmp.Or(k.only, "TRUE")
})

// stillRemoved selects the changes that removed what is still removed. A tombstone is in an index of
// its table until it is deleted for good. A moderator is back under the same id, or was added again.
func stillRemoved(d dialect, since string) string {
	again := func(table, parent string) string {
		return "EXISTS (SELECT 1 FROM " + table + " k JOIN users u ON u.id = k.user_id WHERE k." + parent + " = m." + parent +
			" AND " + d.contains("m.before", `'"userEmail":"' || u.email || '"'`) + ")"
	}
	return `
		SELECT (SELECT max(l.seq) FROM change l WHERE l.entity = gone.entity AND l.entity_id = gone.id AND l.action = 'remove')
		FROM (` + tombstones + `) AS gone
		UNION ALL
		SELECT m.seq FROM change m
		WHERE m.action = 'remove' AND m.at >= ` + since + ` AND (
			m.entity = 'companyModerator' AND NOT ` + again("company_moderator", "company_id") + `
			OR m.entity = 'projectModerator' AND NOT ` + again("project_moderator", "project_id") + `)
			AND NOT EXISTS (SELECT 1 FROM change l WHERE l.entity = m.entity AND l.entity_id = m.entity_id AND l.seq > m.seq)`
}

// walksIndex reports whether an index has the changes of the kind, or of the person, or those that take
// another one back.
func (cq ChangeQuery) walksIndex() bool {
	return cq.byKind || cq.ActorID != "" || cq.Undo != nil && *cq.Undo
}

// changeFilter has the conditions of a query. An index may answer those on the entity of an anchored query, or else
// those that walksIndex names, if byIndex is set. The others are hidden from SQLite, which takes the first
// index that fits.
func changeFilter(d dialect, f *filter, cq ChangeQuery, byIndex bool) string {
	conditions, kind := []string{}, kindNamed(cq.Entity)
	and := func(condition string) { conditions = append(conditions, condition) }
	switch {
	case cq.EntityID != "" && cq.Within && kind.column != "":
		and("change." + kind.column + " = " + f.arg(cq.EntityID))
	case cq.EntityID != "" && cq.Within && kind.items != "":
		category := f.arg(cq.EntityID)
		and("change.entity IN (" + f.arg(cq.Entity) + ", " + f.arg(kind.items) + ")")
		and("change.entity_id IN (SELECT CAST(" + category + " AS TEXT) UNION ALL SELECT i.id FROM catalogue_item i WHERE i.category_id = " + category + ")")
	case cq.EntityID != "" && cq.Within && kind.holder != nil:
		record := f.arg(cq.EntityID)
		and("change.entity IN (" + f.list(append(notedKinds(), cq.Entity)) + ")")
		and("change.entity_id IN (SELECT CAST(" + record + " AS TEXT) UNION ALL " + attachedTo(record) + ")")
	case cq.EntityID != "" && cq.Entity == "":
		and("change.entity IN (" + f.list(tracker.ChangedEntities) + ")")
		and("change.entity_id = " + f.arg(cq.EntityID))
	case cq.EntityID != "":
		and("change.entity = " + f.arg(cq.Entity))
		and("change.entity_id = " + f.arg(cq.EntityID))
	case cq.Entity != "" && byIndex && cq.byKind:
		and("change.company_id IS NULL")
		and("change.entity = " + f.arg(cq.Entity))
	case cq.Entity != "":
		and("(change.entity || '') = " + f.arg(cq.Entity))
	}
	switch len(cq.Seqs) {
	case 0:
	case 1:
		and("change.seq = " + f.arg(cq.Seqs[0]))
	default:
		and("change.seq IN (SELECT CAST(value AS BIGINT) FROM " + d.elements(f.arg(jsonText(cq.Seqs))) + " numbers)")
	}
	if cq.RemovedSince != nil {
		and("change.seq IN (" + stillRemoved(d, f.arg(millis(*cq.RemovedSince))) + ")")
	}
	if cq.BatchID != "" {
		and("change.batch_id = " + f.arg(cq.BatchID))
	}
	switch {
	case cq.ActorID == "":
	case byIndex:
		and("change.actor_id = " + f.arg(cq.ActorID))
	default:
		and("(change.actor_id || '') = " + f.arg(cq.ActorID))
	}
	if len(cq.Actions) > 0 {
		and("(change.action || '') IN (" + f.list(cq.Actions) + ")")
	} else {
		and("change.action NOT IN " + unlistedActions)
	}
	switch {
	case cq.Undo == nil:
	case *cq.Undo: // few, and SQLite would look for them among all
		and("change.seq IN (SELECT n.seq FROM change n WHERE n.undoes > 0)")
	default:
		and("change.undoes IS NULL")
	}
	if cq.Field != "" {
		and(d.contains("COALESCE(change.fields, '')", f.arg(","+cq.Field+",")))
	}
	if cq.From != nil {
		and("change.at >= " + f.arg(millis(*cq.From)))
	}
	if cq.To != nil {
		and("change.at <= " + f.arg(millis(*cq.To)))
	}
	if cq.Before > 0 {
		and("change.seq < " + f.arg(cq.Before))
	}
	return strings.Join(conditions, " AND ")
}

// grouped adds to the conditions of a query that no newer change of the same batch meets them and is seen.
func (cq ChangeQuery) grouped(conditions, seen string) string {
	return cq.groupedAmong(conditions, conditions, seen)
}

// groupedAmong is grouped for conditions that hold only for a part of the changes in question.
func (cq ChangeQuery) groupedAmong(conditions, all, seen string) string {
	if !cq.Grouped {
		return conditions
	}
	newer := strings.ReplaceAll(all+" AND ("+seen+")", "change.", "newer.")
	return conditions + " AND (change.batch_id IS NULL OR NOT EXISTS (SELECT 1 FROM change newer WHERE newer.batch_id = change.batch_id AND newer.seq > change.seq AND " + newer + "))"
}

// newestChanges is a statement for the numbers of the newest changes that the viewer may
// see; window ends it, and most is the number of rows that it can need.
func newestChanges(d dialect, f *filter, v ChangeViewer, cq ChangeQuery, most int, window string) string {
	if v.All && cq.anchored() {
		return "SELECT change.seq FROM change WHERE " + cq.grouped(changeFilter(d, f, cq, false), "TRUE") + window
	}
	if v.All {
		cq.byKind = slices.Contains(companylessEntities, cq.Entity)
		return "SELECT change.seq FROM (" + walkChanges(d, f, cq, cq.grouped(changeFilter(d, f, cq, true), "TRUE"), most) + ") AS change" + window
	}
	user := f.arg(v.UserID)
	companies := "SELECT m.company_id AS id FROM " + v.Within.companyLinks(f, v.UserID) +
		" m JOIN company c ON c.id = m.company_id AND c.deleted_at IS NULL WHERE m.user_id = " + user + " AND "
	projects := `SELECT m.project_id AS id FROM ` + v.Within.projectLinks(f) + ` m JOIN project p ON p.id = m.project_id
		JOIN company c ON c.id = p.company_id AND c.deleted_at IS NULL WHERE m.user_id = ` + user + " AND "
	hidden := "NOT change.cost_only"
	switch {
	case cq.FieldCost:
		hidden = "FALSE"
	case v.CatalogueCost:
		hidden = "(" + hidden + " OR change.company_id IS NULL)"
	}
	if cq.FieldCost && v.CatalogueCost {
		hidden = "change.company_id IS NULL"
	}
	// A role on the company or on the project shows the change, and may show cost.
	moderates := func(roles []tracker.Role) string {
		return "(COALESCE(change.company_id, '') IN (" + companies + f.in("m.role", roles) + ") OR COALESCE(change.project_id, '') IN (" + projects + f.in("m.role", roles) + "))"
	}
	seen := ""
	if cq.anchored() || cq.Grouped { // PostgreSQL refuses arguments that no part of a statement uses
		if seen = moderates(v.See); v.Catalogues {
			seen += " OR change.company_id IS NULL AND change.entity IN (" + f.list(openEntities) + ")"
		}
	}
	conditions := changeFilter(d, f, cq, false) + " AND (" + hidden + " OR " + moderates(v.SeeCost) + ")"
	if cq.anchored() {
		return "SELECT change.seq FROM change WHERE " + cq.grouped(conditions+" AND ("+seen+")", "TRUE") + window
	}
	// Each company and project has its newest changes in an index.
	all := conditions
	conditions = cq.grouped(all, seen)
	limit := " ORDER BY change.seq DESC LIMIT " + f.arg(most)
	parts, sealed := "", ""
	if cq.byTime() {
		unsealed := d.changeAfter(f.arg(cq.sealed.Tx), f.arg(cq.sealed.Seq))
		parts = "SELECT seq FROM (SELECT change.seq FROM change WHERE " + unsealed + " AND " + moderates(v.See) + " AND " + conditions + limit + ") AS unsealed UNION ALL "
		sealed = cq.span(f) + " AND NOT (" + unsealed + ") AND "
	}
	part := func(scope, column string) string {
		return d.perRow("("+scope+")", "SELECT change.seq FROM change WHERE change."+column+" = l.id AND "+sealed+conditions+limit)
	}
	parts += part(companies+f.in("m.role", v.See), "company_id") + " UNION ALL " +
		part(projects+f.in("m.role", v.See)+" AND p.company_id NOT IN ("+companies+f.in("m.role", v.See)+")", "project_id")
	for _, entity := range openEntities {
		if v.Catalogues && (cq.Entity == "" || cq.Entity == entity) {
			of := cq
			of.Entity, of.byKind = entity, true
			parts += " UNION ALL SELECT seq FROM (" + walkChanges(d, f, of, cq.groupedAmong(changeFilter(d, f, of, true)+" AND ("+hidden+")", all, seen), most) + ") AS " + entity
		}
	}
	return "SELECT change.seq FROM (" + parts + ") AS change" + window
}

// changedEntityGone is whether the entity of a change is removed now, as far as its own tombstone tells; NULL if it is not
// stored any more. The link of a moderator has no tombstone, and can be made again while its company or project is there.
var changedEntityGone = "CASE change.entity " + eachKind(" ", func(k storedKind) string {
	switch {
	case k.hasTombstones():
		return "WHEN '" + k.name + "' THEN (SELECT x.deleted_at IS NOT NULL FROM " + k.table + " x WHERE x.id = change.entity_id)"
	case k.parent != "":
		return "WHEN '" + k.name + "' THEN (SELECT x.deleted_at IS NOT NULL OR NOT EXISTS (SELECT 1 FROM " + k.table + " m WHERE m.id = change.entity_id) FROM " +
			k.parent + " x WHERE x.id = change." + k.parent + "_id)"
	}
	return ""
}) + " ELSE (SELECT FALSE FROM users x WHERE x.id = change.entity_id) END"

// ListChanges lists the changes that a viewer may see, newest first.
func (q Queries) ListChanges(ctx context.Context, v ChangeViewer, cq ChangeQuery, limit, offset int) ([]ListedChange, error) {
	cq, err := q.located(ctx, cq)
	if err != nil {
		return nil, err
	}
	f := &filter{}
	user := f.arg(v.UserID)
	names := "NULL, NULL"
	if cq.Names {
		names = "(SELECT o.name FROM company o WHERE o.id = change.company_id), (SELECT o.name FROM project o WHERE o.id = change.project_id)"
	}
	page := newestChanges(q.dialect, f, v, cq, limit+offset, " ORDER BY change.seq DESC LIMIT "+f.arg(limit)+" OFFSET "+f.arg(offset))
	list, err := many(ctx, q, func(r rows) (c ListedChange, err error) {
		var company, direct *tracker.Role
		var email, name *string
		var gone *bool
		err = scanChangeInto(r, &c.Change, &c.Key, &email, &name, &company, &direct, &c.UndoneBy, &gone, &c.CompanyName, &c.ProjectName)
		c.Purged, c.Gone = gone == nil, gone == nil || *gone
		if email != nil && name != nil {
			c.Actor = &tracker.UserRef{Email: *email, DisplayName: *name}
		}
		c.Roles = held(company, direct)
		return c, err
	}, "SELECT"+changeColumns+`,
			COALESCE(e.email, change.entity_id), u.email, u.display_name,
			(SELECT m.role FROM company_moderator m WHERE m.company_id = change.company_id AND m.user_id = `+user+`),
			(SELECT m.role FROM project_moderator m WHERE m.project_id = change.project_id AND m.user_id = `+user+`),
			(SELECT n.seq FROM change n WHERE n.undoes = change.seq),
			`+changedEntityGone+`, `+names+`
		FROM change
		LEFT JOIN users u ON u.id = change.actor_id
		LEFT JOIN users e ON e.id = change.entity_id
		WHERE change.seq IN (`+page+`) ORDER BY change.seq DESC`, f.args...)
	if err != nil {
		return nil, err
	}
	return list, q.addPeople(ctx, list)
}

// addPeople reads the people whose ids the texts of changes have.
func (q Queries) addPeople(ctx context.Context, list []ListedChange) error {
	var ids []string
	for _, c := range list {
		ids = append(ids, tracker.LoggedMentions(c.Before)...)
		ids = append(ids, tracker.LoggedMentions(c.After)...)
	}
	people, err := q.People(ctx, ids)
	for i := range list {
		list[i].People = people
	}
	return err
}

// CountChanges counts the changes that a viewer may see, up to a maximum.
func (q Queries) CountChanges(ctx context.Context, v ChangeViewer, cq ChangeQuery, most int) (int, error) {
	cq, err := q.located(ctx, cq)
	if err != nil {
		return 0, err
	}
	f := &filter{}
	return one(ctx, q, scanOne[int], "SELECT count(*) FROM ("+newestChanges(q.dialect, f, v, cq, most, " LIMIT "+f.arg(most))+") AS listed", f.args...)
}
