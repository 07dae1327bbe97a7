package tracker

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Span of the calendar, in days from the current one, and the most events that it has.
const (
	CalendarBack      = 30
	CalendarAhead     = 400
	MaxCalendarEvents = 5000
)

// CalendarAddress is the private address of a person's calendar.
type CalendarAddress struct {
	URL string `json:"url" doc:"Answered this once: only a hash of it is kept. Whoever has it sees the calendar."`
}

// CalendarState tells whether a person's calendar has an address.
type CalendarState struct {
	Since *time.Time `json:"since" doc:"When its address was made, null when there is none. The address itself is not kept."`
}

// CalendarEvent is the day on which a project subscription ends, or the last one to cancel it.
type CalendarEvent struct {
	SubscriptionID, ProjectID      string
	Name, ProjectName, CompanyName string
	At                             time.Time
	IsCancelBy, Renews             bool
	Revision                       int // grows with each change of its dates
	ChangedAt                      time.Time
}

// Sentences of events.
var (
	calendarEnds     = NewSentence("calendar.ends", "{name} ends · {project}")
	calendarRenews   = NewSentence("calendar.renews", "{name} renews · {project}")
	calendarCancelBy = NewSentence("calendar.cancelBy", "Last day to cancel {name} · {project}")
	calendarDays     = NewSentence("calendar.days", "When subscriptions end, and the last days to cancel them. Days begin and end in UTC.")
	calendarOf       = NewSentence("calendar.of", "{name} of {project} ({company})")
)

// Calendar writes events as RFC 5545 has them, in a language. link returns the address of an event's page.
// One that is not changed is written in the same way each time.
func Calendar(events []CalendarEvent, language string, link func(CalendarEvent) string) []byte {
	var b strings.Builder
	line := func(name, value string) { fold(&b, name+":"+value) }
	text := func(name, value string) { line(name, escapeText(value)) }
	line("BEGIN", "VCALENDAR")
	line("VERSION", "2.0")
	line("PRODID", "-//btracker//Calendar//EN")
	line("CALSCALE", "GREGORIAN")
	text("X-WR-CALNAME", "btracker")
	text("X-WR-CALDESC", calendarDays.With().In(language))
	line("X-WR-TIMEZONE", "UTC")
	line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
	line("X-PUBLISHED-TTL", "PT1H")
	for _, e := range events {
		kind, summary := "end", calendarEnds
		switch {
		case e.IsCancelBy:
			kind, summary = "cancel", calendarCancelBy
		case e.Renews:
			summary = calendarRenews
		}
		day := e.At.UTC()
		line("BEGIN", "VEVENT")
		line("UID", e.SubscriptionID+"-"+kind+"@business-tracker")
		line("DTSTAMP", e.ChangedAt.UTC().Format("20060102T150405Z"))
		line("SEQUENCE", fmt.Sprint(e.Revision))
		line("DTSTART;VALUE=DATE", day.Format("20060102"))
		line("DTEND;VALUE=DATE", day.AddDate(0, 0, 1).Format("20060102"))
		text("SUMMARY", summary.With(e.Name, e.ProjectName).In(language))
		text("DESCRIPTION", calendarOf.With(e.Name, e.ProjectName, e.CompanyName).In(language)+"\n"+link(e))
		line("URL", link(e))
		line("TRANSP", "TRANSPARENT")
		line("END", "VEVENT")
	}
	if len(events) == 0 { // a calendar must have a component
		for _, part := range []string{"BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD",
			"END:VTIMEZONE"} {
			fold(&b, part)
		}
	}
	line("END", "VCALENDAR")
	return []byte(b.String())
}

// maxLine is the most octets of a line, without its end.
const maxLine = 75

// fold writes a line in pieces of at most maxLine octets, and breaks no character.
func fold(b *strings.Builder, line string) {
	for room := maxLine; len(line) > room; room = maxLine - 1 { // the space that continues a line counts
		at := room
		for !utf8.RuneStart(line[at]) {
			at--
		}
		b.WriteString(line[:at] + "\r\n ")
		line = line[at:]
	}
	b.WriteString(line + "\r\n")
}

var textEscapes = strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, "\n", `\n`)

// escapeText writes a text as a value. Control characters have no place in one.
func escapeText(text string) string {
	return textEscapes.Replace(strings.Map(func(r rune) rune {
		if r != '\n' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}
