package demo

import (
	"context"
	"strings"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

func (g *generator) addCatalogues(ctx context.Context, tx *store.Tx) (err error) {
	book, err := pictures()
	if err != nil {
		return err
	}
	for _, variants := range append(book.products, book.logos) {
		for _, p := range variants {
			if err := tx.InsertPhoto(ctx, store.Photo{Hash: p.Hash, ContentType: p.ContentType, Bytes: p.Bytes}, g.o.Now); err != nil {
				return err
			}
		}
	}
	g.logos = book.logos
	if g.products, err = g.addCatalogue(ctx, tx, tracker.Products, productOffers, g.o.Companies*3/10, func(i *tracker.CatalogueItem, category, n int) {
		variants := book.products[category]
		i.PhotoHash = &variants[n%len(variants)].Hash
	}); err != nil {
		return err
	}
	g.subscriptions, err = g.addCatalogue(ctx, tx, tracker.Subscriptions, subscriptionOffers, g.o.Companies/100, func(i *tracker.CatalogueItem, _, _ int) {
		cost := tracker.Money(900 + 100*g.rand.IntN(180))
		i.Cost = &cost
	})
	return err
}

// addCatalogue adds every offer, and further items under coined names until there
// are atLeast. finish sets the fields that differ between the catalogues.
func (g *generator) addCatalogue(ctx context.Context, tx *store.Tx, kind tracker.CatalogueKind, offers []offer, atLeast int,
	finish func(i *tracker.CatalogueItem, category, n int)) (items []tracker.CatalogueItem, err error) {
	categories := make([]tracker.Category, len(offers))
	for i, o := range offers {
		categories[i] = tracker.Category{ID: newID(), Kind: kind, Name: o.category}
		if err := tx.InsertCategory(ctx, categories[i], g.staff[0].ID, g.daysAgo(800, 810)); err != nil {
			return nil, err
		}
	}
	size := len(offers) * len(offers[0].items)
	for i := range max(size, atLeast) {
		c, n := i%len(offers), i/len(offers)
		if i >= size {
			c = i % (len(offers) - 1) // the last category is about to be removed and grows no more
		}
		name := offers[c].items[n%len(offers[c].items)]
		details := name + " from our " + offers[c].category + " team"
		if i >= size {
			name = g.coinName() + " " + strings.ToLower(name)
		}
		item := tracker.CatalogueItem{ID: newID(), Kind: kind, CategoryID: categories[c].ID, Name: name, Details: &details, CreatedAt: g.daysAgo(794, 800)}
		switch {
		case offers[c].category == "Flash banners":
			item.Status = tracker.Deprecated
		case i%11 == 10:
			item.Status = tracker.TemporarilyUnavailable
		}
		if item.Status == tracker.Deprecated && n == 0 { // projects still use it
			at := g.daysAgo(5, 10)
			item.RemovedAt = &at
		}
		finish(&item, c, n)
		items = append(items, item)
	}
	if err := tx.LoadItems(ctx, items, g.staff[0].ID); err != nil || kind == tracker.Subscriptions {
		return items, err
	}
	last := categories[len(categories)-1]
	return items, tx.Mark(ctx, store.CategoryRemoval, store.Removable{ID: last.ID}, tracker.Marks{Marked: true}, g.staff[0].ID, g.daysAgo(5, 10))
}
