package app

import (
	"context"
	"errors"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// SubscriptionDetails reads an attached subscription with its value and its periods.
func (a *App) SubscriptionDetails(ctx context.Context, c Caller, id string) (d tracker.SubscriptionDetails, err error) {
	s, access, err := projectSubscription(ctx, a.store.Queries, c, tracker.ItemRef{ID: id}, tracker.See)
	if err != nil {
		return d, err
	}
	view, err := a.store.SubscriptionView(ctx, id)
	if err != nil {
		return d, err
	}
	earlier, err := a.store.EarlierPeriods(ctx, id, tracker.MaxPeriods-1)
	if err != nil {
		return d, err
	}
	responsible, err := a.store.Responsible(ctx, []string{s.ProjectID}, tracker.ResponsibleRoles())
	if err != nil {
		return d, err
	}
	now := a.time()
	d.ListedSubscription = tracker.ListedSubscription{ProjectSubscription: s.ProjectSubscription, CompanyID: s.Project.CompanyID, CompanyName: s.Project.CompanyName,
		ProjectName: s.Project.Name, State: s.State(now), CancelBy: tracker.CancelBy(s.EndAt, s.NoticeDays, view.CatalogueNotice),
		Responsible: append([]tracker.Responsible{}, responsible[s.ProjectID]...)}
	monthlyPrice, monthlyCost := s.Monthly()
	d.Value(monthlyPrice, monthlyCost, view.Listed && d.State.Runs())
	d.Periods = slices.Concat([]tracker.SubscriptionPeriod{{StartAt: s.StartAt, EndAt: s.EndAt, Price: s.Price, Cost: s.Cost}}, earlier)
	if !access.May(tracker.SeeCost) {
		d.HideCost()
		for i := range d.Periods {
			d.Periods[i].Cost = nil
		}
	}
	return d, nil
}

// SubscriptionQuery is what a list of project subscriptions can be narrowed by.
type SubscriptionQuery struct {
	tracker.SubscriptionFilter
	CategoryName string
	Responsible  string // an e-mail address
}

// ListedSubscriptions lists the subscriptions of all projects that the caller may see, with
// the totals of the whole list. Losing subscriptions are those whose cost the caller may see.
func (a *App) ListedSubscriptions(ctx context.Context, c Caller, q tracker.ListQuery, f SubscriptionQuery) (page tracker.Page[tracker.ListedSubscription], totals tracker.SubscriptionTotals, err error) {
	access, err := a.accessAnywhere(ctx, c)
	if err != nil {
		return page, totals, err
	}
	if f.Losing && !access.May(tracker.SeeCost) {
		return page, totals, tracker.BadQuery("Losing", tracker.NeedsCost)
	}
	sq := store.SubscriptionQuery{ListQuery: q, SubscriptionFilter: f.SubscriptionFilter, CostRoles: tracker.RolesThatMay(tracker.SeeCost), Now: a.time()}
	found, err := a.resolve(ctx, f, &sq)
	var rows []store.SubscriptionRow
	if err == nil && found {
		rows, totals, err = a.store.ListedSubscriptions(ctx, c.visible(), sq)
	}
	if err != nil {
		return page, totals, err
	}
	if !access.May(tracker.SeeCost) {
		totals.Cost, totals.MonthlyCost = nil, nil
	} else if totals.Cost == nil {
		totals.Cost, totals.MonthlyCost = new(tracker.Money), new(tracker.Money)
	}
	list, err := a.shownSubscriptions(ctx, rows)
	return tracker.NewPage(list, totals.Count, q), totals, err
}

// resolve finds the category and the user that a list asks for; found is false if there is none.
func (a *App) resolve(ctx context.Context, f SubscriptionQuery, sq *store.SubscriptionQuery) (found bool, err error) {
	if f.CategoryName != "" {
		category, err := a.store.Category(ctx, tracker.Subscriptions, f.CategoryName)
		if err != nil {
			return false, ignoreMissing(err)
		}
		sq.CategoryID = category.ID
	}
	if f.Responsible != "" {
		user, err := a.store.UserByEmail(ctx, f.Responsible)
		if err != nil {
			return false, ignoreMissing(err)
		}
		sq.Responsible = user.ID
	}
	return true, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, tracker.ErrNotFound) {
		return nil
	}
	return err
}

// shownSubscriptions hides costs, and adds who is responsible.
func (a *App) shownSubscriptions(ctx context.Context, rows []store.SubscriptionRow) ([]tracker.ListedSubscription, error) {
	list, projects := make([]tracker.ListedSubscription, len(rows)), []string{}
	for i, row := range rows {
		if list[i] = row.ListedSubscription; !row.SeesCost {
			list[i].HideCost()
		}
		if !slices.Contains(projects, row.ProjectID) {
			projects = append(projects, row.ProjectID)
		}
	}
	responsible, err := a.store.Responsible(ctx, projects, tracker.ResponsibleRoles())
	for i := range list {
		list[i].Responsible = append([]tracker.Responsible{}, responsible[list[i].ProjectID]...)
	}
	return list, err
}
