package store

import (
	"context"
	"time"

	"btracker/internal/tracker"
)

// ProjectItems is what belongs to a project.
type ProjectItems struct {
	Moderators    []tracker.ProjectModerator
	Inherited     []tracker.InheritedModerator
	Products      []tracker.ProjectProduct
	Subscriptions []tracker.ProjectSubscription
}

// ProjectItems lists the moderators of a project, the eldest first, those of its
// company, its products and its subscriptions, in one statement: each of four would
// cost as much. The
// columns are those of a subscription; the others have their own in its place.
func (q Queries) ProjectItems(ctx context.Context, projectID string) (ProjectItems, error) {
	items := ProjectItems{Moderators: []tracker.ProjectModerator{}, Products: []tracker.ProjectProduct{}, Subscriptions: []tracker.ProjectSubscription{}}
	inherited := []tracker.CompanyModerator{}
	err := each(ctx, q, func(r rows) error {
		s := tracker.ProjectSubscription{ProjectID: projectID, PriceCurrencyName: tracker.Currency, CostCurrencyName: tracker.Currency}
		var part, number int
		var created int64
		var more *string
		var start, end *int64
		if err := r.Scan(&part, &s.ID, &s.SubscriptionID, &s.Details, &created, &s.Version, &s.Subscription.Name, &more, &s.Subscription.PhotoHash,
			&s.Cost, &s.Price, &number, &start, &end, &s.AutoRenew, &s.IsCanceled, &s.CancelationReason); err != nil {
			return err
		}
		s.CreatedAt = instant(created)
		switch part {
		case 0:
			s.StartAt, s.EndAt, s.AnchorDay, s.Subscription.CategoryName = instant(*start), instant(*end), number, *more
			items.Subscriptions = append(items.Subscriptions, s)
		case 1:
			p := tracker.ProjectProduct{ID: s.ID, ProjectID: projectID, ProductID: s.SubscriptionID, Details: s.Details, Cost: s.Cost, Price: s.Price,
				CostCurrencyName: tracker.Currency, PriceCurrencyName: tracker.Currency, Status: tracker.ProductStatus(number), CreatedAt: s.CreatedAt,
				Version: s.Version, Product: s.Subscription}
			p.Product.CategoryName = *more
			items.Products = append(items.Products, p)
		case 2, 3:
			user := tracker.ModeratorUser{DisplayName: s.Subscription.Name, Email: s.SubscriptionID, PhoneNumber: more, Status: userStatus(s.IsCanceled)}
			if part == 3 {
				inherited = append(inherited, tracker.CompanyModerator{ID: s.ID, UserEmail: user.Email, Role: tracker.Role(number), CreatedAt: s.CreatedAt, Moderator: user})
				return nil
			}
			items.Moderators = append(items.Moderators, tracker.ProjectModerator{ID: s.ID, ProjectID: projectID, UserEmail: user.Email, Role: tracker.Role(number),
				Details: s.Details, CreatedAt: s.CreatedAt, Version: s.Version, Moderator: user})
		}
		return nil
	}, `SELECT * FROM (
			SELECT 0, a.id, a.subscription_id, a.details, a.created_at, a.version, i.name, c.name AS category, NULL,
				a.cost, a.price, a.anchor_day, a.start_at, a.end_at, a.auto_renew, a.canceled_at IS NOT NULL, a.cancelation_reason
			FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id JOIN category c ON c.id = i.category_id
			WHERE a.project_id = $1 AND a.deleted_at IS NULL ORDER BY a.rowno LIMIT $2) AS subscriptions
		UNION ALL
		SELECT * FROM (
			SELECT 1, a.id, a.product_id, a.details, a.created_at, a.version, i.name, c.name AS category, i.photo_hash,
				a.cost, a.price, a.status, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT), FALSE, FALSE, NULL
			FROM project_product a JOIN catalogue_item i ON i.id = a.product_id JOIN category c ON c.id = i.category_id
			WHERE a.project_id = $1 AND a.deleted_at IS NULL ORDER BY a.rowno LIMIT $2) AS products
		UNION ALL
		SELECT 2, m.id, u.email, m.details, m.created_at, m.version, u.display_name, u.phone_number, NULL, NULL, 0, m.role, NULL, NULL, FALSE,
			u.disabled_at IS NOT NULL, NULL
		FROM project_moderator m JOIN users u ON u.id = m.user_id WHERE m.project_id = $1
		UNION ALL
		SELECT 3, m.id, u.email, NULL, m.created_at, m.version, u.display_name, u.phone_number, NULL, NULL, 0, m.role, NULL, NULL, FALSE,
			u.disabled_at IS NOT NULL, NULL
		FROM company_moderator m JOIN users u ON u.id = m.user_id WHERE m.company_id = (SELECT company_id FROM project WHERE id = $1)`, projectID, tracker.MaxProjectItems)
	items.Moderators = eldest(items.Moderators, func(m tracker.ProjectModerator) (time.Time, string) { return m.CreatedAt, m.ID })
	items.Inherited = []tracker.InheritedModerator{}
	for _, m := range eldest(inherited, func(m tracker.CompanyModerator) (time.Time, string) { return m.CreatedAt, m.ID }) {
		items.Inherited = append(items.Inherited, tracker.InheritedModerator{UserEmail: m.UserEmail, Role: m.Role, Moderator: m.Moderator})
	}
	return items, err
}
