package app

import (
	"context"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// Statistics counts what the caller may see.
func (a *App) Statistics(ctx context.Context, c Caller) (out tracker.Statistics, err error) {
	r, err := a.catalogueReader(ctx, c)
	if err != nil {
		return out, err
	}
	var s store.Statistics
	if c.User.IsAdmin {
		s, err = a.store.Statistics(ctx, a.time())
	} else {
		s, err = a.store.ModeratorStatistics(ctx, c.User.ID, a.time())
	}
	if err != nil {
		return out, err
	}
	out = tracker.Statistics{Companies: s.Companies, Projects: s.Projects, SubscriptionsEndingInTwoWeeks: s.EndingSoon,
		ProjectsSubscriptionsPrice: s.Subscriptions.Price, ProjectsProductsPrice: s.Products.Price, CurrencyName: tracker.Currency}
	if r.cost {
		out.ProjectsSubscriptionsCost, out.ProjectsProductsCost = &s.Subscriptions.Cost, &s.Products.Cost
	}
	if r.items {
		if out.ProductCategories, out.Products, err = a.store.CatalogueCounts(ctx, tracker.Products); err != nil {
			return out, err
		}
		if out.SubscriptionCategories, out.Subscriptions, err = a.store.CatalogueCounts(ctx, tracker.Subscriptions); err != nil {
			return out, err
		}
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
	if out.TopCompanies, err = a.store.TopCompanies(ctx, c.visible(), chartCompanies); err != nil {
		return out, err
	}
	out.ProductsByStatus, err = a.store.ProductsByStatus(ctx, c.visible())
	return out, err
}

const searchHits = 5

// Search finds a few of each kind, for the command palette.
func (a *App) Search(ctx context.Context, c Caller, term string) (out tracker.SearchHits, err error) {
	out.Data = []tracker.SearchHit{}
	if term == "" {
		return out, nil
	}
	q := tracker.ListQuery{PageNumber: 1, PageSize: searchHits, Search: term, Removed: tracker.RemovedInclude}
	companies, _, err := a.store.Companies(ctx, c.visible(), q)
	if err != nil {
		return out, err
	}
	for _, x := range companies {
		out.Data = append(out.Data, tracker.SearchHit{Kind: "company", ID: x.ID, Name: x.Name})
	}
	projects, _, err := a.store.Projects(ctx, c.visible(), store.ProjectQuery{ListQuery: q})
	if err != nil {
		return out, err
	}
	for _, x := range projects {
		out.Data = append(out.Data, tracker.SearchHit{Kind: "project", ID: x.ID, Name: x.Name, ParentName: &x.CompanyName})
	}
	for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
		items, err := a.Items(ctx, c, kind, q, ItemFilter{})
		if err != nil {
			return out, err
		}
		for _, x := range items.Data {
			out.Data = append(out.Data, tracker.SearchHit{Kind: string(kind), ID: x.ID, Name: x.Name, ParentName: &x.CategoryName})
		}
	}
	if !c.User.IsAdmin {
		return out, nil
	}
	users, _, err := a.store.Users(ctx, q)
	for _, x := range users {
		out.Data = append(out.Data, tracker.SearchHit{Kind: "user", ID: x.Email, Name: x.DisplayName})
	}
	return out, err
}
