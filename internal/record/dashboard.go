package record

import (
	"context"

	"btracker/internal/change"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Statistics counts what the caller may see.
func (r *Records) Statistics(ctx context.Context, c change.Caller) (out tracker.Statistics, err error) {
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil {
		return out, err
	}
	var s store.Statistics
	if c.User.IsAdmin {
		s, err = r.Store.Statistics(ctx, r.Time())
	} else {
		s, err = r.Store.ModeratorStatistics(ctx, c.Visible(), tracker.RolesThatMay(tracker.SeeCost), r.Time())
	}
	if err != nil {
		return out, err
	}
	out = tracker.Statistics{Companies: s.Companies, Projects: s.Projects, SubscriptionsEndingInTwoWeeks: s.EndingSoon,
		ProjectsSubscriptionsPrice: s.Subscriptions.Price, ProjectsProductsPrice: s.Products.Price, CurrencyName: tracker.Currency}
	if access.May(tracker.SeeCost) {
		out.ProjectsSubscriptionsCost, out.ProjectsProductsCost = &s.Subscriptions.Cost, &s.Products.Cost
	}
	if access.May(tracker.ReadCatalogues) {
		categories, items, err := r.Store.CatalogueCounts(ctx)
		if err != nil {
			return out, err
		}
		out.ProductCategories, out.Products = categories[tracker.Products], items[tracker.Products]
		out.SubscriptionCategories, out.Subscriptions = categories[tracker.Subscriptions], items[tracker.Subscriptions]
	}
	if c.User.IsAdmin {
		admins, all, err := r.Store.UserCounts(ctx)
		out.AdminUsers, out.AllUsers = &admins, &all
		return out, err
	}
	return out, nil
}

const (
	chartWeeks     = 12
	chartCompanies = 10
)

// Charts answers the dashboard's questions at a glance, within what the caller may see.
func (r *Records) Charts(ctx context.Context, c change.Caller) (out tracker.Charts, err error) {
	now := r.Time()
	if out.EndingByWeek, err = r.Store.EndingByWeek(ctx, c.Visible(), now, chartWeeks); err != nil {
		return out, err
	}
	if out.TopCompanies, err = r.Store.TopCompanies(ctx, c.Visible(), tracker.RolesThatMay(tracker.SeeCost), chartCompanies); err != nil {
		return out, err
	}
	out.ProductsByStatus, err = r.Store.ProductsByStatus(ctx, c.Visible())
	return out, err
}

// Search finds a few of each kind, for the command palette, and how many their lists would find.
func (r *Records) Search(ctx context.Context, c change.Caller, term string) (out tracker.SearchHits, err error) {
	out = tracker.SearchHits{Data: []tracker.SearchHit{}, Counts: []tracker.SearchCount{}}
	if term == "" {
		return out, nil
	}
	access, err := r.AccessAnywhere(ctx, c)
	if err != nil {
		return out, err
	}
	for _, look := range []struct {
		may  bool
		find func(context.Context, store.Visible, string, int) (store.Hits, error)
	}{{true, r.Store.FindCompanies}, {true, r.Store.FindProjects}, {true, r.Store.FindProjectSubscriptions}, {access.May(tracker.ReadCatalogues), r.Store.FindProducts},
		{access.May(tracker.ReadCatalogues), r.Store.FindSubscriptions}, {c.User.IsAdmin, r.Store.FindUsers}, {true, r.Store.FindNotes}} {
		if !look.may {
			continue
		}
		hits, err := look.find(ctx, r.asOfNow(c.Visible()), term, tracker.MaxSearchHits)
		if err != nil {
			return out, err
		}
		if hits.Count.Count > 0 {
			out.Data, out.Counts = append(out.Data, hits.First...), append(out.Counts, hits.Count)
		}
	}
	return out, nil
}
