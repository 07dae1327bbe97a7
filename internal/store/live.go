package store

import (
	"context"
	"encoding/json"

	"btracker/internal/tracker"
)

// Position is a place in the change log. Sequence numbers alone are none: a
// transaction may commit later than one with a higher number, and a reader that
// had gone past it would never see it.
type Position struct{ Tx, Seq int64 }

// LoggedChange is a change with its place in the log and who made it.
type LoggedChange struct {
	Change
	Position
	Key string // by which the API knows what changed: a user's e-mail address, of all else the id
	By  string
}

// LogEnd is the position behind all that has settled.
func (q Queries) LogEnd(ctx context.Context) (Position, error) {
	l := q.dialect.changeLog()
	ends, err := many(ctx, q, func(r rows) (p Position, err error) { return p, r.Scan(&p.Tx, &p.Seq) },
		`SELECT `+l.tx+`, c.seq FROM change c WHERE `+l.settled+` ORDER BY `+l.descending+` LIMIT 1`)
	if err != nil || len(ends) == 0 {
		return Position{}, err
	}
	return ends[0], nil
}

// ChangesAfter lists what has settled behind a position, in an order that never
// grows a row in the middle.
func (q Queries) ChangesAfter(ctx context.Context, p Position, limit int) ([]LoggedChange, error) {
	l := q.dialect.changeLog()
	return many(ctx, q, func(r rows) (c LoggedChange, err error) {
		var at int64
		err = r.Scan(&c.Tx, &c.Position.Seq, &at, &c.ActorID, &c.Action, &c.Entity, &c.EntityID, &c.Before, &c.After, &c.Key, &c.By)
		c.Change.Seq, c.At = c.Position.Seq, instant(at)
		return c, err
	}, `SELECT `+l.tx+`, c.seq, c.at, c.actor_id, c.action, c.entity, c.entity_id, c.before, c.after,
			COALESCE(e.email, c.entity_id), COALESCE(u.display_name, 'btracker')
		FROM change c LEFT JOIN users u ON u.id = c.actor_id LEFT JOIN users e ON e.id = c.entity_id
		WHERE `+l.after+` AND `+l.settled+` ORDER BY `+l.ascending+` LIMIT $3`, p.Tx, p.Seq, limit)
}

// changeLog is how a dialect reads the change log in order.
type changeLog struct{ tx, after, settled, ascending, descending string }

// Audience says who may see something that changed.
type Audience struct {
	CompanyID string         // its moderators
	ProjectID string         // its moderators, and those of its company
	Clients   bool           // everyone who moderates anything
	UserID    string         // that user
	Roles     []tracker.Role // one of which a moderator needs
}

// Viewers lists the enabled users of an audience; administrators are in each. Of
// the clients, who may be everyone, it names only those that are connected.
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
			UNION SELECT CAST(`+f.arg(a.UserID)+` AS TEXT)
			UNION SELECT m.user_id FROM company_moderator m WHERE m.company_id = `+f.arg(a.CompanyID)+` AND `+in+`
			UNION SELECT m.user_id FROM project_moderator m WHERE m.project_id = `+project+` AND `+in+`
			UNION SELECT m.user_id FROM project p JOIN company_moderator m ON m.company_id = p.company_id WHERE p.id = `+project+` AND `+in+`
			UNION SELECT c.value FROM `+q.dialect.elements(f.arg(string(list)))+` c
			WHERE EXISTS (SELECT 1 FROM company_moderator m WHERE m.user_id = c.value AND `+in+`)
				OR EXISTS (SELECT 1 FROM project_moderator m WHERE m.user_id = c.value AND `+in+`))`, f.args...)
}

// NotificationsRaised lists what a change of a project subscription raised, for
// recipients who may still see the project: administrators, and who has one of some roles.
func (q Queries) NotificationsRaised(ctx context.Context, c Change, roles []tracker.Role) ([]NewNotification, error) {
	f := &filter{}
	return many(ctx, q, func(r rows) (n NewNotification, err error) {
		var created int64
		var viewed *int64
		err = r.Scan(&n.RecipientID, &n.ID, &n.Title, &n.Details, &n.ItemID, &n.ItemParentID, &created, &viewed)
		n.CreatedAt, n.ViewedAt, n.IsViewed = instant(created), instantOrNil(viewed), viewed != nil
		return n, err
	}, `SELECT n.recipient_id, n.id, n.title, n.details, `+itemOf("n")+`, n.created_at, n.viewed_at
		FROM notification n
		JOIN users u ON u.id = n.recipient_id AND u.disabled_at IS NULL
		JOIN project p ON p.id = n.item_parent_id AND p.deleted_at IS NULL
		WHERE n.item_id = `+f.arg(c.EntityID)+` AND n.change_seq = `+f.arg(c.Seq)+`
		AND (u.is_admin OR `+f.moderates("u.id", roles)+`)
		ORDER BY n.id`, f.args...)
}
