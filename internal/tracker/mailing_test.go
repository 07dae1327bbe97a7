package tracker

import (
	"testing"
	"time"
)

func TestNextMail(t *testing.T) {
	for _, c := range []struct {
		what, mailing, zone string
		hour                int
		now, want           string
	}{
		{"later today", MailDaily, "UTC", 8, "2026-11-16T07:59:59Z", "2026-11-16T08:00:00Z"},
		{"not again at that instant", MailDaily, "UTC", 8, "2026-11-16T08:00:00Z", "2026-11-17T08:00:00Z"},
		{"on Monday", MailWeekly, "UTC", 8, "2026-11-16T08:00:00Z", "2026-11-23T08:00:00Z"},
		{"this Monday", MailWeekly, "UTC", 8, "2026-11-15T12:00:00Z", "2026-11-16T08:00:00Z"},
		{"ahead of UTC", MailDaily, "Asia/Tokyo", 0, "2026-11-15T14:59:59Z", "2026-11-15T15:00:00Z"},
		{"Monday there", MailWeekly, "Asia/Tokyo", 0, "2026-11-15T12:00:00Z", "2026-11-15T15:00:00Z"},
		{"behind UTC", MailDaily, "America/Los_Angeles", 23, "2026-11-16T06:00:00Z", "2026-11-16T07:00:00Z"},
		{"winter", MailDaily, "Europe/Berlin", 8, "2026-03-28T12:00:00Z", "2026-03-29T06:00:00Z"},
		{"before the missing hour", MailDaily, "Europe/Berlin", 1, "2026-03-28T12:00:00Z", "2026-03-29T00:00:00Z"},
		{"the missing hour", MailDaily, "Europe/Berlin", 2, "2026-03-28T12:00:00Z", "2026-03-29T01:00:00Z"},
		{"once on that day", MailDaily, "Europe/Berlin", 2, "2026-03-29T01:00:00Z", "2026-03-30T00:00:00Z"},
		{"the doubled hour", MailDaily, "Europe/Berlin", 2, "2026-10-24T12:00:00Z", "2026-10-25T00:00:00Z"},
		{"not its second time", MailDaily, "Europe/Berlin", 2, "2026-10-25T00:00:00Z", "2026-10-26T01:00:00Z"},
		{"in its second time", MailDaily, "Europe/Berlin", 2, "2026-10-25T01:30:00Z", "2026-10-26T01:00:00Z"},
		{"half an hour is missing", MailDaily, "Australia/Lord_Howe", 2, "2026-10-03T00:00:00Z", "2026-10-03T15:30:00Z"},
		{"midnight is missing", MailDaily, "America/Havana", 0, "2026-03-07T12:00:00Z", "2026-03-08T05:00:00Z"},
		{"a day is missing", MailDaily, "Pacific/Apia", 8, "2011-12-30T08:00:00Z", "2011-12-30T10:00:00Z"},
	} {
		now, _ := time.Parse(time.RFC3339, c.now)
		got := NotificationSettings{Email: c.mailing, Hour: c.hour, TimeZone: c.zone}.NextMail(now)
		if got == nil || got.Format(time.RFC3339) != c.want {
			t.Errorf("%s: %v, want %s", c.what, got, c.want)
		}
	}
	for _, mailing := range []string{MailOff, MailEach} {
		if at := (NotificationSettings{Email: mailing, TimeZone: "UTC"}).NextMail(time.Now()); at != nil {
			t.Errorf("%s at %v", mailing, at)
		}
	}
}

// In each zone and for each hour there is one mail a day over a year, about 24 hours after the last
// one, at that hour unless the clocks skip it.
func TestOneMailADay(t *testing.T) {
	for _, zone := range []string{"UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe", "Africa/Casablanca",
		"Asia/Kathmandu", "America/Havana", "Antarctica/Troll"} {
		for _, hour := range []int{0, 1, 2, 3, 8, 23} {
			s := NotificationSettings{Email: MailDaily, Hour: hour, TimeZone: zone}
			end := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
			days := map[string]bool{}
			for at := *s.NextMail(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)); at.Before(end); {
				local := at.In(location(zone))
				_, before := at.Add(-time.Second).In(location(zone)).Zone()
				_, after := local.Zone()
				skipped := after > before
				if day := local.Format("2006-01-02"); days[day] || local.Hour() != hour && !skipped || local.Minute() != 0 && !skipped {
					t.Fatalf("%s at %d: %v", zone, hour, local)
				} else {
					days[day] = true
				}
				next := *s.NextMail(at)
				if wait := next.Sub(at); wait < 22*time.Hour || wait > 26*time.Hour {
					t.Fatalf("%s at %d: %v after %v", zone, hour, next, at)
				}
				at = next
			}
			if len(days) < 364 {
				t.Errorf("%s at %d: %d days", zone, hour, len(days))
			}
		}
	}
}
