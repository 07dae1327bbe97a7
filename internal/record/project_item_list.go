package record

import (
	"context"
	"errors"
	"slices"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// ProjectItemQuery is what lists of products and subscriptions across projects can be narrowed by.
type ProjectItemQuery struct {
	tracker.ProjectItemFilter
	CategoryName string
	Responsible  string // an e-mail address
}

// SubscriptionQuery is what a list of project subscriptions can be narrowed by.
type SubscriptionQuery struct {
	ProjectItemQuery
	tracker.SubscriptionFilter
}

// ProductQuery is what a list of project products can be narrowed by.
type ProductQuery struct {
	ProjectItemQuery
	Statuses []tracker.ProductStatus
}

// ListedSubscriptions lists the subscriptions of all projects that the caller may see, with
// the totals of the whole list. Losing subscriptions are those whose cost the caller may see.
func (r *Records) ListedSubscriptions(ctx context.Context, c change.Caller, q tracker.ListQuery,
	f SubscriptionQuery) (page tracker.Page[tracker.ListedSubscription], totals tracker.SubscriptionTotals, err error) {
	access, sq, found, err := r.subscriptionQuery(ctx, c, q, f)
	var rows []store.Listed[tracker.ListedSubscription]
	if err == nil && found {
		rows, totals, err = r.Store.ListedSubscriptions(ctx, c.Visible(), sq)
	}
	if err != nil {
		return page, totals, err
	}
	totals.Cost, totals.MonthlyCost = seenTotal(access, totals.Cost), seenTotal(access, totals.MonthlyCost)
	list, err := r.shownSubscriptions(ctx, rows)
	return tracker.NewPage(list, totals.Count, q), totals, err
}

// EachListedSubscription streams what ListedSubscriptions would list, without pages.
func (r *Records) EachListedSubscription(ctx context.Context, c change.Caller, q tracker.ListQuery, f SubscriptionQuery, use func(tracker.ListedSubscription) error) error {
	_, sq, found, err := r.subscriptionQuery(ctx, c, q, f)
	if err != nil || !found {
		return err
	}
	return change.Export(ctx, r.Engine, c, func(use func(tracker.ListedSubscription) error) error {
		return r.Store.EachListedSubscription(ctx, c.Visible(), sq, func(rows []store.Listed[tracker.ListedSubscription]) error {
			list, err := r.shownSubscriptions(ctx, rows)
			return change.UseAll(list, err, use)
		})
	}, use)
}

// subscriptionQuery writes down what a list asks for; found is false if its category or user does not exist.
func (r *Records) subscriptionQuery(ctx context.Context, c change.Caller, q tracker.ListQuery, f SubscriptionQuery) (access tracker.Access,
	sq store.SubscriptionQuery, found bool, err error) {
	if access, err = r.AccessAnywhere(ctx, c); err != nil {
		return access, sq, false, err
	}
	if f.Losing && !access.May(tracker.SeeCost) {
		return access, sq, false, tracker.BadQuery("Losing", tracker.NeedsCost)
	}
	if err := r.ownQuery(ctx, c, tracker.EntityProjectSubscription, &q); err != nil {
		return access, sq, false, err
	}
	iq, found, err := r.projectItemQuery(ctx, tracker.Subscriptions, q, f.ProjectItemQuery)
	return access, store.SubscriptionQuery{ProjectItemQuery: iq, SubscriptionFilter: f.SubscriptionFilter, Now: r.Time()}, found, err
}

// ListedProducts lists the products of all projects that the caller may see, with the totals of the whole list.
func (r *Records) ListedProducts(ctx context.Context, c change.Caller, q tracker.ListQuery, f ProductQuery) (page tracker.Page[tracker.ListedProduct],
	totals tracker.ProductTotals, err error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil {
		return page, totals, err
	}
	if err := r.ownQuery(ctx, c, tracker.EntityProjectProduct, &q); err != nil {
		return page, totals, err
	}
	iq, found, err := r.projectItemQuery(ctx, tracker.Products, q, f.ProjectItemQuery)
	var rows []store.Listed[tracker.ListedProduct]
	if err == nil && found {
		rows, totals, err = r.Store.ListedProducts(ctx, c.Visible(), store.ProductQuery{ProjectItemQuery: iq, Statuses: f.Statuses})
	}
	if err != nil {
		return page, totals, err
	}
	totals.Cost = seenTotal(access, totals.Cost)
	list, err := r.shownProducts(ctx, rows)
	return tracker.NewPage(list, totals.Count, q), totals, err
}

// EachListedProduct streams what ListedProducts would list, without pages.
func (r *Records) EachListedProduct(ctx context.Context, c change.Caller, q tracker.ListQuery, f ProductQuery, use func(tracker.ListedProduct) error) error {
	if err := r.ownQuery(ctx, c, tracker.EntityProjectProduct, &q); err != nil {
		return err
	}
	iq, found, err := r.projectItemQuery(ctx, tracker.Products, q, f.ProjectItemQuery)
	if err != nil || !found {
		return err
	}
	return change.Export(ctx, r.Engine, c, func(use func(tracker.ListedProduct) error) error {
		return r.Store.EachListedProduct(ctx, c.Visible(), store.ProductQuery{ProjectItemQuery: iq, Statuses: f.Statuses}, func(rows []store.Listed[tracker.ListedProduct]) error {
			list, err := r.shownProducts(ctx, rows)
			return change.UseAll(list, err, use)
		})
	}, use)
}

// seenTotal is a sum of costs as somebody sees it: null if every cost is hidden, and 0 of no rows.
func seenTotal(access tracker.Access, cost *tracker.Money) *tracker.Money {
	switch {
	case !access.May(tracker.SeeCost):
		return nil
	case cost == nil:
		return new(tracker.Money)
	}
	return cost
}

// projectItemQuery finds the category and the user that a list asks for; found is false if there is none.
func (r *Records) projectItemQuery(ctx context.Context, kind tracker.CatalogueKind, q tracker.ListQuery, f ProjectItemQuery) (iq store.ProjectItemQuery, found bool, err error) {
	iq = store.ProjectItemQuery{ListQuery: q, ProjectItemFilter: f.ProjectItemFilter, CostRoles: tracker.RolesThatMay(tracker.SeeCost), ResponsibleRoles: tracker.ResponsibleRoles()}
	if f.CategoryName != "" {
		category, err := r.Store.Category(ctx, kind, f.CategoryName)
		if err != nil {
			return iq, false, ignoreMissing(err)
		}
		iq.CategoryID = category.ID
	}
	if f.Responsible != "" {
		user, err := r.Store.UserByEmail(ctx, f.Responsible)
		if err != nil {
			return iq, false, ignoreMissing(err)
		}
		iq.Responsible = user.ID
	}
	return iq, true, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	return err
}

// shownSubscriptions hides costs, and adds who is responsible.
func (r *Records) shownSubscriptions(ctx context.Context, rows []store.Listed[tracker.ListedSubscription]) ([]tracker.ListedSubscription, error) {
	list := make([]tracker.ListedSubscription, len(rows))
	for i, row := range rows {
		if list[i] = row.Item; !row.SeesCost {
			list[i].HideCost()
		}
		list[i].Own = ownOf(row.Item.Own, row.SeesCost)
	}
	return list, r.addResponsible(ctx, len(list), func(i int) (string, *tracker.ProjectItemPlace) { return list[i].ProjectID, &list[i].ProjectItemPlace })
}

// shownProducts hides costs, and adds photos and who is responsible.
func (r *Records) shownProducts(ctx context.Context, rows []store.Listed[tracker.ListedProduct]) ([]tracker.ListedProduct, error) {
	list := make([]tracker.ListedProduct, len(rows))
	for i, row := range rows {
		if list[i] = row.Item; !row.SeesCost {
			list[i].Cost = nil
		}
		list[i].Own = ownOf(row.Item.Own, row.SeesCost)
		list[i].Product.PhotoURL = r.PhotoURL(row.Item.Product.PhotoHash)
	}
	return list, r.addResponsible(ctx, len(list), func(i int) (string, *tracker.ProjectItemPlace) { return list[i].ProjectID, &list[i].ProjectItemPlace })
}

// addResponsible fills in who is responsible for some rows; row returns the project and the place of one.
func (r *Records) addResponsible(ctx context.Context, rows int, row func(i int) (project string, place *tracker.ProjectItemPlace)) error {
	projects := make([]string, rows)
	for i := range projects {
		projects[i], _ = row(i)
	}
	slices.Sort(projects)
	responsible, err := r.Store.Responsible(ctx, slices.Compact(projects), tracker.ResponsibleRoles())
	for i := range rows {
		project, place := row(i)
		place.Responsible = append([]tracker.Responsible{}, responsible[project]...)
	}
	return err
}
