package store

import (
	"context"
	"slices"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// nameOfHolder is the name of the record that a row of a table is attached to; NULL while the record is removed.
func nameOfHolder(table string) string {
	return "CASE " + table + ".entity " + eachKind(" ", func(k storedKind) string {
		if k.holder == nil {
			return ""
		}
		return "WHEN '" + k.name + "' THEN (SELECT " + k.titleOf() + " FROM " + k.table + " r " + k.joins + " WHERE r.id = " + table + ".entity_id AND r.deleted_at IS NULL)"
	}) + " END"
}

var holderName = nameOfHolder("note")

// noteIsThere is the condition that neither a note nor its record is removed.
var noteIsThere = "note.deleted_at IS NULL AND " + holderName + " IS NOT NULL"

// notedKinds lists the kinds that are attached to records of others.
func notedKinds() []string {
	return kindsThat(func(k storedKind) bool { return k.isNote })
}

// attachedTo selects the ids of what is attached to a record.
func attachedTo(record string) string {
	return eachKind(" UNION ALL ", func(k storedKind) string {
		if !k.isNote {
			return ""
		}
		return "SELECT x.id FROM " + k.table + " x WHERE x.entity_id = " + record
	})
}

// Holder is a record that notes are attached to.
type Holder struct {
	Entity, ID, Name     string
	CompanyID, ProjectID *string
	Roles                []tracker.Role // of a user on the company and the project
}

// Holder reads a record that is not removed, with the roles of a user.
func (q Queries) Holder(ctx context.Context, entity RecordKind, id, userID string) (Holder, error) {
	k := kindNamed(string(entity))
	if k.holder == nil {
		return Holder{}, tracker.ErrNotFound
	}
	only := ""
	if k.only != "" {
		only = " AND r." + k.only
	}
	return one(ctx, q, func(r rows) (h Holder, err error) {
		var company, direct *tracker.Role
		h.Entity = k.name
		err = r.Scan(&h.ID, &h.Name, &h.CompanyID, &h.ProjectID, &company, &direct)
		h.Roles = held(company, direct)
		return h, err
	}, `SELECT h.id, h.name, h.company_id, h.project_id,
			(SELECT m.role FROM company_moderator m WHERE m.company_id = h.company_id AND m.user_id = $2),
			(SELECT m.role FROM project_moderator m WHERE m.project_id = h.project_id AND m.user_id = $2)
		FROM (SELECT r.id AS id, `+k.titleOf()+` AS name, `+k.holder.company+` AS company_id, `+k.holder.project+` AS project_id
			FROM `+k.table+` r `+k.joins+` WHERE r.id = $1 AND r.deleted_at IS NULL`+only+`) AS h`, id, userID)
}

// moderatesHolder is the condition that a user has one of some roles on the company or project of a record, or one of others
// anywhere if the record is of a catalogue.
func (f *filter) moderatesHolder(user, company, project string, roles, catalogueRoles []tracker.Role) string {
	link, anywhere := "m.user_id = "+user+" AND "+f.in("m.role", roles), "m.user_id = "+user+" AND "+f.in("m.role", catalogueRoles)
	return `(EXISTS (SELECT 1 FROM company_moderator m WHERE m.company_id = ` + company + ` AND ` + link + `)
		OR EXISTS (SELECT 1 FROM project_moderator m WHERE m.project_id = ` + project + ` AND ` + link + `)
		OR ` + company + ` IS NULL AND (EXISTS (SELECT 1 FROM company_moderator m WHERE ` + anywhere + `) OR EXISTS (SELECT 1 FROM project_moderator m WHERE ` + anywhere + `)))`
}

// seesAttached is the condition that a row of a table is there, for somebody who may see the record that it is attached to.
func (f *filter) seesAttached(table string, v Visible) string {
	conditions := []string{table + ".deleted_at IS NULL AND " + nameOfHolder(table) + " IS NOT NULL"}
	if v.Within.CompanyID != "" {
		conditions = append(conditions, table+".company_id = "+f.arg(v.Within.CompanyID))
	}
	if !v.All && !v.Within.All() {
		conditions = append(conditions, f.moderatesHolder(f.arg(v.UserID), table+".company_id", table+".project_id", v.Roles, v.CatalogueRoles))
	}
	return strings.Join(conditions, " AND ")
}

// NoteQuery asks for notes: those of one record, or all.
type NoteQuery struct {
	tracker.ListQuery
	Entity, EntityID string
	Within           bool
	enough           int // how many are counted; 0 for all
}

var noteSelects = `
	SELECT note.id, note.entity, note.entity_id, ` + holderName + `, note.company_id, note.project_id, note.text, note.is_pinned, note.author_id, author.email, author.display_name,
		note.created_at, note.edited_at, note.version
	FROM note LEFT JOIN users author ON author.id = note.author_id`

func scanNote(r rows) (n tracker.Note, err error) {
	var created int64
	var edited *int64
	var email, name *string
	err = r.Scan(&n.ID, &n.Entity, &n.EntityID, &n.EntityName, &n.CompanyID, &n.ProjectID, &n.Stored, &n.IsPinned, &n.AuthorID, &email, &name, &created, &edited, &n.Version)
	n.CreatedAt, n.EditedAt = instant(created), instantOrNil(edited)
	if email != nil && name != nil {
		n.Author = &tracker.UserRef{Email: *email, DisplayName: *name}
	}
	return n, err
}

// Notes lists a page of notes, the pinned ones of a record first, then the newest.
func (q Queries) Notes(ctx context.Context, v Visible, nq NoteQuery) ([]tracker.Note, int, error) {
	f := &filter{}
	order := "note.created_at DESC, note.id DESC"
	if nq.EntityID == "" {
		f.and(f.seesAttached("note", v))
	} else {
		f.and(noteIsThere)
		column := "entity_id"
		if k := kindNamed(nq.Entity); nq.Within && k.column != "" {
			column = k.column
		}
		f.and("note." + column + " = " + f.arg(nq.EntityID))
		order = "note.is_pinned DESC, " + order
	}
	if term := searchKey(nq.Search); hasTrigrams(term) {
		f.find(q.dialect, "note", term)
	} else {
		f.findUnindexed(q.dialect, "note", "search_text", term)
	}
	counted := "SELECT 1 FROM note" + f.where()
	if nq.enough > 0 {
		counted += limited(nq.enough)
	}
	total, err := one(ctx, q, scanOne[int], "SELECT count(*) FROM ("+counted+") AS counted", f.args...)
	if err != nil || total == 0 {
		return []tracker.Note{}, 0, ignoreUnstorable(err)
	}
	list, err := many(ctx, q, scanNote, noteSelects+f.where()+" ORDER BY "+order+" LIMIT "+f.arg(nq.PageSize)+" OFFSET "+f.arg(nq.Offset()), f.args...)
	if err != nil {
		return nil, 0, err
	}
	return list, total, q.showMentions(ctx, list)
}

// Note reads a note, if neither it nor its record is removed.
func (q Queries) Note(ctx context.Context, id string) (tracker.Note, error) {
	return q.note(ctx, noteSelects+" WHERE note.id = $1 AND "+noteIsThere, id)
}

// RemovedNote reads a note that is removed, if its record is there.
func (q Queries) RemovedNote(ctx context.Context, id string) (tracker.Note, error) {
	return q.note(ctx, noteSelects+" WHERE note.id = $1 AND note.deleted_at IS NOT NULL AND "+holderName+" IS NOT NULL", id)
}

func (q Queries) note(ctx context.Context, sql, id string) (tracker.Note, error) {
	n, err := one(ctx, q, scanNote, sql, id)
	if err != nil {
		return n, err
	}
	list := []tracker.Note{n}
	err = q.showMentions(ctx, list)
	return list[0], err
}

// showMentions writes the texts of notes with the addresses of the people in them.
func (q Queries) showMentions(ctx context.Context, list []tracker.Note) error {
	var ids []string
	for _, n := range list {
		ids = append(ids, tracker.StoredMentions(n.Stored)...)
	}
	people, err := q.People(ctx, ids)
	for i, n := range list {
		list[i].Text, list[i].Mentions = tracker.ShowMentions(n.Stored, people)
	}
	return err
}

// People reads names and addresses by ids of users.
func (q Queries) People(ctx context.Context, ids []string) (map[string]tracker.UserRef, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	slices.Sort(ids)
	people := map[string]tracker.UserRef{}
	return people, each(ctx, q, func(r rows) error {
		var id string
		var ref tracker.UserRef
		err := r.Scan(&id, &ref.Email, &ref.DisplayName)
		people[id] = ref
		return err
	}, `SELECT u.id, u.email, u.display_name FROM users u WHERE u.id IN (SELECT value FROM `+q.dialect.elements("$1")+` ids)`, jsonTexts(slices.Compact(ids)))
}

// MentionedPerson is somebody whose address a note has.
type MentionedPerson struct {
	tracker.Mentioned
	tracker.UserRef
	Settings tracker.NotificationSettings
}

// Mentioned finds people by their addresses, and says who of them may see a record.
func (q Queries) Mentioned(ctx context.Context, addresses []string, h Holder, roles, catalogueRoles []tracker.Role) ([]MentionedPerson, error) {
	if len(addresses) == 0 {
		return nil, nil
	}
	f := &filter{}
	list := f.arg(jsonTexts(addresses))
	sees := f.moderatesHolder("u.id", "CAST("+f.arg(h.CompanyID)+" AS TEXT)", "CAST("+f.arg(h.ProjectID)+" AS TEXT)", roles, catalogueRoles)
	return many(ctx, q, func(r rows) (p MentionedPerson, err error) {
		var row settingsRow
		if err = r.Scan(append([]any{&p.ID, &p.Email, &p.DisplayName, &p.Sees}, row.into()...)...); err == nil {
			p.Settings, err = row.settings()
		}
		return p, err
	}, `SELECT u.id, u.email, u.display_name, u.disabled_at IS NULL AND (u.is_admin OR `+sees+`),`+notificationSettingColumns+`
		FROM users u LEFT JOIN notification_setting n ON n.user_id = u.id
		WHERE u.email IN (SELECT value FROM `+q.dialect.elements(list)+` written)`, f.args...)
}

// Mentionable finds people who may see a record by the beginning of their name or address. For a record of a catalogue it finds
// administrators alone, unless everybody is asked for: the readers of a catalogue need not know each other.
func (q Queries) Mentionable(ctx context.Context, h Holder, term string, everybody bool, roles []tracker.Role, limit int) ([]tracker.UserRef, error) {
	f := &filter{}
	sees := "u.is_admin"
	switch {
	case h.CompanyID != nil:
		sees += " OR " + f.moderatesHolder("u.id", "CAST("+f.arg(h.CompanyID)+" AS TEXT)", "CAST("+f.arg(h.ProjectID)+" AS TEXT)", roles, nil)
	case everybody:
		sees += " OR " + f.moderatesHolder("u.id", nobody, nobody, nil, roles)
	}
	f.and("u.disabled_at IS NULL")
	f.and("(" + sees + ")")
	if term = searchKey(term); term != "" {
		begins, end := f.arg(term), f.arg(term+"\U0010FFFF")
		f.and("(u.name_key >= " + begins + " AND u.name_key < " + end + " OR u.email >= " + begins + " AND u.email < " + end +
			" OR " + q.dialect.contains("u.name_key", f.arg(" "+term)) + ")")
	}
	list, err := many(ctx, q, func(r rows) (u tracker.UserRef, err error) { return u, r.Scan(&u.Email, &u.DisplayName) },
		"SELECT u.email, u.display_name FROM users u"+f.where()+" ORDER BY u.name_key, u.email LIMIT "+f.arg(limit), f.args...)
	return list, ignoreUnstorable(err)
}

// InsertNote stores a note.
func (tx *Tx) InsertNote(ctx context.Context, n tracker.Note) error {
	return tx.runOn(ctx, `
		INSERT INTO note (id, entity, entity_id, company_id, project_id, text, search_text, is_pinned, author_id, created_at, updated_at, updated_by)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $9)`,
		n.ID, n.Entity, n.EntityID, n.CompanyID, n.ProjectID, n.Stored, noteSearchText(n), n.IsPinned, n.AuthorID, millis(n.CreatedAt))
}

func noteSearchText(n tracker.Note) string {
	text := tracker.WithoutMentions(n.Stored)
	return searchText(&text)
}

// UpdateNote stores the text and the pin of a note.
func (tx *Tx) UpdateNote(ctx context.Context, n tracker.Note, by *string, at time.Time) error {
	return tx.runOn(ctx, `UPDATE note SET text = $2, search_text = $3, is_pinned = $4, edited_at = $5, version = $6, updated_at = $7, updated_by = $8 WHERE id = $1`,
		n.ID, n.Stored, noteSearchText(n), n.IsPinned, millisOrNil(n.EditedAt), n.Version, millis(at), by)
}

// MarkAttached removes a note or a document, which stays as a tombstone, or brings it back.
func (tx *Tx) MarkAttached(ctx context.Context, kind RecordKind, id string, isGone bool, by *string, at time.Time) error {
	return tx.runOn(ctx, `UPDATE `+kindNamed(string(kind)).table+` SET deleted_at = CASE WHEN $2 THEN CAST($3 AS BIGINT) END,
		version = version + 1, updated_at = $3, updated_by = $4 WHERE id = $1`,
		id, isGone, millis(at), by)
}
