package store

import (
	"context"
	"encoding/json"

	"btracker/internal/tracker"
)

// Position is a place in the change log. A sequence number alone does not give the
// commit order: a transaction may commit after one with a higher number, and a reader
// that follows the numbers would miss it.
type Position struct{ Tx, Seq int64 }

// LoggedChange is a change with its position and the name of the user who made it.
type LoggedChange struct {
	Change
	Position
	Key string // the entity's id in the API: the e-mail address of a user
	By  string
}

// LogEnd is the position of the last settled change.
func (q Queries) LogEnd(ctx context.Context) (Position, error) {
	l := q.dialect.changeLog()
	ends, err := many(ctx, q, func(r rows) (p Position, err error) { return p, r.Scan(&p.Tx, &p.Seq) },
		`SELECT `+l.tx+`, c.seq FROM change c WHERE `+l.settled+` ORDER BY `+l.descending+` LIMIT 1`)
	if err != nil || len(ends) == 0 {
		return Position{}, err
	}
	return ends[0], nil
}

// ChangesAfter lists the settled changes after a position. Later calls never find a
// change between two of them.
func (q Queries) ChangesAfter(ctx context.Context, p Position, limit int) ([]LoggedChange, error) {
	l := q.dialect.changeLog()
	return many(ctx, q, func(r rows) (c LoggedChange, err error) {
		var at int64
		var fields *string
		err = r.Scan(&c.Tx, &c.Position.Seq, &at, &c.ActorID, &c.Action, &c.Entity, &c.EntityID, &c.CompanyID, &c.ProjectID, &fields, &c.CostOnly, &c.Key, &c.By)
		c.Change.Seq, c.At, c.Fields = c.Position.Seq, instant(at), splitFields(fields)
		return c, err
	}, `SELECT `+l.tx+`, c.seq, c.at, c.actor_id, c.action, c.entity, c.entity_id, c.company_id, c.project_id, c.fields, c.cost_only,
			COALESCE(e.email, c.entity_id), COALESCE(u.display_name, 'btracker')
		FROM change c LEFT JOIN users u ON u.id = c.actor_id LEFT JOIN users e ON e.id = c.entity_id
		WHERE `+l.after+` AND `+l.settled+` ORDER BY `+l.ascending+limited(limit), p.Tx, p.Seq)
}

// changeLog has the parts of the statements that read the change log in commit order.
type changeLog struct{ tx, after, settled, ascending, descending string }

// Audience describes the users who may see a changed entity, besides administrators.
type Audience struct {
	CompanyID string         // the moderators of this company
	ProjectID string         // the moderators of this project and of its company
	Clients   bool           // every user who moderates a company or project
	UserID    string         // this user
	Roles     []tracker.Role // a moderator needs one of them
}

// Viewers lists the enabled users of an audience, and the administrators. Clients may
// be very many, so it lists only those among connected.
func (q Queries) Viewers(ctx context.Context, a Audience, connected []string) ([]string, error) {
	if !a.Clients {
		connected = []string{}
	}
	list, err := json.Marshal(connected)
	if err != nil {
		return nil, err
	}
	f := &filter{}
	project, in := f.arg(a.ProjectID), f.in("m.role", a.Roles)
	return many(ctx, q, scanOne[string], `
		SELECT u.id FROM users u WHERE u.disabled_at IS NULL AND u.id IN (
			SELECT id FROM users WHERE is_admin
			UNION ALL SELECT CAST(`+f.arg(a.UserID)+` AS TEXT)
			UNION ALL SELECT m.user_id FROM company_moderator m WHERE m.company_id = `+f.arg(a.CompanyID)+` AND `+in+`
			UNION ALL SELECT m.user_id FROM project_moderator m WHERE m.project_id = `+project+` AND `+in+`
			UNION ALL SELECT m.user_id FROM project p JOIN company_moderator m ON m.company_id = p.company_id WHERE p.id = `+project+` AND `+in+`
			UNION ALL SELECT c.value FROM `+q.dialect.elements(f.arg(string(list)))+` c
			WHERE EXISTS (SELECT 1 FROM company_moderator m WHERE m.user_id = c.value AND `+in+`)
				OR EXISTS (SELECT 1 FROM project_moderator m WHERE m.user_id = c.value AND `+in+`))`, f.args...)
}

// NotificationsRaised lists the notifications that a change of a project subscription, webhook or note
// raised, or the notification that changed itself, for recipients who may still see what it is about: administrators, and moderators
// of the project with one of the roles. One that was snoozed meanwhile is not among them.
func (q Queries) NotificationsRaised(ctx context.Context, c Change, roles []tracker.Role) ([]NewNotification, error) {
	f := &filter{}
	of := "notification.id = " + f.arg(c.EntityID)
	if c.Entity != "notification" {
		of = "notification.item_id = $1 AND notification.change_seq = " + f.arg(c.Seq)
	}
	readsNote := "note.id IS NOT NULL AND " + noteIsThere + " AND (u.is_admin OR " + f.moderatesHolder("u.id", "note.company_id", "note.project_id", roles, roles) + ")"
	return many(ctx, q, func(r rows) (n NewNotification, err error) {
		var created int64
		var viewed *int64
		var note notificationNote
		err = r.Scan(append([]any{&n.RecipientID, &n.ID, &n.Title, &n.Details, &n.ItemID, &n.ItemParentID, &n.WebhookID, &n.ChannelID, &created, &viewed}, note.into()...)...)
		note.addTo(&n.Notification)
		n.CreatedAt, n.ViewedAt, n.IsViewed = instant(created), instantOrNil(viewed), viewed != nil
		return n, err
	}, `SELECT notification.recipient_id, notification.id, notification.title, notification.details, `+itemOf("notification")+`, notification.created_at, notification.viewed_at,
			`+notificationNoteColumns+`
		FROM notification
		JOIN users u ON u.id = notification.recipient_id AND u.disabled_at IS NULL
		LEFT JOIN project p ON p.id = notification.item_parent_id AND p.deleted_at IS NULL`+notificationNotes+`
		WHERE `+of+` AND notification.snoozed_until IS NULL
		AND (u.is_admin AND (p.id IS NOT NULL OR notification.item_parent_id IS NULL AND notification.kind <> 'mention') OR `+f.moderates("u.id", roles)+` OR `+readsNote+`)
		ORDER BY notification.id`, f.args...)
}
