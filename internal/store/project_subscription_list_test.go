package store

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"btracker/internal/tracker"
)

// story is what happened to one subscription: it as it is now, its terms before the current one as they ended, and
// its edits: what each replaced, and in which term.
type story struct {
	category string
	current  tracker.ProjectSubscription
	earlier  []tracker.ProjectSubscription
	edits    []replacedBy
	cancel   time.Time
}

type replacedBy struct {
	at     time.Time
	before tracker.ProjectSubscription
	term   int
}

// terms are those before the current one, and the current one.
func (s *story) terms() []tracker.ProjectSubscription {
	return append(slices.Clone(s.earlier), s.current)
}

// then is the subscription at an instant, by the plainest reading: dates as they are known now, price and cost as they
// were before the next edit.
func (s *story) then(t time.Time) (row tracker.ListedSubscription) {
	terms, current := s.terms(), len(s.earlier)
	in, isIn := -1, false
	for i, term := range terms { // a later term counts before an earlier one
		if !term.StartAt.After(t) && (i == current || !t.After(term.EndAt.Add(time.Second))) {
			in, isIn = i, true
		}
	}
	for i := range terms { // it is shown as it will begin
		if !isIn && in < 0 && terms[i].StartAt.After(t) {
			in = i
		}
	}
	row.ProjectSubscription = s.current
	row.StartAt, row.EndAt, row.AnchorDay, row.Price, row.Cost = terms[in].StartAt, terms[in].EndAt, terms[in].AnchorDay, terms[in].Price, terms[in].Cost
	for _, e := range slices.Backward(s.edits) {
		if e.at.After(t) && e.term <= in {
			row.Price, row.Cost = e.before.Price, e.before.Cost
		}
	}
	row.IsCanceled = s.current.IsCanceled && !s.cancel.After(t)
	switch {
	case row.IsCanceled:
		row.State = tracker.StateCanceled
	case isIn && in < current:
		row.State = tracker.StateRenews
	default:
		row.State = row.ProjectSubscription.State(t)
	}
	price, cost := row.Monthly()
	row.Value(price, cost, row.State.Runs())
	return row
}

// ahead is the row of a later instant, with the money of the term that the program will have made by then.
func (s *story) ahead(row tracker.ListedSubscription, t time.Time) tracker.ListedSubscription {
	led := story{current: s.current, earlier: slices.Clone(s.earlier)}
	for tracker.Renewing(t).Is(led.current) {
		led.earlier = append(led.earlier, led.current)
		led.current.Cost = new(catalogueCost)
		led.current.Renew()
	}
	if then := led.then(t); then.State.Runs() {
		row.Price, row.Cost = then.Price, then.Cost
		row.Value(then.MonthlyPrice, *then.MonthlyCost, true)
	}
	return row
}

// catalogueCost is what the items of these tests cost.
const catalogueCost tracker.Money = 100

// Lists and totals show each subscription as it was at any instant, over random edits, renewals and cancelations.
func TestListedSubscriptionsAtAnyInstant(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		project := f.addProject(f.addCompany("C").ID, "P")
		items := f.addItems(tracker.Subscriptions, 1)
		category, err := one(t.Context(), f.Queries, scanOne[string], "SELECT id FROM category")
		f.ok(err)
		categories := []string{category, newID()}
		f.write(func(tx *Tx) error {
			f.ok(tx.InsertCategory(t.Context(), tracker.Category{ID: categories[1], Kind: tracker.Subscriptions, Name: "Other"}, "x", f.now))
			items = append(items, newID())
			return tx.InsertItem(t.Context(), tracker.CatalogueItem{ID: items[1], Kind: tracker.Subscriptions, CategoryID: categories[1],
				Name: "Other", Cost: ptr(catalogueCost), CreatedAt: f.now}, "x")
		})
		begin := time.Date(2025, 1, 10, 0, 0, 0, 0, time.UTC)
		rapid.Check(t, func(rt *rapid.T) {
			f.raw("DELETE FROM subscription_price")
			f.raw("DELETE FROM subscription_period")
			f.raw("DELETE FROM project_subscription")
			f.raw("DELETE FROM tally")
			f.raw("DELETE FROM kept_sum")
			clock := begin
			stories := map[string]*story{}
			order := []string{}
			scan := func() {
				for _, id := range order {
					s := stories[id]
					for tracker.Renewing(clock).Is(s.current) {
						before, after := s.current, s.current
						after.Cost = new(*after.Cost + tracker.Money(rapid.IntRange(0, 50).Draw(rt, "rise")))
						after.Renew()
						f.write(func(tx *Tx) error {
							return tx.RenewProjectSubscription(f.Context(), before, after, newID(), "x", clock)
						})
						s.earlier, s.current = append(s.earlier, before), after
					}
					if tracker.Ended(clock).Is(s.current) {
						before, after := s.current, s.current
						after.EndRaised, after.Live = true, false
						f.write(func(tx *Tx) error { return tx.MarkNotified(f.Context(), before, after) })
						s.current = after
					}
				}
			}
			for range rapid.IntRange(1, 25).Draw(rt, "steps") {
				scan()
				action := rapid.SampledFrom([]string{"attach", "attach", "price", "dates", "cancel", "wait", "wait", "wait"}).Draw(rt, "action")
				term := func(s *tracker.ProjectSubscription) {
					start := clock.AddDate(0, 0, rapid.IntRange(-20, 20).Draw(rt, "start"))
					least := 1
					if s.AutoRenew { // a renewed period takes a day at least
						least = 2
					}
					s.SetPeriod(start, start.AddDate(0, rapid.IntRange(0, 2).Draw(rt, "months"), rapid.IntRange(least, 20).Draw(rt, "days")).Add(-time.Second))
				}
				switch {
				case action == "attach":
					cost := tracker.Money(rapid.IntRange(1, 5000).Draw(rt, "cost"))
					use := rapid.IntRange(0, 1).Draw(rt, "item")
					s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: items[use], Price: tracker.Money(rapid.IntRange(1, 9000).Draw(rt, "price")), Cost: &cost,
						AutoRenew: rapid.Bool().Draw(rt, "renews"), CreatedAt: clock, Live: true, Version: 1}
					term(&s)
					f.write(func(tx *Tx) error { return tx.InsertProjectSubscription(f.Context(), s, "x") })
					stories[s.ID], order = &story{category: categories[use], current: s}, append(order, s.ID)
				case action == "wait" || len(order) == 0:
					for range rapid.IntRange(1, 60).Draw(rt, "wait") { // a scan every day
						clock = clock.AddDate(0, 0, 1)
						scan()
					}
				default:
					s := stories[rapid.SampledFrom(order).Draw(rt, "one")]
					before, after := s.current, s.current
					switch action {
					case "price":
						after.Price = tracker.Money(rapid.IntRange(1, 9000).Draw(rt, "price"))
					case "dates":
						term(&after)
						if n := len(s.earlier); n > 0 && !after.StartAt.After(s.earlier[n-1].StartAt) {
							continue // the terms stay in their order
						}
						after.EndRaised = false
					case "cancel":
						if !after.IsCanceled {
							s.cancel = clock
						}
						after.IsCanceled = true
					}
					after.Live = !after.IsCanceled && !after.EndRaised
					f.write(func(tx *Tx) error { return tx.UpdateProjectSubscription(f.Context(), before, after, "x", clock) })
					s.current = after
					if before.Price != after.Price {
						s.edits = append(s.edits, replacedBy{clock, before, len(s.earlier)})
					}
				}
				clock = clock.Add(time.Duration(rapid.IntRange(1, 36).Draw(rt, "hours")) * time.Hour)
			}
			for range 6 {
				at := begin.Add(time.Duration(rapid.Int64Range(-40*24, 500*24).Draw(rt, "at"))*time.Hour - time.Second*time.Duration(rapid.IntRange(0, 1).Draw(rt, "second")))
				f.compareLists(rt, categories, stories, order, &at, clock)
			}
			for range 4 {
				f.compareLists(rt, categories, stories, order, nil, clock)
			}
			for range 3 {
				f.compareReport(rt, begin, clock)
			}
		})
	})
}

func (f *fixture) compareLists(rt *rapid.T, categories []string, stories map[string]*story, order []string, at *time.Time, now time.Time) {
	t := now
	if at != nil {
		t = *at
	}
	states := rapid.SampledFrom([][]tracker.SubscriptionState{nil, nil, {tracker.StateActive, tracker.StateRenews},
		{tracker.StateEnded, tracker.StateNotStarted}, {tracker.StateCanceled},
		{tracker.StateActive}, {tracker.StateEnded}, {tracker.StateNotStarted}}).Draw(rt, "states")
	q := SubscriptionQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 200,
		SortBy: rapid.SampledFrom(tracker.SubscriptionSorts).Draw(rt, "sort"), SortDescending: rapid.Bool().Draw(rt, "descending")},
		longList: rapid.SampledFrom([]int{0, -1}).Draw(rt, "long")},
		SubscriptionFilter: tracker.SubscriptionFilter{States: states, At: at, Losing: rapid.IntRange(0, 3).Draw(rt, "losing") == 0}, Now: now}
	for _, by := range rapid.SliceOfNDistinct(rapid.SampledFrom(tracker.SubscriptionSorts), 0, tracker.MaxSorts-1, rapid.ID[string]).Draw(rt, "then") {
		if by != q.SortBy {
			q.Then = append(q.Then, tracker.Sort{By: by, Descending: rapid.Bool().Draw(rt, "descending")})
		}
	}
	if rapid.IntRange(0, 2).Draw(rt, "by category") == 0 {
		q.CategoryID = rapid.SampledFrom(categories).Draw(rt, "category")
	}
	if rapid.IntRange(0, 2).Draw(rt, "by end") == 0 {
		q.EndFrom = ptr(t.AddDate(0, 0, rapid.IntRange(-90, 20).Draw(rt, "from")))
		q.EndTo = ptr(q.EndFrom.AddDate(0, 0, rapid.IntRange(0, 90).Draw(rt, "to")))
	}
	amounts := func(what string, most int) (r tracker.MoneyRange) {
		if rapid.IntRange(0, 3).Draw(rt, "by "+what) == 0 {
			from := tracker.Money(rapid.IntRange(-1, most).Draw(rt, what+" from"))
			r.From = rapid.SampledFrom([]*tracker.Money{nil, &from}).Draw(rt, "open")
			r.To = rapid.SampledFrom([]*tracker.Money{nil, new(from + tracker.Money(rapid.IntRange(0, most).Draw(rt, what+" to")))}).Draw(rt, "open")
		}
		return r
	}
	q.Price, q.MonthlyPrice = amounts("price", 9000), amounts("monthly price", 4000)
	var want []string
	var totals groupSums
	found := map[string]tracker.ListedSubscription{} // whose current terms decide what is found, and in which order
	for _, id := range order {
		row := stories[id].then(t)
		switch {
		case len(states) > 0 && !slices.Contains(states, row.State),
			q.CategoryID != "" && stories[id].category != q.CategoryID,
			q.EndFrom != nil && (row.EndAt.Before(*q.EndFrom) || row.EndAt.After(*q.EndTo)),
			!q.Price.Has(row.Price) || !q.MonthlyPrice.Has(row.MonthlyPrice),
			q.Losing && *row.Margin >= 0:
			continue
		}
		found[id] = row
		if t.After(now) {
			row = stories[id].ahead(row, t)
		}
		want = append(want, shortRow(row))
		totals = totals.plus(summed(1, Sums{row.Price, *row.Cost}, Sums{row.MonthlyPrice, *row.MonthlyCost}), 1)
	}
	rows, sums, err := f.ListedSubscriptions(f.Context(), everything, q)
	if err != nil {
		rt.Fatal(err)
	}
	var got []string
	for _, listed := range rows {
		got = append(got, shortRow(listed.Item))
	}
	if !slices.IsSortedFunc(rows, func(a, b Listed[tracker.ListedSubscription]) int {
		if t.After(now) {
			for _, row := range []*tracker.ListedSubscription{&a.Item, &b.Item} {
				current := found[row.ID]
				row.Price, row.Cost = current.Price, current.Cost
				row.Value(current.MonthlyPrice, *current.MonthlyCost, current.State.Runs())
			}
		}
		return compareSorts(a.Item, b.Item, append([]tracker.Sort{{By: q.SortBy, Descending: q.SortDescending}}, q.Then...))
	}) {
		rt.Fatalf("%s by %s, %v: %v", f.Dialect(), q.SortBy, q.Then, got)
	}
	q.PageNumber, q.PageSize = 2, 2
	second, _, err := f.ListedSubscriptions(f.Context(), everything, q)
	if err != nil || len(rows) > 2 && shortRow(second[0].Item) != got[2] {
		rt.Fatalf("%s by %s, %v: %v, %v begins another page", f.Dialect(), q.SortBy, q.Then, err, second)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(want, got) {
		rt.Fatalf("%s at %v, now %v: want\n%v\ngot\n%v", f.Dialect(), at, now, want, got)
	}
	if sum := summed(sums.Count, Sums{sums.Price, deref(sums.Cost)}, Sums{sums.MonthlyPrice, deref(sums.MonthlyCost)}); sum != totals {
		rt.Fatalf("%s at %v, now %v, %+v: totals %+v, want %+v", f.Dialect(), at, now, q, sum, totals)
	}
}

func compareSorts(a, b tracker.ListedSubscription, sorts []tracker.Sort) int {
	for _, s := range sorts {
		one, two := a, b
		if s.Descending {
			one, two = b, a
		}
		order := 0
		switch s.By {
		case "monthlyPrice":
			order = cmp.Compare(one.MonthlyPrice, two.MonthlyPrice)
		case "margin":
			order = cmp.Compare(*one.Margin, *two.Margin)
		case "price":
			order = cmp.Compare(one.Price, two.Price)
		case "endAt":
			order = one.EndAt.Compare(two.EndAt)
		case "startAt":
			order = one.StartAt.Compare(two.StartAt)
		case "name":
			order = cmp.Compare(searchKey(one.Subscription.Name), searchKey(two.Subscription.Name))
		case "projectName":
			order = cmp.Compare(searchKey(one.ProjectName), searchKey(two.ProjectName))
		case "companyName":
			order = cmp.Compare(searchKey(one.CompanyName), searchKey(two.CompanyName))
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

func deref(m *tracker.Money) tracker.Money {
	if m == nil {
		return 0
	}
	return *m
}

func shortRow(r tracker.ListedSubscription) string {
	return fmt.Sprintln(r.ID, r.StartAt.Format(time.DateTime), r.EndAt.Format(time.DateTime), r.State, r.IsCanceled, r.Price, *r.Cost, r.MonthlyPrice, *r.MonthlyCost, *r.Margin)
}

// compareReport compares every figure of a report, kept and computed, and with what renewals change, with the totals of the rows that it opens.
func (f *fixture) compareReport(rt *rapid.T, begin, now time.Time) {
	isBack := rapid.Bool().Draw(rt, "clock went back")
	if isBack {
		now = now.Add(-time.Duration(rapid.Int64Range(0, 100*24*3600).Draw(rt, "back")) * time.Second)
	}
	from := tracker.MonthOf(begin) + tracker.Month(rapid.IntRange(-3, 12).Draw(rt, "from"))
	q := tracker.RecurringQuery{From: from, To: from + tracker.Month(rapid.IntRange(0, 14).Draw(rt, "months")), Now: now}
	kept, computed, ledOn := tracker.NewRecurringSeries(q), tracker.NewRecurringSeries(q), tracker.NewRecurringSeries(q)
	byCategory, err := f.Recurring(f.Context(), q)
	if err != nil {
		rt.Fatal(err)
	}
	for _, s := range byCategory {
		kept.AddSeries(s, 1)
	}
	histories, err := f.histories(f.Context(), subscriptionScope(&filter{}, "TRUE"))
	if err != nil {
		rt.Fatal(err)
	}
	for _, h := range histories {
		for _, m := range h.Moves() {
			computed.Add(m.At, m.RecurringSums, 1)
		}
		for _, m := range h.MovesAhead(q) {
			ledOn.Add(m.At, m.RecurringSums, 1)
		}
	}
	if kept, again := kept.Months(true), computed.Months(true); !reflect.DeepEqual(kept, again) {
		rt.Fatalf("%s now %v: kept %+v, computed %+v", f.Dialect(), now, kept, again)
	}
	months, before := ledOn.Months(true), tracker.Money(0)
	if isBack { // what is ahead begins with the present state, which was made later than now
		months = kept.Months(true)
	}
	for i, m := range months {
		at := (from + tracker.Month(i)).End()
		if from+tracker.Month(i) == tracker.MonthOf(now) {
			at = now
		}
		if isBack && at.After(now) {
			break
		}
		_, opened, err := f.ListedSubscriptions(f.Context(), everything, SubscriptionQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 1}},
			SubscriptionFilter: tracker.SubscriptionFilter{States: []tracker.SubscriptionState{tracker.StateActive, tracker.StateRenews}, At: &at}, Now: now})
		if err != nil {
			rt.Fatal(err)
		}
		if m.Price != opened.MonthlyPrice || *m.Cost != deref(opened.MonthlyCost) || m.Count != opened.Count {
			rt.Fatalf("%s now %v: %s is %+v, its rows are %+v", f.Dialect(), now, m.Month, m, opened)
		}
		if i > 0 && m.Price != before+m.Started-m.Ended+m.Repriced {
			rt.Fatalf("%s: %+v does not follow from %v", f.Dialect(), m, before)
		}
		before = m.Price
	}
}

// Every two filters go together, with every sort: the statement has the tables that its conditions name.
func TestFiltersOfSubscriptionsGoTogether(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		moderator, company := f.addUser("m@example.com"), f.addCompany("C")
		f.addModerator(company.ID, moderator.ID, tracker.RoleOwner)
		project := f.addProject(company.ID, "P")
		item := f.addItems(tracker.Subscriptions, 1)[0]
		s := tracker.ProjectSubscription{ID: newID(), ProjectID: project, SubscriptionID: item, Price: 10, Cost: ptr(tracker.Money(20)),
			StartAt: f.now.Add(-day), EndAt: f.now.Add(9 * day),
			AnchorDay: 1, AutoRenew: true, NoticeDays: ptr(5), CreatedAt: f.now}
		f.write(func(tx *Tx) error { return tx.InsertProjectSubscription(t.Context(), s, "x") })
		category, err := one(t.Context(), f.Queries, scanOne[string], "SELECT id FROM category")
		f.ok(err)
		from, to := f.now.Add(3*day), f.now.Add(5*day)
		narrow := []func(*SubscriptionQuery){
			func(q *SubscriptionQuery) { q.At = &f.now },
			func(q *SubscriptionQuery) { q.CancelFrom, q.CancelTo = &from, &to },
			func(q *SubscriptionQuery) { q.EndFrom, q.EndTo = &to, ptr(to.Add(9*day)) },
			func(q *SubscriptionQuery) {
				q.States, q.Losing = []tracker.SubscriptionState{tracker.StateRenews}, true
			},
			func(q *SubscriptionQuery) { q.CategoryID = category },
			func(q *SubscriptionQuery) { q.CompanyID, q.ProjectID = company.ID, project },
			func(q *SubscriptionQuery) { q.ItemID = item },
			func(q *SubscriptionQuery) { q.Responsible = moderator.ID },
		}
		for _, who := range []Visible{everything, {UserID: moderator.ID, Roles: tracker.RolesThatMay(tracker.See)}} {
			for pair := range len(narrow) * len(narrow) {
				for _, sort := range tracker.SubscriptionSorts {
					q := SubscriptionQuery{ProjectItemQuery: ProjectItemQuery{ListQuery: tracker.ListQuery{PageNumber: 1, PageSize: 5, SortBy: sort},
						CostRoles: tracker.RolesThatMay(tracker.SeeCost), ResponsibleRoles: tracker.ResponsibleRoles(), longList: pair%3 - 1}, Now: f.now}
					for _, then := range []string{"companyName", "name"} {
						if pair%2 == 0 && sort != then {
							q.Then = append(q.Then, tracker.Sort{By: then})
						}
					}
					narrow[pair/len(narrow)](&q)
					narrow[pair%len(narrow)](&q)
					rows, totals, err := f.ListedSubscriptions(t.Context(), who, q)
					if err != nil || len(rows) != 1 || totals.Count != 1 {
						t.Fatalf("filters %d and %d by %s: %d rows of %d, %v", pair/len(narrow), pair%len(narrow), sort, len(rows), totals.Count, err)
					}
				}
			}
		}
	})
}

// Instants are arguments: a connection keeps every text that it has prepared.
func TestListsAtDifferentInstantsShareTheirStatements(t *testing.T) {
	text := func(now time.Time) string {
		q := SubscriptionQuery{SubscriptionFilter: tracker.SubscriptionFilter{At: &now, EndFrom: &now, States: tracker.SubscriptionStates, Losing: true}, Now: now}
		l := newSubscriptionList(everything, q)
		rows := l.query(planWalk, q.ListQuery)
		return l.columns() + rows.text()
	}
	now := time.Now()
	if one, other := text(now), text(now.Add(time.Hour)); one != other {
		t.Errorf("%s\n%s", one, other)
	}
}
