package tracker

import (
	"testing"
	"time"
)

func TestDailyIsAtEightInTheZone(t *testing.T) {
	at := func(text string) time.Time {
		instant, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return instant
	}
	for _, c := range []struct{ zone, now, last, next string }{
		{"UTC", "2026-11-18T07:59:59Z", "2026-11-17T08:00:00Z", "2026-11-18T08:00:00Z"},
		{"UTC", "2026-11-18T08:00:00Z", "2026-11-18T08:00:00Z", "2026-11-19T08:00:00Z"},
		{"Europe/Berlin", "2026-11-18T07:00:00Z", "2026-11-18T07:00:00Z", "2026-11-19T07:00:00Z"},
		{"Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-28T07:00:00Z", "2026-03-29T06:00:00Z"}, // summer time begins
		{"Pacific/Auckland", "2026-11-17T18:59:59Z", "2026-11-16T19:00:00Z", "2026-11-17T19:00:00Z"},
		{"Pacific/Apia", "2011-12-30T05:00:00Z", "2011-12-29T18:00:00Z", "2011-12-30T10:00:00Z"}, // without 30 December: when the clocks skip it
		{"No/Where", "2026-11-18T09:00:00Z", "2026-11-18T08:00:00Z", "2026-11-19T08:00:00Z"},
	} {
		if got := LastDaily(c.zone, at(c.now)); !got.Equal(at(c.last)) {
			t.Errorf("%s at %s: the last one was at %v", c.zone, c.now, got)
		}
		if got := NextDaily(c.zone, at(c.now)); !got.Equal(at(c.next)) {
			t.Errorf("%s at %s: the next one is at %v", c.zone, c.now, got)
		}
	}
}
