package tracker

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func instantOf(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func TestRenewals(t *testing.T) {
	for _, c := range []struct {
		name, start, end string
		starts, ends     []string
	}{
		{"a month", "2026-01-01 00:00:00", "2026-02-01 00:00:00", []string{"2026-02-01 00:00:00", "2026-03-01 00:00:00"}, []string{"2026-03-01 00:00:00", "2026-04-01 00:00:00"}},
		{"a month of a form, by the first", "2026-01-01 00:00:00", "2026-02-01 23:59:59", []string{"2026-02-01 23:59:59"}, []string{"2026-03-01 23:59:59", "2026-04-01 23:59:59"}},
		{"a month of a form, by the last", "2026-01-01 00:00:00", "2026-01-31 23:59:59",
			[]string{"2026-02-01 00:00:00", "2026-03-01 00:00:00"}, []string{"2026-02-28 23:59:59", "2026-03-31 23:59:59", "2026-04-30 23:59:59"}},
		{"a month of a form, within", "2026-01-31 00:00:00", "2026-02-27 23:59:59", []string{"2026-02-28 00:00:00", "2026-03-31 00:00:00"},
			[]string{"2026-03-30 23:59:59", "2026-04-29 23:59:59"}},
		{"a year of a form", "2026-01-01 00:00:00", "2026-12-31 23:59:59", nil, []string{"2027-12-31 23:59:59", "2028-12-31 23:59:59"}},
		{"a year from a leap day", "2024-02-29 00:00:00", "2025-02-28 00:00:00", nil, []string{"2026-02-28 00:00:00", "2027-02-28 00:00:00", "2028-02-29 00:00:00"}},
		{"the last of the month", "2026-01-31 10:00:00", "2026-02-28 10:00:00", nil, []string{"2026-03-31 10:00:00", "2026-04-30 10:00:00", "2026-05-31 10:00:00"}},
		{"a week that reaches the day it began on", "2026-02-05 00:00:00", "2026-02-12 00:00:00", nil,
			[]string{"2026-02-19 00:00:00", "2026-02-26 00:00:00", "2026-03-05 00:00:00", "2026-03-12 00:00:00"}},
		{"a week of a form", "2026-01-05 00:00:00", "2026-01-11 23:59:59",
			[]string{"2026-01-12 00:00:00", "2026-01-19 00:00:00"}, []string{"2026-01-18 23:59:59", "2026-01-25 23:59:59", "2026-02-01 23:59:59"}},
		{"30 days that become a month", "2026-01-05 00:00:00", "2026-02-04 00:00:00", nil,
			[]string{"2026-03-06 00:00:00", "2026-04-05 00:00:00", "2026-05-05 00:00:00", "2026-06-04 00:00:00"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s ProjectSubscription
			s.SetPeriod(instantOf(t, c.start), instantOf(t, c.end))
			for i, end := range c.ends {
				s.Renew()
				if got := s.EndAt.Format(time.DateTime); got != end {
					t.Fatalf("renewal %d ends %s, want %s", i+1, got, end)
				}
				if i < len(c.starts) && s.StartAt.Format(time.DateTime) != c.starts[i] {
					t.Fatalf("renewal %d starts %s, want %s", i+1, s.StartAt, c.starts[i])
				}
			}
		})
	}
}

// After many renewals, and edits of the price in between, terms of days still have as many
// days, and the nth month ends n months after the start.
func TestRenewalsNeverDrift(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.Int64Range(0, 1500*24).Draw(t, "hours")) * time.Hour)
		months, days := rapid.IntRange(0, 14).Draw(t, "months"), rapid.IntRange(1, 100).Draw(t, "days")
		after := func(n int) time.Time {
			if months == 0 {
				return start.AddDate(0, 0, n*days)
			}
			return addMonths(dateOf(start), n*months, start.Day()).Add(start.Sub(dateOf(start)))
		}
		early := time.Duration(0)
		if start.Equal(dateOf(start)) && rapid.Bool().Draw(t, "form") {
			early = time.Second
		}
		var s ProjectSubscription
		s.SetPeriod(start, after(1).Add(-early))
		if months == 0 && s.AnchorDay != 0 {
			// These days happen to be whole months, and so renew by months. Other draws check that.
			t.Skip("as many days as a month has")
		}
		for n := 2; n <= 30; n++ {
			s.Renew()
			s.SetPeriod(s.StartAt, s.EndAt)
			if want := after(n).Add(-early); !s.EndAt.Equal(want) {
				t.Fatalf("from %s: renewal %d ends %s, want %s", start, n-1, s.EndAt, want)
			}
			if want := after(n - 1); !s.StartAt.Equal(want) {
				t.Fatalf("from %s: renewal %d starts %s, want %s", start, n-1, s.StartAt, want)
			}
		}
	})
}

// An edit of the end decides again between months and days; an unchanged start keeps its anchor day.
func TestEditedTermSetsTheRhythm(t *testing.T) {
	var s ProjectSubscription
	s.SetPeriod(instantOf(t, "2026-01-31 00:00:00"), instantOf(t, "2026-02-28 00:00:00"))
	s.Renew() // 28 February to 31 March
	s.SetPeriod(s.StartAt, instantOf(t, "2026-04-30 00:00:00"))
	if s.Renew(); s.EndAt.Format(time.DateOnly) != "2026-06-30" {
		t.Errorf("two months from the last of February, then until %s", s.EndAt)
	}
	s.SetPeriod(s.StartAt, s.StartAt.AddDate(0, 0, 10))
	if s.Renew(); s.EndAt.Format(time.DateOnly) != "2026-05-20" {
		t.Errorf("ten days from 30 April, then until %s", s.EndAt)
	}
}
