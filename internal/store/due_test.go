package store

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

// A subscription is due in SQL exactly when it is in Go, whatever the clock says: in the
// scan, in the sums of the dashboard, in its chart, and in the filter of projects.
func TestSQLAndGoAgreeOnWhatIsDue(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		item := f.addItems(tracker.Subscriptions, 1)[0]
		user, company := f.addUser("a@example.com"), f.addCompany("C")
		f.addModerator(company.ID, user.ID, tracker.RoleOwner)
		w := dueWorld{fixture: f, item: item, company: company.ID, moderator: user.ID}
		rapid.Check(t, func(t *rapid.T) {
			w.now = drawClock(t)
			for range rapid.IntRange(1, 6).Draw(t, "subscriptions") {
				w.add(t)
			}
			w.check(t)
			w.now = w.now.Add(rapid.SampledFrom(steps).Draw(t, "later"))
			w.check(t)
		})
	})
}

// steps lead from one edge to another.
var steps = []time.Duration{0, time.Millisecond, -time.Millisecond, time.Second, -time.Second, time.Hour, day, -day, 7 * day,
	tracker.EndingSoon - day, tracker.EndingSoon - time.Millisecond, tracker.EndingSoon, tracker.EndingSoon + time.Millisecond, tracker.EndingSoon + day,
	12*7*day - time.Millisecond, 12 * 7 * day, 400 * day, -400 * day}

// drawClock draws a time of day, edges of days among them.
func drawClock(t *rapid.T) time.Time {
	date := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 40).Draw(t, "day"))
	millis := rapid.OneOf(rapid.SampledFrom([]int64{0, 1, dayMillis - 1}), rapid.Int64Range(0, dayMillis-1)).Draw(t, "time of day")
	return date.Add(time.Duration(millis) * time.Millisecond)
}

func drawRarely(t *rapid.T, what string) bool { return rapid.IntRange(0, 7).Draw(t, what) == 7 }

// dueWorld holds subscriptions of one company, and knows them all.
type dueWorld struct {
	*fixture
	item, company, moderator string
	now                      time.Time
	all                      []tracker.ProjectSubscription
}

// add attaches a subscription that ends near an edge, in some state, to a project of its own.
func (w *dueWorld) add(t *rapid.T) {
	ctx := w.Context()
	end := w.now.Add(rapid.SampledFrom(steps).Draw(t, "edge") + rapid.SampledFrom(steps).Draw(t, "beside it"))
	if rapid.Bool().Draw(t, "at midnight") {
		end = end.Truncate(day)
	}
	project := w.addProject(w.company, "P")
	price := tracker.Money(rapid.IntRange(1, 1000).Draw(t, "price"))
	s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: w.item, Price: price, Cost: ptr(price / 2), StartAt: end.Add(-day), EndAt: end,
		AutoRenew: rapid.Bool().Draw(t, "renews"), RemindedDay: rapid.IntRange(0, tracker.NoReminder).Draw(t, "reminded"), CreatedAt: w.now}
	s.EndRaised = !s.AutoRenew && drawRarely(t, "end told") // nobody is told of the end of one that renews
	canceled, removed := drawRarely(t, "canceled"), drawRarely(t, "removed")
	w.write(func(tx *Tx) error { return tx.InsertProjectSubscription(ctx, s, "x") })
	s.Live = !s.EndRaised
	if canceled {
		w.write(func(tx *Tx) error {
			after := s
			after.IsCanceled = true
			return tx.UpdateProjectSubscription(ctx, s, after, "x", w.now)
		})
	}
	if removed {
		w.write(func(tx *Tx) error {
			return tx.Mark(ctx, ProjectRemoval, Removable{ID: project}, tracker.Marks{Marked: true}, "x", w.now)
		})
	}
	stored, err := w.ProjectSubscription(ctx, s.ID)
	w.ok(err)
	if counts := !canceled && !removed && !s.EndRaised; stored.Live != counts {
		t.Fatalf("counts: %v, want %v", stored.Live, counts)
	}
	w.all = append(w.all, stored)
}

// due lists what Go finds due.
func (w *dueWorld) due(due tracker.Due) (list []tracker.ProjectSubscription) {
	for _, s := range w.all {
		if due.Is(s) {
			list = append(list, s)
		}
	}
	return list
}

func (w *dueWorld) check(t *rapid.T) {
	ctx := w.Context()
	week := w.now.Truncate(day).Add(rapid.SampledFrom(steps).Draw(t, "week"))
	for what, due := range map[string]tracker.Due{
		"renewing":       tracker.Renewing(w.now),
		"ended":          tracker.Ended(w.now),
		"ends soon":      tracker.EndsSoon(w.now),
		"ends in a week": tracker.EndsBetween(week, week.AddDate(0, 0, 7), w.now),
	} {
		var want, projects, found []string
		for _, s := range w.due(due) {
			want, projects = append(want, s.ID), append(projects, s.ProjectID)
		}
		for last := (DueSubscription{}); ; {
			page, err := w.DueSubscriptions(ctx, due, last, 3)
			w.ok(err)
			for _, last = range page {
				found = append(found, last.ID)
			}
			if len(page) < 3 {
				break
			}
		}
		sameSet(t, what, found, want)
		found = nil
		w.ok(w.EachProject(ctx, everything, ProjectQuery{Due: &due}, func(p tracker.Project) error { found = append(found, p.ID); return nil }))
		sameSet(t, "projects with one that is "+what, found, projects)
	}
	w.checkDashboard(t)
}

// checkDashboard compares what administrators and a moderator of everything see.
func (w *dueWorld) checkDashboard(t *rapid.T) {
	ctx := w.Context()
	want := Sums{}
	monday := w.now.Truncate(day).AddDate(0, 0, -(int(w.now.Weekday())+6)%7)
	weeks := make([]int, 12)
	for _, s := range w.all {
		if s.Live && !tracker.Ended(w.now).Is(s) {
			want.Price, want.Cost = want.Price+s.Price, want.Cost+*s.Cost
		}
		for i := range weeks {
			if from := monday.AddDate(0, 0, 7*i); tracker.EndsBetween(from, from.AddDate(0, 0, 7), w.now).Is(s) {
				weeks[i]++
			}
		}
	}
	all, err := w.Statistics(ctx, w.now)
	w.ok(err)
	moderated, err := w.ModeratorStatistics(ctx, moderatedBy(w.moderator), tracker.RolesThatMay(tracker.SeeCost), w.now)
	w.ok(err)
	for who, s := range map[string]Statistics{"administrators": all, "moderators": moderated} {
		if soon := len(w.due(tracker.EndsSoon(w.now))); s.EndingSoon != soon || s.Subscriptions != want {
			t.Fatalf("%s see %d that end soon of %d, and %v of %v", who, s.EndingSoon, soon, s.Subscriptions, want)
		}
	}
	for _, v := range []Visible{everything, moderatedBy(w.moderator)} {
		list, err := w.EndingByWeek(ctx, v, w.now, len(weeks))
		w.ok(err)
		var counts []int
		for _, week := range list {
			counts = append(counts, week.Count)
		}
		if d := cmp.Diff(weeks, counts); d != "" {
			t.Fatalf("by week, everything %v: %s", v.All, d)
		}
	}
}

func sameSet(t *rapid.T, what string, got, want []string) {
	slices.Sort(got)
	slices.Sort(want)
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("%s: %s", what, d)
	}
}
