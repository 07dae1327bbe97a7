package demo_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/record"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var now = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func onBoth(t *testing.T, test func(t *testing.T, s *store.Store)) {
	for name, open := range map[string]func() (*store.Store, error){
		"sqlite":   func() (*store.Store, error) { return store.OpenSQLite(t.TempDir()) },
		"postgres": func() (*store.Store, error) { return store.OpenPostgres(t.Context(), pgtest.NewDatabase(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			s, err := open()
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			if err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			test(t, s)
		})
	}
}

func fill(ctx context.Context, s *store.Store, companies int, progress func(done, total int)) error {
	return demo.Fill(ctx, s, demo.Options{Companies: companies, PasswordHash: "hash", Now: now, Progress: progress})
}

func companies(t *testing.T, s *store.Store, q tracker.ListQuery) ([]tracker.Company, int) {
	t.Helper()
	q.PageNumber, q.PageSize = 1, 200
	list, total, err := s.Companies(t.Context(), store.Visible{All: true}, store.CompanyQuery{ListQuery: q})
	if err != nil {
		t.Fatal(err)
	}
	return list, total
}

func TestDemoIsBelievable(t *testing.T) {
	var names [][]string
	onBoth(t, func(t *testing.T, s *store.Store) {
		if err := fill(t.Context(), s, 40, nil); err != nil {
			t.Fatal(err)
		}
		list, total := companies(t, s, tracker.ListQuery{})
		if len(list) != 40 || total != 40 {
			t.Fatalf("%d of %d companies", len(list), total)
		}
		var found []string
		for _, c := range list {
			found = append(found, c.Name)
			if c.CreatedAt.After(now) || c.CreatedAt.Before(now.AddDate(-1, 0, 0)) {
				t.Errorf("%s was made at %s", c.Name, c.CreatedAt)
			}
			in := tracker.CompanyInput{Name: c.Name, Details: some(c.Details), SupportEmail: some(c.SupportEmail), SupportPhone: some(c.SupportPhone)}
			if err := tracker.Validate(&in); err != nil {
				t.Errorf("%s breaks our own rules: %v", c.Name, err)
			}
		}
		names = append(names, found)
		if slices.Sort(found); len(slices.Compact(found)) != 40 {
			t.Error("two companies have one name")
		}
		if _, marked := companies(t, s, tracker.ListQuery{Removed: tracker.RemovedOnly}); marked == 0 {
			t.Error("no company is on its way out")
		}
		for _, m := range demo.Moderators {
			u, err := s.UserByEmail(t.Context(), m.Email)
			if err != nil {
				t.Fatal(err)
			}
			roles, err := s.RolesWithin(t.Context(), u.ID, store.Narrowing{})
			if err != nil || len(roles) == 0 {
				t.Errorf("%s moderates nothing: %v", m.Email, err)
			}
			for _, role := range roles {
				if role != m.Role {
					t.Errorf("%s is %v", m.Email, role)
				}
			}
			if person, err := s.Account(t.Context(), u.ID); err != nil || person.PasswordHash != "hash" {
				t.Errorf("%s can not sign in: %v", m.Email, err)
			}
		}
		admin, err := s.UserByEmail(t.Context(), demo.AdminEmail)
		if err != nil || !admin.IsAdmin {
			t.Errorf("the administrator: %+v, %v", admin, err)
		}
	})
	if d := cmp.Diff(names[0], names[1]); d != "" {
		t.Errorf("two fills of one size differ: %s", d)
	}
}

func some(s *string) tracker.Opt[string] {
	if s == nil {
		return tracker.Opt[string]{}
	}
	return tracker.Some(*s)
}

func TestDemoPasswordMeetsTheRule(t *testing.T) {
	if err := tracker.ValidateOnly(&tracker.AdminInput{Password: demo.Password}, "password"); err != nil {
		t.Error(err)
	}
}

// More than one part: SQLite commits each, PostgreSQL copies all of them into
// tables without indexes. In the end both hold the same.
func TestScaleAndProgress(t *testing.T) {
	var contents [][]string
	onBoth(t, func(t *testing.T, s *store.Store) {
		var steps []int
		if err := fill(t.Context(), s, 505, func(done, total int) {
			if total != 505 {
				t.Errorf("a total of %d", total)
			}
			steps = append(steps, done)
		}); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff([]int{500, 505}, steps); d != "" {
			t.Error(d)
		}
		if _, total := companies(t, s, tracker.ListQuery{}); total != 505 {
			t.Errorf("%d companies", total)
		}
		contents = append(contents, content(t, s))
	})
	if len(contents[0]) < 505+505+3*500 {
		t.Errorf("%d rows are too few to compare", len(contents[0]))
	}
	if d := cmp.Diff(contents[0], contents[1]); d != "" {
		t.Errorf("the databases differ: %s", d)
	}
}

// content is a line for each row of the lists, without ids, and the totals.
func content(t *testing.T, s *store.Store) (lines []string) {
	t.Helper()
	ctx, all, q := t.Context(), store.Visible{All: true}, tracker.ListQuery{}
	add := func(values ...any) error { lines = append(lines, fmt.Sprintln(values...)); return nil }
	admin, err := s.UserByEmail(ctx, demo.AdminEmail)
	statistics, statErr := s.Statistics(ctx, now)
	categories, items, countErr := s.CatalogueCounts(ctx)
	_ = add(statistics, categories, items)
	if err := errors.Join(err, statErr, countErr,
		s.EachUser(ctx, q, tracker.UserFilter{}, func(u tracker.User) error { return add(u.Email, u.DisplayName, u.CreatedAt) }),
		s.EachCompany(ctx, all, store.CompanyQuery{ListQuery: q}, func(c tracker.Company) error { return add(c.Name, *c.SupportEmail, c.IsRemoved, c.CreatedAt) }),
		s.EachProject(ctx, all, store.ProjectQuery{}, func(p tracker.Project) error {
			moderators, err := s.Moderators(ctx, store.ProjectModeration, p.ID)
			products, productErr := s.ProjectProducts(ctx, p.ID)
			subscriptions, subscriptionErr := s.ProjectSubscriptions(ctx, p.ID)
			_ = add(p.Name, p.CompanyName, p.IsRemoved, len(moderators))
			for _, x := range products {
				_ = add(x.Product.Name, x.Price, *x.Cost, x.Status)
			}
			for _, x := range subscriptions {
				_ = add(x.Subscription.Name, x.Price, *x.Cost, x.StartAt, x.EndAt, x.AutoRenew, x.IsCanceled)
			}
			return errors.Join(err, productErr, subscriptionErr)
		}),
		s.EachItem(ctx, store.ItemQuery{Kind: tracker.Products}, func(i tracker.CatalogueItem) error { return add(i.Name, i.CategoryName, i.Status) }),
		s.EachNotification(ctx, store.Visible{All: true, UserID: admin.ID}, q, false, func(n tracker.Notification) error { return add(n.Title, n.Details, n.ViewedAt == nil) }),
	); err != nil {
		t.Fatal(err)
	}
	slices.Sort(lines) // rows of one name stand in the order of their ids
	return lines
}

func TestDemoGoesIntoAnEmptyDatabaseAlone(t *testing.T) {
	onBoth(t, func(t *testing.T, s *store.Store) {
		if err := s.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertUser(t.Context(), tracker.User{ID: "me", Email: "me@example.com", CreatedAt: now}, nil)
		}); err != nil {
			t.Fatal(err)
		}
		err := fill(t.Context(), s, 3, nil)
		if !errors.Is(err, store.ErrNotEmpty) || strings.Contains(err.Error(), "\n") {
			t.Errorf("into somebody's own data: %v", err)
		}
		if _, total := companies(t, s, tracker.ListQuery{}); total != 0 {
			t.Errorf("%d companies were added", total)
		}
	})
}

func TestTwoFillsAtOnceMakeOne(t *testing.T) {
	onBoth(t, func(t *testing.T, s *store.Store) {
		results := make([]error, 3)
		var all sync.WaitGroup
		for i := range results {
			all.Go(func() { results[i] = fill(t.Context(), s, 5, nil) })
		}
		all.Wait()
		filled := 0
		for _, err := range results {
			if err == nil {
				filled++
			} else if !errors.Is(err, store.ErrNotEmpty) {
				t.Errorf("one that came too late: %v", err)
			}
		}
		if _, total := companies(t, s, tracker.ListQuery{}); filled != 1 || total != 5 {
			t.Errorf("%d fills, %d companies", filled, total)
		}
	})
}

// What the demo shows adds up: the kept totals are the sums of what is listed, and
// the scan finds everything told already.
func TestDemoAddsUp(t *testing.T) {
	onBoth(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		if err := fill(ctx, s, 40, nil); err != nil {
			t.Fatal(err)
		}
		before, err := s.Statistics(ctx, now)
		if err != nil {
			t.Fatal(err)
		}
		projects, counted := 0, store.Statistics{Companies: before.Companies}
		var ended, canceled, renewing, removed int
		for page := 1; ; page++ {
			list, total, err := s.Projects(ctx, store.Visible{All: true}, store.ProjectQuery{ListQuery: tracker.ListQuery{PageNumber: page, PageSize: 50}})
			if err != nil {
				t.Fatal(err)
			}
			projects = total
			if len(list) == 0 {
				break
			}
			for _, p := range list {
				company, err := s.Company(ctx, p.CompanyID)
				if err != nil {
					t.Fatal(err)
				}
				live := !p.IsRemoved && !company.IsRemoved
				if !live {
					removed++
				} else {
					counted.Projects++
				}
				products, err := s.ProjectProducts(ctx, p.ID)
				subscriptions, subscriptionErr := s.ProjectSubscriptions(ctx, p.ID)
				if err := errors.Join(err, subscriptionErr); err != nil {
					t.Fatal(err)
				}
				for _, x := range products {
					if live {
						counted.Products.Price, counted.Products.Cost = counted.Products.Price+x.Price, counted.Products.Cost+*x.Cost
					}
					if x.Product.PhotoHash == nil {
						t.Errorf("%s has no picture", x.Product.Name)
					} else if photo, err := s.Photo(ctx, *x.Product.PhotoHash); err != nil || len(photo.Bytes) < 500 {
						t.Errorf("the picture of %s: %d bytes, %v", x.Product.Name, len(photo.Bytes), err)
					}
				}
				for _, x := range subscriptions {
					switch {
					case x.IsCanceled:
						canceled++
						continue
					case x.AutoRenew:
						renewing++
					case x.EndAt.Before(now):
						ended++
						continue
					}
					if !live {
						continue
					}
					counted.Subscriptions.Price, counted.Subscriptions.Cost = counted.Subscriptions.Price+x.Price, counted.Subscriptions.Cost+*x.Cost
					if !x.AutoRenew && !x.EndAt.After(now.Add(tracker.EndingSoon)) {
						counted.EndingSoon++
					}
				}
			}
		}
		if d := cmp.Diff(counted, before); d != "" {
			t.Errorf("the totals are not the sums: %s", d)
		}
		if projects != 120 || ended == 0 || canceled == 0 || renewing == 0 || removed == 0 || counted.EndingSoon == 0 {
			t.Errorf("%d projects, %d on their way out; %d subscriptions ended, %d canceled, %d renew, %d end soon", projects, removed, ended, canceled, renewing, counted.EndingSoon)
		}
		kept, _, err := s.CatalogueCounts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []tracker.CatalogueKind{tracker.Products, tracker.Subscriptions} {
			list, total, err := s.Categories(ctx, kind, tracker.ListQuery{PageNumber: 1, PageSize: 50, Removed: tracker.RemovedExclude})
			if err != nil || len(list) == 0 || len(list) != total || len(list) != kept[kind] {
				t.Errorf("%d categories of %d for %ss, and %d are kept; %v", len(list), total, kind, kept[kind], err)
			}
		}
		if _, users, err := s.UserCounts(ctx); err != nil || users != 40 {
			t.Errorf("%d users, %v", users, err)
		}
		for what, due := range map[string]tracker.Due{"ended": tracker.Ended(now), "renew": tracker.Renewing(now)} {
			if list, err := s.DueSubscriptions(ctx, due, store.DueSubscription{}, 10); err != nil || len(list) > 0 {
				t.Errorf("%s: %d are left to the scan, %v", what, len(list), err)
			}
		}
		for _, email := range []string{demo.AdminEmail, demo.Moderators[0].Email} {
			u, err := s.UserByEmail(ctx, email)
			if err != nil {
				t.Fatal(err)
			}
			for _, unread := range []bool{false, true} {
				if _, total, err := s.Notifications(ctx, store.Visible{All: u.IsAdmin, UserID: u.ID, Roles: tracker.RolesThatMay(tracker.See)},
					tracker.ListQuery{PageNumber: 1, PageSize: 5}, unread); err != nil || total == 0 {
					t.Errorf("%s has no news: %v", email, err)
				}
			}
		}
	})
}

// The weeks of the staff are in the history: several people, several kinds of changes, each at its time, and
// some of them left records that are removed now.
func TestWeeksOfTheStaff(t *testing.T) {
	onBoth(t, func(t *testing.T, s *store.Store) {
		if err := fill(t.Context(), s, 40, nil); err != nil {
			t.Fatal(err)
		}
		if err := demo.PlayWeeks(t.Context(), s, now); err != nil {
			t.Fatal(err)
		}
		everyone := store.ChangeViewer{All: true}
		changes, err := s.ListChanges(t.Context(), everyone, store.ChangeQuery{}, 200, 0)
		if err != nil {
			t.Fatal(err)
		}
		actors, actions, entities, later, undone := map[string]bool{}, map[string]bool{}, map[string]bool{}, now, 0
		for _, c := range changes {
			actors[c.Actor.Email], actions[c.Action], entities[c.Entity] = true, true, true
			if c.At.After(later) || c.At.Before(now.AddDate(0, 0, -22)) {
				t.Errorf("change %d of %s at %s, the next one at %s", c.Seq, c.Actor.Email, c.At, later)
			}
			later = c.At
			if c.Undoes != nil {
				undone++
			}
		}
		if len(changes) < 25 || len(actors) != 6 || len(actions) != 5 || len(entities) != 9 || undone != 2 {
			t.Errorf("%d changes by %v: %v of %v, %d undone", len(changes), actors, actions, entities, undone)
		}
		since := now.Add(-tracker.TombstoneLife)
		removed, err := s.CountChanges(t.Context(), everyone, store.ChangeQuery{RemovedSince: &since}, 100)
		if err != nil || removed != 4 {
			t.Errorf("%d records are removed, %v", removed, err)
		}
	})
}

// The years of the long customers show what the renewals, the reports and the dashboard are for, and leave
// the scan nothing to do.
func TestYearsOfLongCustomers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *store.Store) {
		ctx := t.Context()
		if err := fill(ctx, s, 38, nil); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(demo.PlayYears(ctx, s, now), demo.PlayWeeks(ctx, s, now)); err != nil {
			t.Fatal(err)
		}
		admin, err := s.UserByEmail(ctx, demo.AdminEmail)
		if err != nil {
			t.Fatal(err)
		}
		caller := change.Caller{User: admin}
		a := app.New(app.Deps{Store: s, Log: slog.Default(), Now: func() time.Time { return now }})
		list := func(f tracker.SubscriptionFilter) []tracker.ListedSubscription {
			page, _, err := a.ListedSubscriptions(ctx, caller, tracker.ListQuery{PageNumber: 1, PageSize: 200, SortBy: "endAt"}, record.SubscriptionQuery{SubscriptionFilter: f})
			if err != nil {
				t.Fatal(err)
			}
			return page.Data
		}
		losing := list(tracker.SubscriptionFilter{Losing: true})
		if len(losing) != 3 {
			t.Errorf("%d lose money", len(losing))
		}
		for _, l := range losing {
			d, err := a.SubscriptionDetails(ctx, caller, l.ID)
			prices, costs := map[tracker.Money]bool{}, map[tracker.Money]bool{}
			for _, p := range d.Periods {
				prices[p.Price], costs[*p.Cost] = true, true
			}
			if err != nil || len(l.Responsible) == 0 || len(prices) < 2 || len(costs) < 2 || d.StartAt.AddDate(-1, 0, 0).Before(d.Periods[len(d.Periods)-1].StartAt) {
				t.Errorf("%s of %s: periods %v, responsible %v, %v", l.Subscription.Name, l.CompanyName, d.Periods, l.Responsible, err)
			}
		}
		month := now.AddDate(0, 1, 0)
		notices := 0
		for _, l := range list(tracker.SubscriptionFilter{States: []tracker.SubscriptionState{tracker.StateRenews, tracker.StateActive}}) {
			if l.CancelBy != nil && l.State == tracker.StateRenews && l.CancelBy.After(now) && l.CancelBy.Before(month) {
				notices++
			}
		}
		if n := len(list(tracker.SubscriptionFilter{CancelFrom: &now, CancelTo: &month})); n != notices {
			t.Errorf("%d subscriptions have to be canceled within a month, the filter finds %d", notices, n)
		}
		for _, at := range []time.Time{now, now.AddDate(0, -3, 0)} {
			for _, l := range list(tracker.SubscriptionFilter{At: &at, CancelFrom: &at, CancelTo: &month}) {
				if l.CancelBy == nil || l.CancelBy.Before(at) || l.CancelBy.After(month) {
					t.Errorf("%s of %s is to be canceled by %v", l.Subscription.Name, l.CompanyName, l.CancelBy)
				}
			}
		}
		endsToday := now.AddDate(0, 0, 1)
		if n := len(list(tracker.SubscriptionFilter{States: []tracker.SubscriptionState{tracker.StateActive}, EndTo: &endsToday})); notices != 4 || n == 0 {
			t.Errorf("%d have to be canceled within a month, %d end today", notices, n)
		}
		monthAgo := now.AddDate(0, -1, 0)
		if n := len(list(tracker.SubscriptionFilter{States: []tracker.SubscriptionState{tracker.StateEnded}, EndFrom: &monthAgo})); n < 2 {
			t.Errorf("%d ended in the last month", n)
		}
		report, err := a.Recurring(ctx, caller, tracker.RecurringQuery{From: tracker.MonthOf(now.AddDate(0, -24, 0)), To: tracker.MonthOf(now), By: "none", Now: now})
		if err != nil || len(report.Months) != 25 {
			t.Fatalf("%d months, %v", len(report.Months), err)
		}
		repriced := 0
		for _, m := range report.Months {
			if m.Count == 0 || m.Price == 0 {
				t.Errorf("nothing ran in %v", m.Month)
			}
			if m.Repriced != 0 {
				repriced++
			}
		}
		if repriced < 2 {
			t.Errorf("prices changed in %d months", repriced)
		}
		for what, due := range map[string]tracker.Due{"ended": tracker.Ended(now), "renew": tracker.Renewing(now)} {
			if list, err := s.DueSubscriptions(ctx, due, store.DueSubscription{}, 10); err != nil || len(list) > 0 {
				t.Errorf("%s: %d are left to the scan, %v", what, len(list), err)
			}
		}
		unread, err := a.Notifications(ctx, caller, tracker.ListQuery{PageNumber: 1, PageSize: 200}, true)
		if err != nil || unread.Pagination.TotalItems < 8 || unread.Pagination.TotalItems > 60 {
			t.Errorf("%d notifications are new, %v", unread.Pagination.TotalItems, err)
		}
		if _, total := companies(t, s, tracker.ListQuery{}); total != 40 {
			t.Errorf("%d companies", total)
		}
	})
}
