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
	Months []tracker.ForecastMonth
	Now    []tracker.RecurringMonth
}

// foretell reads the forecast up to a day and the month after it, and the report of the running month.
func (r *replica) foretell(ctx context.Context, c change.Caller, until time.Time) (f foretold, err error) {
	for page := 1; ; page++ {
		query := tracker.ListQuery{PageNumber: page, PageSize: tracker.MaxPageSize}
		events, _, err := r.Forecast(ctx, c, query, record.ForecastQuery{ForecastQuery: tracker.ForecastQuery{Until: until}})
		if err != nil {
			return f, err
		}
		if f.Events = append(f.Events, events.Data...); len(events.Data) < tracker.MaxPageSize {
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
	for day := today; !day.After(last); day = day.AddDate(0, 0, 1) {
		s.now = day.Add(oneDay - time.Second)
		s.scan()
		s.compare()
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
	var expected []string
	for _, e := range said.Events {
		if e.Kind != tracker.ForeseenCancelBy {
			expected = append(expected, fmt.Sprintln(e.On, e.Kind, e.SubscriptionID, e.Price, e.MonthlyPrice.After))
		}
	}
	came := s.cameSince(first, last)
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
		kind, at, monthly := tracker.ForeseenRenews, before.EndAt, tracker.MonthlyValue(after.Price, after.StartAt, after.EndAt, after.AnchorDay)
		switch action {
		case "edit":
			kind, at = tracker.ForeseenPrice, *before.Planned.From
		case "end":
			kind, monthly = tracker.ForeseenEnds, 0
		}
		if on := at.UTC().Format(time.DateOnly); on <= last.Format(time.DateOnly) {
			came = append(came, fmt.Sprintln(on, kind, after.ID, after.Price, monthly))
		}
	}
	ok(s, rows.Err())
	return came
}
