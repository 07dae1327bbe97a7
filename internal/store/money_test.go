package store

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// storedMonthly reads the kept monthly values of every term: of subscriptions, of their earlier periods, and of replaced
// prices.
func (f *fixture) storedMonthly() map[string]Sums {
	f.Helper()
	stored := map[string]Sums{}
	f.ok(each(f.Context(), f.Queries, func(r rows) error {
		var name string
		var s Sums
		err := r.Scan(&name, &s.Price, &s.Cost)
		stored[name] = s
		return err
	}, `SELECT id, monthly_price, monthly_cost FROM project_subscription
		UNION ALL SELECT id, monthly_price, monthly_cost FROM subscription_period
		UNION ALL SELECT project_subscription_id || ' until ' || until_at, monthly_price, monthly_cost FROM subscription_price`))
	return stored
}

func monthlyOfTerm(s tracker.ProjectSubscription) (sums Sums) {
	sums.Price, sums.Cost = s.Monthly()
	return sums
}

// randomTerm is a term of months or of days, as a form sends it or to the instant.
func randomTerm(f *fixture, source *rand.Rand, id string) tracker.ProjectSubscription {
	cost := tracker.Money(1 + source.IntN(1_000_000))
	s := tracker.ProjectSubscription{ID: id, Price: cost + tracker.Money(source.IntN(10_000)), Cost: &cost, AutoRenew: source.IntN(2) == 0}
	start := f.now.Truncate(24*time.Hour).AddDate(0, 0, -source.IntN(2000))
	end := start.AddDate(0, 1+source.IntN(40), 0)
	if source.IntN(3) == 0 {
		end = start.AddDate(0, 0, 1+source.IntN(400))
	}
	s.SetPeriod(start, end.Add(time.Duration(-source.IntN(2))*time.Second))
	return s
}

// The migration that brought monthly values computes what the program computes, and finds replaced prices in the change log.
func TestMigrationComputesMonthlyValues(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		f := &fixture{T: t, Store: open(t, where), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
		f.ok(f.MigrateTo(t.Context(), 25))
		f.raw(`INSERT INTO category (id, kind, name, name_key, created_at, updated_at) VALUES ('k', 'subscription', 'K', 'k', 1, 1)`)
		f.raw(`INSERT INTO catalogue_item (id, kind, category_id, name, name_key, search_text, status, created_at, updated_at)
			VALUES ('i', 'subscription', 'k', 'I', 'i', 'i', 0, 1, 1)`)
		f.raw(`INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ('c', 'C', 'c', 'c', 1, 1)`)
		for _, project := range []string{"p", "removed"} {
			f.raw(`INSERT INTO project (id, company_id, name, name_key, search_text, live, created_at, updated_at) VALUES ($1, 'c', 'P', 'p', 'p', $2, 1, 1)`, project, project == "p")
		}
		source := rand.New(rand.NewPCG(1, 2))
		want := map[string]Sums{}
		for i := range 150 {
			s := randomTerm(f, source, fmt.Sprint("s", i))
			var earlier []tracker.ProjectSubscription
			for range source.IntN(20) * (i % 2) {
				earlier = append(earlier, s)
				s.Renew()
			}
			project := []string{"p", "p", "p", "removed"}[i%4]
			f.raw(`INSERT INTO project_subscription (id, project_id, subscription_id, start_at, end_at, anchor_day, auto_renew, price, cost, live, created_at, updated_at)
				VALUES ($1, $2, 'i', $3, $4, $5, $6, $7, $8, $9, 1, 1)`,
				s.ID, project, millis(s.StartAt), millis(s.EndAt), s.AnchorDay, s.AutoRenew, s.Price, *s.Cost, project == "p")
			want[s.ID] = monthlyOfTerm(s)
			for _, e := range earlier {
				id := fmt.Sprint(s.ID, " from ", millis(e.StartAt))
				f.raw(`INSERT INTO subscription_period (id, project_subscription_id, start_at, end_at, price, cost, created_at) VALUES ($1, $2, $3, $4, $5, $6, 1)`,
					id, s.ID, millis(e.StartAt), millis(e.EndAt), e.Price, *e.Cost)
				want[id] = monthlyOfTerm(e)
			}
		}
		edited := randomTerm(f, source, "s0")
		before, after := edited, edited
		after.Price++
		at := edited.StartAt.AddDate(0, 0, 1)
		for action, change := range map[string][2]tracker.ProjectSubscription{"edit": {before, after}, "renew": {before, after}} {
			b, _ := json.Marshal(change[0])
			a, _ := json.Marshal(change[1])
			f.raw(`INSERT INTO change (at, action, entity, entity_id, before, after, request_id) VALUES ($1, $2, 'projectSubscription', 's0', $3, $4, 'x')`,
				millis(at), action, string(b), string(a))
		}
		want[fmt.Sprint("s0 until ", millis(at))] = monthlyOfTerm(before)

		f.ok(f.Migrate(t.Context()))
		if d := cmp.Diff(want, f.storedMonthly()); d != "" {
			t.Error(d)
		}
		migrated := f.kept()
		f.write(func(tx *Tx) error { return tx.recountGroups(t.Context()) })
		if d := cmp.Diff(f.kept(), migrated); d != "" {
			t.Error(d)
		}
		states, err := keptSubscriptions{now: f.now}.byState(t.Context(), f.Queries)
		f.ok(err)
		listed := 0
		for _, s := range states {
			listed += s.Count
		}
		is(t, "listed", listed, 113)
	})
}

// An edit of the price keeps the one that it replaces, until the edit, also before the start; a renewal keeps none.
// New dates move the earlier prices of the term.
func TestReplacedPricesAreKept(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		project := f.addProject(f.addCompany("C").ID, "P")
		cost := tracker.Money(1200)
		s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: f.addItems(tracker.Subscriptions, 1)[0],
			Price: 2400, Cost: &cost, AutoRenew: true, CreatedAt: f.now}
		s.SetPeriod(f.now, f.now.AddDate(1, 0, 0))
		f.write(func(tx *Tx) error { return tx.InsertProjectSubscription(ctx, s, "x") })
		s.Live = true
		change := func(at time.Time, edit func(*tracker.ProjectSubscription)) {
			before := s
			edit(&s)
			f.write(func(tx *Tx) error { return tx.UpdateProjectSubscription(ctx, before, s, "x", at) })
		}
		prices := func() (kept []string) {
			kept, err := many(ctx, f.Queries, func(r rows) (string, error) {
				var until, from, price, monthly int64
				err := r.Scan(&until, &from, &price, &monthly)
				return fmt.Sprint(instant(from).Format(time.DateOnly), " to ", instant(until).Format(time.DateOnly), ": ", price, " ", monthly), err
			}, `SELECT until_at, from_at, price, monthly_price FROM subscription_price ORDER BY until_at`)
			f.ok(err)
			return kept
		}
		change(f.now, func(s *tracker.ProjectSubscription) { s.Price = 4800 }) // as it begins
		change(f.now.AddDate(0, 1, 0), func(s *tracker.ProjectSubscription) { s.Price = 6000 })
		change(f.now.AddDate(0, 2, 0), func(s *tracker.ProjectSubscription) { s.Price = 7200 })
		change(f.now.AddDate(0, 3, 0), func(s *tracker.ProjectSubscription) { s.Details = new("x") })
		if d := cmp.Diff([]string{"2026-11-15 to 2026-11-15: 2400 200", "2026-11-15 to 2026-12-15: 4800 400", "2026-11-15 to 2027-01-15: 6000 500"}, prices()); d != "" {
			t.Error(d)
		}
		change(f.now.AddDate(0, 4, 0), func(s *tracker.ProjectSubscription) { s.SetPeriod(f.now.AddDate(0, -1, 0), f.now.AddDate(0, 1, 0)) })
		if d := cmp.Diff([]string{"2026-10-15 to 2026-11-15: 2400 1200", "2026-10-15 to 2026-12-15: 4800 2400", "2026-10-15 to 2027-01-15: 6000 3000"}, prices()); d != "" {
			t.Error(d)
		}
		before := s
		s.Cost = new(tracker.Money(1300))
		s.Renew()
		f.write(func(tx *Tx) error {
			return tx.RenewProjectSubscription(ctx, before, s, newID(), "x", f.now.AddDate(0, 5, 0))
		})
		is(t, "kept prices after a renewal", len(prices()), 3)
	})
}

// An edit that changes another column than price, cost and what is planned is no new price: the statement of one would lose it.
func TestOnlyPriceAndCostAreANewPrice(t *testing.T) {
	before := tracker.ProjectSubscription{Cost: new(tracker.Money(1))}
	fixed := []string{"ID", "ProjectID", "SubscriptionID", "PriceCurrencyName", "CostCurrencyName", "CreatedAt", "Version", "Subscription", "CatalogueNotice", "Own", "RunsFrom"}
	for i := range reflect.TypeFor[tracker.ProjectSubscription]().NumField() {
		after := before
		field := reflect.ValueOf(&after).Elem().Field(i)
		name := reflect.TypeFor[tracker.ProjectSubscription]().Field(i).Name
		switch {
		case slices.Contains(fixed, name):
			continue
		case field.Kind() == reflect.Pointer:
			field.Set(reflect.New(field.Type().Elem()))
		case field.Kind() == reflect.Bool:
			field.SetBool(true)
		case field.Kind() == reflect.Struct:
			field.Set(reflect.ValueOf(time.Now()))
		default:
			field.SetInt(7)
		}
		is(t, name, isReprice(before, after), slices.Contains([]string{"Price", "Cost", "Planned"}, name))
	}
}
