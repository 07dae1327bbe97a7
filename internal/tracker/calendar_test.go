package tracker

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"pgregory.net/rapid"
)

// Whatever somebody calls their things, a parser reads the same events: a name can not end a line, a value or the event.
func TestCalendarOfAnyNames(t *testing.T) {
	hostile := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\r\nBEGIN:VEVENT\r\n", "a\nb", `\n`, `a\`, "a;b,c:d", `"quoted"`, strings.Repeat("日本語", 40), strings.Repeat("😀", 30),
		strings.Repeat("x", 74), strings.Repeat("x", 75), strings.Repeat("x", 76), "\xff\xfe", "\t tab", "\u2028", "END:VCALENDAR"}))
	rapid.Check(t, func(rt *rapid.T) {
		language := rapid.SampledFrom([]string{"", English, German}).Draw(rt, "language")
		var want []CalendarEvent
		for i := range rapid.IntRange(0, 3).Draw(rt, "events") {
			want = append(want, CalendarEvent{SubscriptionID: string(rune('a' + i)), Name: hostile.Draw(rt, "name"), ProjectName: hostile.Draw(rt, "project"), CompanyName: hostile.Draw(rt, "company"),
				At: time.Date(2026, 2, 27, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 5*86400).Draw(rt, "at")) * time.Second), IsCancelBy: rapid.Bool().Draw(rt, "by"), ChangedAt: time.Unix(0, 0)})
		}
		feed := string(Calendar(want, language, func(CalendarEvent) string { return "https://tracker.example/" + strings.Repeat("long", 30) }))
		for line := range strings.SplitSeq(strings.TrimSuffix(feed, "\r\n"), "\r\n") {
			if len(line) > maxLine || strings.ContainsFunc(line, unicode.IsControl) || !utf8.ValidString(line) {
				rt.Fatalf("a line of %d octets: %q", len(line), line)
			}
		}
		calendar, err := ical.NewDecoder(strings.NewReader(feed)).Decode()
		if err == nil {
			err = ical.NewEncoder(&strings.Builder{}).Encode(calendar)
		}
		if err != nil {
			rt.Fatalf("%v\n%s", err, feed)
		}
		events := calendar.Events()
		if len(events) != len(want) {
			rt.Fatalf("%d events, want %d\n%s", len(events), len(want), feed)
		}
		for i, e := range want {
			summary, err := events[i].Props.Text(ical.PropSummary)
			words, lastDay := e.Name+" ends", "Last day to cancel "
			if language == German {
				words, lastDay = e.Name+" endet", "Letzter Tag zum Kündigen: "
			}
			if e.IsCancelBy {
				words = lastDay + e.Name
			}
			if plain := readable(words + " · " + e.ProjectName); err != nil || summary != plain {
				rt.Fatalf("%q, want %q, %v", summary, plain, err)
			}
			start, _ := events[i].DateTimeStart(time.UTC)
			end, err := events[i].DateTimeEnd(time.UTC)
			if err != nil || !start.Equal(e.At.Truncate(24*time.Hour)) || !end.Equal(start.AddDate(0, 0, 1)) {
				rt.Fatalf("%v to %v, want the day of %v, %v", start, end, e.At, err)
			}
		}
	})
}

// readable is a text without what a calendar can not show.
func readable(text string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(text, "\uFFFD") {
		if r == '\n' || !unicode.IsControl(r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}
