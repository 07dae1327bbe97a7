package store

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// kept reads every kept total that is not zero, those on the companies too.
func (f *fixture) kept() map[string]int64 {
	f.Helper()
	kept := map[string]int64{}
	f.ok(each(f.Context(), f.Queries, func(r rows) error {
		var name string
		var n int64
		err := r.Scan(&name, &n)
		kept[name] = n
		return err
	}, `SELECT name, n FROM (
			SELECT name, CAST(SUM(n) AS BIGINT) AS n FROM tally WHERE name NOT LIKE '%.order' GROUP BY name
			UNION ALL SELECT name || ' price', live_price FROM company
			UNION ALL SELECT name || ' cost', live_cost FROM company
			UNION ALL SELECT id || ' running', running FROM company UNION ALL SELECT id || ' running', running FROM project
			UNION ALL SELECT id || ' monthly price', monthly_price FROM company UNION ALL SELECT id || ' monthly price', monthly_price FROM project
			UNION ALL SELECT id || ' monthly cost', monthly_cost FROM company UNION ALL SELECT id || ' monthly cost', monthly_cost FROM project
			UNION ALL SELECT id || ' next end', next_end FROM company UNION ALL SELECT id || ' next end', next_end FROM project) AS totals WHERE n <> 0`))
	f.ok(f.eachGroup(f.Context(), func(key groupKey, s groupSums) error {
		if key.kind == groupMoved { // a version, which a recount makes another one
			return nil
		}
		for i, n := range groupNumbers(s) {
			name := fmt.Sprint(key, " ", i)
			if kept[name] += reflect.ValueOf(n).Int(); kept[name] == 0 {
				delete(kept, name) // shards, or a day on which changes cancel out
			}
		}
		return nil
	}, &filter{}))
	return kept
}

// Whatever the writing transactions have kept one by one, counting again finds the same.
func TestRecountFindsWhatWasKept(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		f.addUser("a@example.com", admin)
		f.addUser("b@example.com")
		products, subscriptions := f.addItems(tracker.Products, 3), f.addItems(tracker.Subscriptions, 2)
		for i := range 4 {
			c := f.addCompany(fmt.Sprint("C", i))
			for k := range 3 {
				project := f.addProject(c.ID, "P")
				for n := range 3 {
					cost := tracker.Money(100*i + 10*k + n)
					p := tracker.ProjectProduct{ID: newID(), ProjectID: project, ProductID: products[n], Cost: &cost, Price: 2 * cost, Status: tracker.ProductStatus(n), CreatedAt: f.now}
					s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: subscriptions[n%2], Cost: &cost, Price: 3*cost + 1,
						StartAt: f.now.AddDate(0, -2, 0), EndAt: f.now.AddDate(0, 0, 9*n-5), AnchorDay: 1, AutoRenew: n == 2, CreatedAt: f.now}
					f.write(func(tx *Tx) error {
						f.ok(tx.InsertProjectProduct(ctx, p, "x"))
						f.ok(tx.InsertProjectSubscription(ctx, s, "x"))
						s.Live = true
						if n == 0 && k == 1 {
							ended := s
							ended.EndRaised = true
							f.ok(tx.MarkNotified(ctx, s, ended))
						}
						if n == 1 && k == 2 {
							canceled := s
							canceled.IsCanceled = true
							f.ok(tx.UpdateProjectSubscription(ctx, s, canceled, "x", f.now))
							f.ok(tx.DeleteProjectProduct(ctx, p, "x", f.now))
						}
						return nil
					})
				}
				if k == 0 && i == 2 {
					f.write(func(tx *Tx) error {
						return tx.Mark(ctx, ProjectRemoval, Removable{ID: project}, tracker.Marks{Marked: true}, "x", f.now)
					})
				}
			}
			if i == 1 {
				f.mark(c.ID, tracker.Marks{Marked: true}, f.now)
			}
		}
		f.mark(f.addCompany("gone").ID, tracker.Marks{Gone: true}, f.now)
		kept := f.kept()
		if len(kept) < 20 {
			t.Fatalf("too little is kept to prove anything: %v", kept)
		}
		f.write(func(tx *Tx) error { return tx.Recount(ctx, tracker.ResponsibleRoles()) })
		if d := cmp.Diff(kept, f.kept()); d != "" {
			t.Error(d)
		}
	})
}

// addItems makes a category with some items, and returns their ids.
func (f *fixture) addItems(kind tracker.CatalogueKind, n int) (ids []string) {
	f.Helper()
	category := tracker.Category{ID: newID(), Kind: kind, Name: "Category"}
	f.write(func(tx *Tx) error {
		f.ok(tx.InsertCategory(f.Context(), category, "x", f.now))
		for i := range n {
			ids = append(ids, newID())
			f.ok(tx.InsertItem(f.Context(), tracker.CatalogueItem{ID: ids[i], Kind: kind, CategoryID: category.ID, Name: fmt.Sprint("Item ", i),
				Cost: ptr(tracker.Money(100)), CreatedAt: f.now}, "x"))
		}
		return nil
	})
	return ids
}

// A loaded row is the row that the one-by-one functions make.
func TestLoadedRowsReadLikeInsertedOnes(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		product, subscription := f.addItems(tracker.Products, 1)[0], f.addItems(tracker.Subscriptions, 1)[0]
		companies := make([]tracker.Company, loadRows+3) // a full statement, and some over
		for i := range companies {
			companies[i] = tracker.Company{ID: newID(), Name: fmt.Sprintf("Company %02d", i), CreatedAt: f.now, HeadAddress: &tracker.Address{Country: "Y"}}
		}
		companies[1].RemovedAt = &f.now
		project := tracker.Project{ID: newID(), CompanyID: companies[0].ID, Name: "P", CreatedAt: f.now}
		cost := tracker.Money(700)
		attached := tracker.ProjectSubscription{ID: newID(), ProjectID: project.ID, SubscriptionID: subscription, StartAt: f.now, EndAt: f.now.Add(time.Hour),
			AnchorDay: 15, Live: true, Price: 900, Cost: &cost, CreatedAt: f.now}
		f.write(func(tx *Tx) error {
			f.ok(tx.LoadUsers(ctx, []tracker.User{{ID: "u", Email: "u@example.com", DisplayName: "Una", CreatedAt: f.now}}, nil))
			f.ok(tx.LoadCompanies(ctx, companies, "x"))
			f.ok(tx.LoadProjects(ctx, []LoadedProject{{project, true}}, "x"))
			f.ok(tx.LoadProjectProducts(ctx, []LoadedProduct{{tracker.ProjectProduct{ID: newID(), ProjectID: project.ID, ProductID: product, Cost: &cost, CreatedAt: f.now}, true}}, "x"))
			f.ok(tx.LoadProjectSubscriptions(ctx, []LoadedSubscription{{ProjectSubscription: attached, Listed: true,
				Periods: []LoadedPeriod{{newID(), SubscriptionPeriod{f.now.Add(-time.Hour), f.now, 800, 600}}}}}, "x"))
			f.ok(tx.LoadNotifications(ctx, []NewNotification{f.notification("u", project.ID, 0)}))
			return tx.Recount(ctx, tracker.ResponsibleRoles())
		})
		names, total := f.companyNames(everything, tracker.ListQuery{})
		is(t, "companies", total, len(companies))
		is(t, "the last", names[len(names)-1], "Company 42")
		found, _ := f.companyNames(everything, tracker.ListQuery{Search: "pany 42"})
		is(t, "found", len(found), 1)
		subscriptions, err := f.ProjectSubscriptions(ctx, project.ID)
		f.ok(err)
		attached.Subscription.Name, attached.Subscription.CategoryName, attached.Version = "Item 0", "Category", 1
		attached.PriceCurrencyName, attached.CostCurrencyName = tracker.Currency, tracker.Currency
		if d := cmp.Diff([]tracker.ProjectSubscription{attached}, subscriptions); d != "" {
			t.Error(d)
		}
		periods, err := f.SubscriptionPeriods(ctx, attached.ID, 5)
		f.ok(err)
		if d := cmp.Diff([]SubscriptionPeriod{{f.now.Add(-time.Hour), f.now, 800, 600}, {f.now, attached.EndAt, 900, 700}}, periods); d != "" {
			t.Error(d)
		}
		stats, err := f.Statistics(ctx, f.now)
		f.ok(err)
		is(t, "statistics", stats, Statistics{Companies: len(companies) - 1, Projects: 1, EndingSoon: 1, Products: Sums{0, 700}, Subscriptions: Sums{900, 700}})
	})
}
