package app

import (
	"context"
	"maps"
	"slices"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// loadRecords reads the records that a bulk action is about to edit, all at once. Other actions read each record when
// its turn comes: one record may decide about the next.
func (b *bulking) loadRecords(ctx context.Context, records []store.BulkRecord) error {
	keys := map[string][]rowKeys{}
	for _, record := range records {
		switch record.Kind {
		case projectSubscriptionEntity, projectProductEntity, string(tracker.Products), string(tracker.Subscriptions):
			keys[record.Kind] = append(keys[record.Kind], rowKeys{ID: record.ID})
		}
	}
	b.loaded = loaded{}
	switch b.action {
	case "remove", "removeWithContents", "restore":
		return nil
	}
	for kind, of := range keys {
		if err := b.load(ctx, kind, of); err != nil {
			return err
		}
	}
	return nil
}

// rowKeys are the parts of a row's input by which records are read.
type rowKeys struct {
	ID           string `json:"-"`
	Name         string `json:"name"`
	CompanyID    string `json:"companyId"`
	CategoryName string `json:"categoryName"`
}

// load reads the records of a kind that some rows are about, all at once.
func (b *bulking) load(ctx context.Context, list string, keys []rowKeys) (err error) {
	var ids, companies, categories []string
	for _, k := range keys {
		if k.ID != "" {
			ids = append(ids, k.ID)
		} else if k.CompanyID != "" {
			companies = append(companies, k.CompanyID)
		}
		if k.CategoryName != "" {
			categories = append(categories, k.CategoryName)
		}
	}
	user := b.caller.User.ID
	switch list {
	case companyEntity:
		b.loaded.companies, err = b.CompaniesForUser(ctx, ids, user)
	case projectEntity:
		if b.loaded.projects, err = b.ProjectsForUser(ctx, ids, user); err == nil {
			b.loaded.companies, err = b.CompaniesForUser(ctx, companies, user)
		}
	case userEntity:
		b.loaded.users, err = b.UsersByEmail(ctx, ids)
	case projectSubscriptionEntity:
		b.loaded.subscriptions, err = b.SubscriptionsForUser(ctx, ids, user)
		if err == nil && b.tx != nil && len(b.loaded.subscriptions) > 0 {
			err = b.tx.LoadHistories(ctx, slices.Collect(maps.Keys(b.loaded.subscriptions)))
		}
	case projectProductEntity:
		b.loaded.products, err = b.ProductsForUser(ctx, ids, user)
	default:
		kind := tracker.CatalogueKind(list)
		if b.loaded.items, err = b.ItemsByID(ctx, kind, ids); err == nil {
			b.loaded.categories, err = b.CategoriesByName(ctx, kind, categories)
		}
	}
	return err
}
