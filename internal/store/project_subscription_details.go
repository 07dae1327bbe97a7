package store

import (
	"context"

	"btracker/internal/tracker"
)

// SubscriptionView is what the page of a project subscription shows beside it.
type SubscriptionView struct {
	Listed          bool // it is attached, and neither its project nor its company is removed
	CatalogueNotice *int // days, from the catalogue
}

// SubscriptionView reads it.
func (q Queries) SubscriptionView(ctx context.Context, id string) (SubscriptionView, error) {
	return one(ctx, q, func(r rows) (v SubscriptionView, err error) { return v, r.Scan(&v.Listed, &v.CatalogueNotice) },
		`SELECT a.listed, i.notice_days FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id WHERE a.id = $1`, id)
}

// EarlierPeriods lists the periods before the current one, the last first. An edit may have stepped back to one that is kept.
func (q Queries) EarlierPeriods(ctx context.Context, id string, limit int) ([]tracker.SubscriptionPeriod, error) {
	return many(ctx, q, func(r rows) (p tracker.SubscriptionPeriod, err error) {
		var start, end int64
		err = r.Scan(&start, &end, &p.Price, &p.Cost)
		p.StartAt, p.EndAt = instant(start), instant(end)
		return p, err
	}, `SELECT start_at, end_at, price, cost FROM subscription_period p WHERE project_subscription_id = $1
		AND start_at < (SELECT a.start_at FROM project_subscription a WHERE a.id = p.project_subscription_id) ORDER BY start_at DESC LIMIT $2`, id, limit)
}

// Responsible lists who answers for each of some projects: the moderators of the project
// with one of the roles, or else those of its company.
func (q Queries) Responsible(ctx context.Context, projects []string, roles []tracker.Role) (map[string][]tracker.Responsible, error) {
	own, inherited := map[string][]tracker.Responsible{}, map[string][]tracker.Responsible{}
	if len(projects) == 0 {
		return own, nil
	}
	f := &filter{}
	inRoles, in := f.in("m.role", roles), "p.id IN ("+f.list(projects)+")"
	const columns = `SELECT p.id, u.email, u.display_name, m.role, u.name_key, `
	err := each(ctx, q, func(r rows) error {
		var project, key string
		var isOwn bool
		var one tracker.Responsible
		if err := r.Scan(&project, &one.Email, &one.DisplayName, &one.Role, &key, &isOwn); err != nil {
			return err
		}
		if isOwn {
			own[project] = append(own[project], one)
		} else {
			inherited[project] = append(inherited[project], one)
		}
		return nil
	}, columns+`TRUE FROM project p JOIN project_moderator m ON m.project_id = p.id JOIN users u ON u.id = m.user_id WHERE `+in+` AND `+inRoles+`
		UNION ALL `+columns+`FALSE FROM project p JOIN company_moderator m ON m.company_id = p.company_id JOIN users u ON u.id = m.user_id WHERE `+in+` AND `+inRoles+`
		ORDER BY 4, 5, 2`, f.args...)
	for project, list := range inherited {
		if len(own[project]) == 0 {
			own[project] = list
		}
	}
	return own, err
}
