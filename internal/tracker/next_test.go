package tracker

import (
	"testing"
	"time"
)

// The next period follows the last one by the rule, unless something else is wanted.
func TestNextPeriod(t *testing.T) {
	at := func(s string) time.Time {
		at, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	ptr := func(s string) *time.Time { return new(at(s)) }
	for _, c := range []struct {
		start, end string
		r          Renewal
		wantStart  string
		wantEnd    string
	}{
		{"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", Renewal{}, "2027-01-01T00:00:00Z", "2027-12-31T23:59:59Z"},
		{"2026-01-31T00:00:00Z", "2026-02-28T00:00:00Z", Renewal{}, "2026-02-28T00:00:00Z", "2026-03-31T00:00:00Z"},
		{"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", Renewal{Months: 6}, "2027-01-01T00:00:00Z", "2027-06-30T23:59:59Z"},
		{"2026-01-01T09:00:00Z", "2026-02-01T09:00:00Z", Renewal{Months: 2}, "2026-02-01T09:00:00Z", "2026-04-01T09:00:00Z"},
		{"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", Renewal{StartAt: ptr("2027-03-01T00:00:00Z")}, "2027-03-01T00:00:00Z", "2028-02-29T23:59:59Z"},
		{"2026-01-01T00:00:00Z", "2026-01-10T23:59:59Z", Renewal{StartAt: ptr("2026-02-01T00:00:00Z")}, "2026-02-01T00:00:00Z", "2026-02-10T23:59:59Z"},
		{"2026-01-01T00:00:00Z", "2026-12-31T23:59:59Z", Renewal{EndAt: ptr("2027-05-05T12:00:00Z")}, "2027-01-01T00:00:00Z", "2027-05-05T12:00:00Z"},
	} {
		s := ProjectSubscription{Price: 10, Cost: new(Money)}
		s.SetPeriod(at(c.start), at(c.end))
		next, err := s.Next(c.r)
		if err != nil || !next.StartAt.Equal(at(c.wantStart)) || !next.EndAt.Equal(at(c.wantEnd)) {
			t.Errorf("%s to %s with %+v: %v to %v, %v", c.start, c.end, c.r, next.StartAt, next.EndAt, err)
		}
	}
	s := ProjectSubscription{Price: 10, Cost: new(Money)}
	s.SetPeriod(at("2026-01-01T00:00:00Z"), at("9998-12-31T23:59:59Z"))
	if _, err := s.Next(Renewal{}); err == nil {
		t.Error("a period ends after the year 9999")
	}
}
