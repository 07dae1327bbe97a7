package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Statistics counts what the caller may see.
func (a *App) Statistics(ctx context.Context, c Caller) (out tracker.Statistics, err error) {
	access, err := a.accessAnywhere(ctx, c)
	if err != nil {
		return out, err
	}
	var s store.Statistics
	if c.User.IsAdmin {
		s, err = a.store.Statistics(ctx, a.time())
	} else {
		s, err = a.store.ModeratorStatistics(ctx, c.visible(), tracker.RolesThatMay(tracker.SeeCost), a.time())
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
		categories, items, err := a.store.CatalogueCounts(ctx)
		if err != nil {
			return out, err
		}
		out.ProductCategories, out.Products = categories[tracker.Products], items[tracker.Products]
		out.SubscriptionCategories, out.Subscriptions = categories[tracker.Subscriptions], items[tracker.Subscriptions]
	}
	if c.User.IsAdmin {
		admins, all, err := a.store.UserCounts(ctx)
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
func (a *App) Charts(ctx context.Context, c Caller) (out tracker.Charts, err error) {
	now := a.time()
	if out.EndingByWeek, err = a.store.EndingByWeek(ctx, c.visible(), now, chartWeeks); err != nil {
		return out, err
	}
	if out.TopCompanies, err = a.store.TopCompanies(ctx, c.visible(), tracker.RolesThatMay(tracker.SeeCost), chartCompanies); err != nil {
		return out, err
	}
	out.ProductsByStatus, err = a.store.ProductsByStatus(ctx, c.visible())
	return out, err
}

// Search finds a few of each kind, for the command palette, and how many their lists would find.
func (a *App) Search(ctx context.Context, c Caller, term string) (out tracker.SearchHits, err error) {
	out = tracker.SearchHits{Data: []tracker.SearchHit{}, Counts: []tracker.SearchCount{}}
	if term == "" {
		return out, nil
	}
	access, err := a.accessAnywhere(ctx, c)
	if err != nil {
		return out, err
	}
	for _, look := range []struct {
		may  bool
		find func(context.Context, store.Visible, string, int) (store.Hits, error)
	}{{true, a.store.FindCompanies}, {true, a.store.FindProjects}, {true, a.store.FindProjectSubscriptions}, {access.May(tracker.ReadCatalogues), a.store.FindProducts},
		{access.May(tracker.ReadCatalogues), a.store.FindSubscriptions}, {c.User.IsAdmin, a.store.FindUsers}} {
		if !look.may {
			continue
		}
		hits, err := look.find(ctx, a.asOfNow(c.visible()), term, tracker.MaxSearchHits)
		if err != nil {
			return out, err
		}
		if hits.Count.Count > 0 {
			out.Data, out.Counts = append(out.Data, hits.First...), append(out.Counts, hits.Count)
		}
	}
	return out, nil
}
