package notify_test

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/emersion/go-ical"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// events parses a calendar, and returns "date summary" of each event by its UID.
func events(t *testing.T, feed string) (found map[string]string, sequences map[string]string) {
	t.Helper()
	calendar, err := ical.NewDecoder(strings.NewReader(feed)).Decode()
	if err != nil {
		t.Fatalf("%v\n%s", err, feed)
	}
	if err := ical.NewEncoder(io.Discard).Encode(calendar); err != nil { // checks which properties and components there must be
		t.Errorf("%v\n%s", err, feed)
	}
	found, sequences = map[string]string{}, map[string]string{}
	for _, e := range calendar.Events() {
		start, err := e.DateTimeStart(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		end, err := e.DateTimeEnd(time.UTC)
		if err != nil || !end.Equal(start.AddDate(0, 0, 1)) || e.Props.Get(ical.PropDateTimeStart).ValueType() != ical.ValueDate {
			t.Errorf("from %v to %v, %v", start, end, err)
		}
		if stamp, err := e.Props.DateTime(ical.PropDateTimeStamp, time.UTC); err != nil || stamp.IsZero() {
			t.Errorf("DTSTAMP %v, %v", stamp, err)
		}
		uid, _ := e.Props.Text(ical.PropUID)
		summary, _ := e.Props.Text(ical.PropSummary)
		if found[uid] != "" {
			t.Errorf("%s twice", uid)
		}
		found[uid], sequences[uid] = start.Format("2006-01-02 ")+summary, e.Props.Get(ical.PropSequence).Value
	}
	// RFC 5545, 3.1: lines end with CRLF and have at most 75 octets, and no character is broken.
	if !strings.HasSuffix(feed, "END:VCALENDAR\r\n") {
		t.Errorf("ends with %q", feed[max(0, len(feed)-30):])
	}
	lines := bufio.NewScanner(strings.NewReader(feed))
	lines.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		if i := strings.Index(string(data), "\r\n"); i >= 0 {
			return i + 2, data[:i], nil
		}
		return 0, nil, nil
	})
	for lines.Scan() {
		if line := lines.Text(); len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
			t.Errorf("a line of %d octets: %q", len(line), line)
		}
	}
	return found, sequences
}

func TestCalendar(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, nil)
		now := api.Clock.Now()
		attach := func(days int, more object) string {
			body := object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": 20.25, "startAt": now.AddDate(-1, 0, 0), "endAt": now.AddDate(0, 0, days), "autoRenew": false}
			for name, value := range more {
				body[name] = value
			}
			return x.Made("/project/subscription", body)
		}
		ended, late, edge, beyond := attach(-30, nil), attach(-31, nil), attach(400, nil), attach(401, nil)
		renews := attach(10, object{"autoRenew": true})
		notice := attach(410, object{"autoRenew": true, "noticeDays": 20})
		canceled := attach(5, nil)
		x.Put("/project/subscription/cancel", object{"id": canceled, "cancelationReason": "x"}).Status(200)
		other := x.AddCompany("Other; \"really\", \\ it is – ünïcödé, a name that is long enough")
		otherProject := x.Made("/project", object{"companyId": other, "name": "日本語の長い名前のプロジェクト, それから; もっと長い名前"})
		elsewhere := attach(7, object{"projectId": otherProject})

		calendar := func(c *apitest.Client) string {
			t.Helper()
			var address tracker.CalendarAddress
			c.Post("/account/calendar", nil).Status(201).Into(&address)
			if !strings.HasPrefix(address.URL, "https://tracker.example/calendar/") || !strings.HasSuffix(address.URL, ".ics") {
				t.Fatal(address)
			}
			return address.URL
		}
		var state tracker.CalendarState
		if x.Get("/account/calendar").Status(200).Into(&state); state.Since != nil {
			t.Error("no calendar, but it has an address since", state.Since)
		}
		url := calendar(x.Client)
		if x.Get("/account/calendar").Status(200).Into(&state); state.Since == nil || !state.Since.Equal(api.Clock.Now()) {
			t.Error("the address is of", state.Since)
		}
		answer := api.Feed(url, "")
		if answer.Code != 200 || answer.Header().Get("Content-Type") != "text/calendar; charset=utf-8" || answer.Header().Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", answer.Code, answer.Header())
		}
		got, sequences := events(t, answer.Body.String())
		day := func(days int) string { return now.AddDate(0, 0, days).Format("2006-01-02") }
		want := map[string]string{
			ended + "-end@business-tracker":     day(-30) + " Server ends · Site",
			edge + "-end@business-tracker":      day(400) + " Server ends · Site",
			renews + "-end@business-tracker":    day(10) + " Server renews · Site",
			notice + "-cancel@business-tracker": day(390) + " Last day to cancel Server · Site",
			elsewhere + "-end@business-tracker": day(7) + " Server ends · 日本語の長い名前のプロジェクト, それから; もっと長い名前",
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("events %v\nwant   %v", got, want)
		}
		for _, hidden := range []string{late, beyond, canceled, "20.25", "10.5"} {
			if strings.Contains(answer.Body.String(), hidden) {
				t.Errorf("the calendar has %s", hidden)
			}
		}
		if text := strings.ReplaceAll(answer.Body.String(), "\r\n ", ""); !strings.Contains(text, "\r\nX-WR-TIMEZONE:UTC\r\n") || !strings.Contains(text, "Days begin and end in UTC.") ||
			!strings.Contains(text, `Other\; "really"\, \\ it is`) ||
			!strings.Contains(text, "URL:https://tracker.example/btracker/app/projects/"+x.Project+"/sub/"+renews+"\r\n") {
			t.Error(text)
		}

		x.Put("/account/language", object{"language": "de"}).Status(200)
		german, _ := events(t, api.Feed(url, answer.Header().Get("ETag")).Body.String())
		if german[renews+"-end@business-tracker"] != day(10)+" Server verlängert sich · Site" ||
			german[notice+"-cancel@business-tracker"] != day(390)+" Letzter Tag zum Kündigen: Server · Site" {
			t.Errorf("in German: %v", german)
		}
		x.Put("/account/language", object{"language": nil}).Status(200)

		// An unchanged calendar is not sent again. A changed end keeps its UID, with a higher SEQUENCE.
		etag := answer.Header().Get("ETag")
		if again := api.Feed(url, etag); again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("unchanged: %d with %d bytes", again.Code, again.Body.Len())
		}
		x.Put("/project/subscription", object{"id": edge, "price": 20.25, "startAt": now, "endAt": now.AddDate(0, 0, 300), "autoRenew": false}).Status(200)
		answer = api.Feed(url, etag)
		after, later := events(t, answer.Body.String())
		uid := edge + "-end@business-tracker"
		if answer.Code != 200 || after[uid] != day(300)+" Server ends · Site" || !(len(later[uid]) > len(sequences[uid]) || later[uid] > sequences[uid]) {
			t.Errorf("%d %s, sequence %s after %s", answer.Code, after[uid], later[uid], sequences[uid])
		}

		// A moderator sees what they may see now.
		supports := calendar(x.as("support"))
		if got, _ := events(t, api.Feed(supports, "").Body.String()); len(got) != 4 || got[elsewhere+"-end@business-tracker"] != "" {
			t.Errorf("support has %v", got)
		}
		var company tracker.CompanyDetails
		x.Get("/company/" + x.Company).Status(200).Into(&company)
		link := slices.IndexFunc(company.Moderators, func(m tracker.CompanyModerator) bool { return m.UserEmail == "support@example.com" })
		x.Delete("/company/moderator", object{"id": company.Moderators[link].ID}).Status(204)
		if got, _ := events(t, api.Feed(supports, "").Body.String()); len(got) != 0 {
			t.Errorf("without a role: %v", got)
		}

		// A new address ends the old one. An ended one is answered like one that never was.
		unknown := api.Feed("https://tracker.example/calendar/"+strings.Repeat("x", 43)+".ics", "")
		ends := func(how, url string) {
			t.Helper()
			a := api.Feed(url, etag)
			if a.Code != 404 || a.Body.String() != unknown.Body.String() {
				t.Errorf("%s: %d %s, unknown: %s", how, a.Code, a.Body, unknown.Body)
			}
			if d := cmp.Diff(unknown.Header(), a.Header(), cmpopts.IgnoreMapEntries(func(name string, _ []string) bool { return name == "X-Request-Id" })); d != "" {
				t.Errorf("%s: %s", how, d)
			}
		}
		newer := calendar(x.Client)
		ends("replaced", url)
		if a := api.Feed(newer, ""); a.Code != 200 {
			t.Errorf("the newer one: %d", a.Code)
		}
		x.Delete("/account/calendar", nil).Status(204)
		x.Delete("/account/calendar", nil).Status(204)
		if x.Get("/account/calendar").Status(200).Into(&state); state.Since != nil {
			t.Error("a revoked address is still there since", state.Since)
		}
		ends("revoked", newer)
		x.Put("/UserManagement/disable", object{"email": "support@example.com", "reason": 1}).Status(200)
		ends("of a disabled user", supports)
		ends("without an ending", strings.TrimSuffix(newer, ".ics"))
		for _, url := range []string{url, newer, supports} {
			if token := strings.TrimSuffix(url[strings.LastIndex(url, "/")+1:], ".ics"); strings.Contains(api.Logs.String(), token) {
				t.Error("a token is in the log")
			}
		}
	})
}

// A calendar ends with what takes access away, and nothing brings it back.
func TestCalendarEnds(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		user := object{"email": apitest.UserEmail}
		disable := func() {
			admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		}
		bulk := func(action string, params object) {
			admin.ExpectBulk(object{"list": "user", "ids": []string{apitest.UserEmail}, "action": action, "params": params, "preview": false}, 1, 0)
		}
		undo := func() {
			admin.Put("/change/undo", object{"seq": admin.Changes("Entity=user&EntityId=" + apitest.UserEmail)[0].Seq}).Status(200)
		}
		for name, end := range map[string]func(grace *apitest.Client){
			"disabling": func(*apitest.Client) { disable(); admin.Put("/UserManagement/enable", user).Status(200) },
			"disabling many": func(*apitest.Client) {
				bulk("disable", object{"reason": 1})
				bulk("enable", nil)
			},
			"undo": func(*apitest.Client) { disable(); undo() },
			"a restored backup": func(*apitest.Client) {
				if err := api.Store.AfterRestore(t.Context(), api.Clock.Now()); err != nil {
					t.Fatal(err)
				}
				admin = api.Admin()
			},
			"signing out everywhere": func(grace *apitest.Client) { grace.Delete("/account/session", object{"others": true}).Status(204) },
			"an earlier release": func(*apitest.Client) { // which left the calendar of a disabled user
				api.Exec(`UPDATE users SET disabled_at = 1, disable_reason = 1 WHERE email = $1`, apitest.UserEmail)
				admin.Put("/UserManagement/enable", user).Status(200)
			},
		} {
			var address tracker.CalendarAddress
			grace := api.SignIn(apitest.UserEmail)
			grace.Post("/account/calendar", nil).Status(201).Into(&address)
			other := api.SignIn(apitest.UserEmail)
			for _, s := range other.Sessions() { // one session is not all
				if s.Current {
					other.Delete("/account/session", object{"id": s.ID}).Status(204)
				}
			}
			if got := api.Feed(address.URL, "").Code; got != 200 {
				t.Fatalf("%s: %d before", name, got)
			}
			if end(grace); api.Feed(address.URL, "").Code != 404 {
				t.Errorf("the calendar is there after %s", name)
			}
		}
	})
}
