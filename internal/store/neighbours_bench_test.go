package store

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// These benchmarks show whether a write, or a search, grows with records that its user did not ask for. They print the
// processor time of this process beside the elapsed time: PostgreSQL's own is not in it.

func benchBoth(b *testing.B, run func(b *testing.B, s *Store)) {
	for _, name := range []string{"sqlite", "postgres"} {
		b.Run(name, func(b *testing.B) { run(b, openers[name](b)) })
	}
}

func measure(b *testing.B, run func(n int)) {
	b.Helper()
	began := processorTime(b)
	n := 0
	for b.Loop() {
		run(n)
		n++
	}
	b.ReportMetric(float64((processorTime(b)-began).Microseconds())/float64(b.N), "cpu-µs/op")
}

func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func must(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// loadCompanies adds companies, each with some projects.
func loadCompanies(b *testing.B, s *Store, companies []tracker.Company, projects int) {
	b.Helper()
	var below []LoadedProject
	for i := range companies {
		c := &companies[i]
		c.ID, c.CreatedAt = newID(), time.Now()
		for n := range projects {
			below = append(below, LoadedProject{tracker.Project{ID: newID(), CompanyID: c.ID, CompanyName: c.Name, Name: fmt.Sprintf("Website %d %d", i, n), CreatedAt: c.CreatedAt}, true})
		}
	}
	must(b, s.Write(b.Context(), func(tx *Tx) error {
		must(b, tx.LoadCompanies(b.Context(), companies, "x"))
		must(b, tx.LoadProjects(b.Context(), below, "x"))
		return tx.Recount(b.Context(), tracker.ResponsibleRoles())
	}))
	if s.Dialect() == "postgres" { // as it does by itself after a while
		_, err := s.Pool().Exec(b.Context(), "VACUUM ANALYZE company, project")
		must(b, err)
	}
}

func BenchmarkRenameOfACompany(b *testing.B) {
	benchBoth(b, func(b *testing.B, s *Store) {
		for _, projects := range []int{3, 1000, 10_000} {
			b.Run(fmt.Sprintf("projects=%d", projects), func(b *testing.B) {
				companies := []tracker.Company{{Name: fmt.Sprint("Northwind ", projects)}}
				loadCompanies(b, s, companies, projects)
				company := companies[0]
				measure(b, func(n int) {
					next := company
					next.Name = fmt.Sprintf("Northwind %d renamed %d", projects, n)
					must(b, s.Write(b.Context(), func(tx *Tx) error { return tx.UpdateCompany(b.Context(), company, next, "x", next.CreatedAt) }))
					company = next
				})
			})
		}
	})
}

// 500 of 20,000 companies have the word, and so 1,500 projects are found.
func BenchmarkSearchOfProjectsByCompany(b *testing.B) {
	benchBoth(b, func(b *testing.B, s *Store) {
		companies := make([]tracker.Company, 20_000)
		for i := range companies {
			companies[i].Name = fmt.Sprintf("Trader %d", i)
			if i%40 == 0 {
				companies[i].Name = fmt.Sprintf("Northwind %d", i)
			}
		}
		loadCompanies(b, s, companies, 3)
		for _, isRanked := range []bool{true, false} {
			for _, term := range []string{"thw", "northwind website", "website"} {
				b.Run(fmt.Sprintf("ranked=%v/%s", isRanked, term), func(b *testing.B) {
					q := ProjectQuery{ListQuery: tracker.ListQuery{Search: term, Ranked: isRanked, PageNumber: 1, PageSize: 25, Removed: tracker.RemovedInclude}}
					measure(b, func(int) {
						_, total, err := s.Projects(b.Context(), everything, q)
						must(b, err)
						if total < 1500 {
							b.Fatal(total)
						}
					})
				})
			}
		}
	})
}

// Each write below is about one record of a company with many projects.
func BenchmarkWriteBesideProjects(b *testing.B) {
	benchBoth(b, func(b *testing.B, s *Store) {
		ctx, at := b.Context(), time.Now()
		user := tracker.User{ID: newID(), Email: "owner@example.com", DisplayName: "Owner", CreatedAt: at}
		category := tracker.Category{ID: newID(), Kind: tracker.Subscriptions, Name: "Hosting"}
		item := tracker.CatalogueItem{ID: newID(), Kind: tracker.Subscriptions, CategoryID: category.ID, Name: "Server", Cost: ptr(tracker.Money(1)), CreatedAt: at}
		must(b, s.Write(ctx, func(tx *Tx) error {
			must(b, tx.InsertUser(ctx, user, nil))
			must(b, tx.InsertCategory(ctx, category, "x", at))
			return tx.InsertItem(ctx, item, "x")
		}))
		for _, projects := range []int{3, 1000, 10_000} {
			companies := []tracker.Company{{Name: fmt.Sprint("Northwind ", projects)}}
			loadCompanies(b, s, companies, projects)
			list, err := s.CompanyProjects(ctx, companies[0].ID, 1, 0)
			must(b, err)
			b.Run(fmt.Sprintf("subscription/projects=%d", projects), func(b *testing.B) {
				measure(b, func(n int) {
					must(b, s.Write(ctx, func(tx *Tx) error {
						return tx.InsertProjectSubscription(ctx, tracker.ProjectSubscription{ID: newID(), ProjectID: list[0].ID, SubscriptionID: item.ID,
							Price: 100, Cost: ptr(tracker.Money(50)), CreatedAt: at,
							StartAt: at, EndAt: at.AddDate(0, 1, n)}, "x")
					}))
				})
			})
			b.Run(fmt.Sprintf("first-and-last-owner/projects=%d", projects), func(b *testing.B) {
				measure(b, func(int) {
					link := Link{ID: newID(), ParentID: companies[0].ID, UserID: user.ID, Role: tracker.RoleOwner, CreatedAt: at}
					must(b, s.Write(ctx, func(tx *Tx) error { return tx.InsertLinks(ctx, CompanyModeration, "x", link) }))
					must(b, s.Write(ctx, func(tx *Tx) error { return tx.DeleteLink(ctx, CompanyModeration, link.ID) }))
				})
			})
		}
	})
}
