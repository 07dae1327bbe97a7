package prove

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"btracker/internal/change"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

// foretold is what a replica says will happen if nobody does anything, and what everything is worth now.
type foretold struct {
	Events []tracker.ForecastEvent
	Totals tracker.ForecastTotals
	Months []tracker.ForecastMonth
	Now    []tracker.RecurringMonth
}

// foretell reads the forecast up to a day and the month after it, and the report of the running month.
func (r *replica) foretell(ctx context.Context, c change.Caller, until time.Time) (f foretold, err error) {
	for page := 1; ; page++ {
		query := tracker.ListQuery{PageNumber: page, PageSize: tracker.MaxPageSize}
		events, totals, err := r.Forecast(ctx, c, query, record.ForecastQuery{ForecastQuery: tracker.ForecastQuery{Until: until}})
		if err != nil {
			return f, err
		}
		if f.Totals, f.Events = totals, append(f.Events, events.Data...); len(events.Data) < tracker.MaxPageSize {
			break
		}
	}
	tried, err := r.TryForecast(ctx, c, tracker.MonthOf(until)+1, nil)
	if err != nil {
		return f, err
	}
	f.Months = tried.Months
	month := tracker.MonthOf(r.now)
	report, err := r.Recurring(ctx, c, tracker.RecurringQuery{From: month, To: month, By: tracker.RecurringGroupings[0]})
	f.Now = report.Months
	return f, err
}

func (s *simulation) foretell(until time.Time) (f foretold) {
	s.Helper()
	done, lived := s.replicas[0].send(s.orderOf(s.admin, "foretell", until))
	if !lived || done.Error != "" || done.Foretold == nil {
		s.Fatalf("foretell: %s", done.Error)
	}
	return *done.Foretold
}

// leaveAlone asks what will happen, lets nobody do anything for some weeks, and compares that with what came: event by event and cent by cent.
func (s *simulation) leaveAlone() {
	s.Helper()
	s.scan() // nothing is overdue
	s.compare()
	today := s.now.UTC().Truncate(oneDay)
	last := today.AddDate(0, 0, 45+s.random.IntN(30))
	said, first := s.foretell(last), s.lastChange
	decisions := s.watchDecisions()
	for day := today; !day.After(last); day = day.AddDate(0, 0, 1) {
		s.now = day.Add(oneDay - time.Second)
		s.scan()
		s.compare()
		decisions.look()
		if month := s.now.Format("2006-01"); s.now.Add(time.Second).Day() == 1 {
			is := s.foretell(s.now.Truncate(oneDay)).Now[0]
			i := slices.IndexFunc(said.Months, func(m tracker.ForecastMonth) bool { return m.Month == month })
			if was := said.Months[i]; i > 0 && (was.Price != is.Price || *was.Cost != *is.Cost) {
				s.Fatalf("%s is worth %d and costs %d, not %d and %d as was said on %s", month, is.Price, *is.Cost, was.Price, *was.Cost, today)
			}
			s.monthsTrue++
		}
	}
	s.now = s.now.Add(time.Second) // what ends with the last second of a day is over
	s.scan()
	s.compare()
	decisions.look()
	var expected []string
	sum := tracker.ForecastTotals{Count: len(said.Events)}
	for _, e := range said.Events {
		sum.MonthlyPrice += e.MonthlyPrice.After - e.MonthlyPrice.Before
		expected = append(expected, fmt.Sprintln(e.On, e.Kind, e.SubscriptionID, e.Price, e.MonthlyPrice))
	}
	if sum != said.Totals {
		s.Fatalf("on %s the events add up to %+v, not %+v", today, sum, said.Totals)
	}
	came := append(s.cameSince(first, last), decisions.cameUntil(last)...)
	slices.Sort(expected)
	slices.Sort(came)
	if !slices.Equal(expected, came) {
		s.Fatalf("on %s it was said that until %s this comes\n%s\nand this came\n%s", today, last, strings.Join(expected, ""), strings.Join(came, ""))
	}
	s.foreseen++
	s.eventsTrue += len(came)
}

// cameSince lists what the program did to subscriptions after a change, up to the end of a day.
func (s *simulation) cameSince(first int, last time.Time) (came []string) {
	s.Helper()
	rows, err := s.QueryContext(s.Context(), `SELECT action, before, after FROM change
		WHERE seq > $1 AND entity = 'projectSubscription' AND actor_id IS NULL AND action IN ('edit', 'renew', 'end') ORDER BY seq`, first)
	ok(s, err)
	defer rows.Close()
	for rows.Next() {
		var action, beforeText, afterText string
		ok(s, rows.Scan(&action, &beforeText, &afterText))
		var before, after tracker.LoggedSubscription
		ok(s, json.Unmarshal([]byte(beforeText), &before))
		ok(s, json.Unmarshal([]byte(afterText), &after))
		monthly := tracker.MoneyChange{Before: tracker.MonthlyValue(before.Price, before.StartAt, before.EndAt, before.AnchorDay),
			After: tracker.MonthlyValue(after.Price, after.StartAt, after.EndAt, after.AnchorDay)}
		kind, at := tracker.ForeseenRenews, before.EndAt
		switch action {
		case "edit":
			kind, at = tracker.ForeseenPrice, *before.Planned.From
		case "end":
			kind, monthly.After = tracker.ForeseenEnds, 0
		}
		if on := at.UTC().Format(time.DateOnly); on <= last.Format(time.DateOnly) {
			came = append(came, fmt.Sprintln(on, kind, after.ID, after.Price, monthly))
		}
	}
	ok(s, rows.Err())
	return came
}

// decisionTerm is a term of a subscription that renews, with the last instant at which to cancel it.
type decisionTerm struct {
	end, by        time.Time
	price, monthly tracker.Money
}

// decisions notes the last days to cancel that come.
type decisions struct {
	*simulation
	at    time.Time // up to which they have come
	terms map[string]decisionTerm
	came  []tracker.ForecastEvent
}

// watchDecisions begins now, with what is due at this instant.
func (s *simulation) watchDecisions() *decisions {
	s.Helper()
	return &decisions{simulation: s, at: s.now.Add(-time.Millisecond), terms: s.decisionTerms()}
}

// look notes what has come since it looked last: of terms that ran then, and of those that they were renewed to.
func (d *decisions) look() {
	d.Helper()
	terms := d.decisionTerms()
	for id, is := range terms {
		was, isThere := d.terms[id]
		if !isThere {
			d.Fatalf("%s renews, and did not before", id)
		}
		d.note(id, was, time.Time{})
		if !is.end.Equal(was.end) {
			d.note(id, is, was.end)
		}
	}
	d.at, d.terms = d.now, terms
}

// note notes the last day to cancel a term, if it has come and the term was there by then.
func (d *decisions) note(id string, t decisionTerm, from time.Time) {
	if t.by.After(d.at) && !t.by.After(d.now) && !t.by.Before(from) {
		d.came = append(d.came, tracker.ForecastEvent{On: t.by.UTC().Format(time.DateOnly), Kind: tracker.ForeseenCancelBy, SubscriptionID: id, Price: t.price,
			MonthlyPrice: tracker.MoneyChange{Before: t.monthly, After: t.monthly}})
	}
}

// cameUntil lists them up to the end of a day.
func (d *decisions) cameUntil(last time.Time) (came []string) {
	for _, e := range d.came {
		if e.On <= last.Format(time.DateOnly) {
			came = append(came, fmt.Sprintln(e.On, e.Kind, e.SubscriptionID, e.Price, e.MonthlyPrice))
		}
	}
	return came
}

// decisionTerms reads the terms of the subscriptions that renew and have a notice period.
func (s *simulation) decisionTerms() map[string]decisionTerm {
	s.Helper()
	rows, err := s.QueryContext(s.Context(), `SELECT a.id, a.start_at, a.end_at, a.anchor_day, a.price, COALESCE(a.notice_days, i.notice_days)
		FROM project_subscription a JOIN catalogue_item i ON i.id = a.subscription_id
		WHERE a.live AND a.auto_renew AND COALESCE(a.notice_days, i.notice_days) IS NOT NULL`)
	ok(s, err)
	defer rows.Close()
	terms := map[string]decisionTerm{}
	for rows.Next() {
		var id string
		var start, end int64
		var anchor, notice int
		var t decisionTerm
		ok(s, rows.Scan(&id, &start, &end, &anchor, &t.price, &notice))
		t.end = time.UnixMilli(end).UTC()
		t.by = *tracker.CancelBy(t.end, &notice, nil)
		t.monthly = tracker.MonthlyValue(t.price, time.UnixMilli(start).UTC(), t.end, anchor)
		terms[id] = t
	}
	ok(s, rows.Err())
	return terms
}
