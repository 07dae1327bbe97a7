package notify_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"btracker/internal/apitest"
	"btracker/internal/app"
	"btracker/internal/change"
	"btracker/internal/sheet"
	"btracker/internal/tracker"
)

// reports lists who was mailed a report since the last call, as "owner: subject".
func (t *team) reports() (list []string, mails map[string]change.ReportMail) {
	t.api.T.Helper()
	t.api.Deliver()
	mails = map[string]change.ReportMail{}
	for _, name := range []string{"owner", "manager", "support", "admin"} {
		for _, mail := range t.api.Mail.Reports[name+"@example.com"] {
			list = append(list, name+": "+mail.Subject)
			mails[name] = mail
		}
	}
	t.api.Mail.Reports = nil
	return list, mails
}

// A report is mailed once, at the hour and in the zone of its reader, in the language in which it was ordered, of what they may see.
func TestReportsByMail(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, map[string]object{"owner": {"hour": 2, "timeZone": "Europe/Berlin"}, "support": {"hour": 23, "timeZone": "America/New_York"}})
		at := func(text string) {
			t.Helper()
			instant, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			x.at(instant)
			x.at(instant) // a second replica
		}
		expect := func(when string, want ...string) map[string]change.ReportMail {
			t.Helper()
			got, mails := x.reports()
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: %q, want %q", when, got, want)
			}
			return mails
		}
		var settings object
		x.as("owner").Get("/account/reportSettings").Status(200).Into(&settings)
		if fmt.Sprint(settings) != "map[email:off]" {
			t.Errorf("without settings: %v", settings)
		}
		x.as("owner").Put("/account/reportSettings", object{"email": "daily"}).Status(400)
		german := x.as("owner")
		german.Header = http.Header{"Accept-Language": {"de"}}
		german.Put("/account/reportSettings", object{"email": "monthly"}).Status(200)
		x.as("support").Put("/account/reportSettings", object{"email": "weekly"}).Status(200)
		// It is Sunday noon, 15 November.
		now := api.Clock.Now()
		x.Made("/project/subscription", object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": 1200,
			"startAt": now.AddDate(0, 0, -20), "endAt": now.AddDate(1, 0, -20)})
		at("2026-11-17T03:59:59Z")
		expect("Monday evening, too early")
		at("2026-11-17T04:00:00Z")
		mails := expect("Monday evening in New York", "support: Your report for 9 Nov 2026 – 15 Nov 2026")
		if text := fmt.Sprint(mails["support"].Tables); strings.Contains(text, "Cost a month ($) 1") || !strings.Contains(text, "Price a month ($) 100.00") {
			t.Errorf("support reads %s", text)
		}
		at("2026-11-23T12:00:00Z")
		expect("the same week")
		at("2026-12-01T00:59:59Z")
		expect("the report of a week that was late", "support: Your report for 16 Nov 2026 – 22 Nov 2026") // it is Monday evening in New York only at four
		at("2026-12-01T01:00:00Z")
		mails = expect("at two o'clock in Berlin", "owner: Ihre Auswertung für November 2026")
		mail := mails["owner"]
		if !strings.Contains(mail.Headline, "100,00\u00a0$ im Monat") || !strings.Contains(fmt.Sprint(mail.Tables), "Marge in %") ||
			mail.Language != "de" || !strings.HasPrefix(mail.Note, "Tage und Monate sind in UTC.") || !strings.Contains(mail.Link, "from=2026-11") {
			t.Errorf("%+v", mail)
		}
		file, err := excelize.OpenReader(bytes.NewReader(mail.File))
		if err != nil || fmt.Sprint(file.GetSheetList()) != "[Kennzahlen Firmen]" {
			t.Errorf("the file: %v", err)
		}
		// Another hour counts from the next month on, although it is still to come on this day.
		x.as("owner").Put("/account/notificationSettings", object{"hour": 6}).Status(200)
		at("2026-12-01T12:00:00Z")
		expect("later on that day", "support: Your report for 23 Nov 2026 – 29 Nov 2026")
		at("2027-01-01T04:59:59Z")
		expect("an hour later than before", "support: Your report for 30 Nov 2026 – 6 Dec 2026")
		at("2027-01-01T05:00:00Z")
		expect("at six in Berlin", "owner: Ihre Auswertung für Dezember 2026")
		// Who loses their rights, or wants no mail, sees nothing and gets none.
		x.as("support").Put("/account/reportSettings", object{"email": "off"}).Status(200)
		x.as("owner").Put("/account/reportSettings", object{"email": nil}).Status(200)
		at("2027-03-01T12:00:00Z")
		expect("switched off")
	})
}

// Replicas that scan at once queue each report once.
func TestReplicasQueueAReportAtOnce(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, nil)
		readers := []string{"owner", "manager", "support", "admin"}
		for _, name := range readers {
			x.as(name).Put("/account/reportSettings", object{"email": "weekly"}).Status(200)
		}
		for week := range 3 {
			api.Clock.Advance(7 * 24 * time.Hour)
			replicas := []*app.App{app.New(api.Deps), app.New(api.Deps), app.New(api.Deps), app.New(api.Deps)}
			api.Together(len(replicas), func(i int) int {
				if err := replicas[i].ScanSubscriptions(t.Context()); err != nil {
					t.Error(err)
				}
				return i
			})
			got, _ := x.reports()
			if len(got) != len(readers) {
				t.Errorf("week %d: %q", week, got)
			}
		}
	})
}

// What a report shows is what its reader may see when it is made, although it was queued before, and its file shows the same.
func TestReportIsOfWhatMayBeSeenWhenItIsMade(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		x := newTeam(api, nil)
		now := api.Clock.Now()
		x.Made("/project/subscription", object{"projectId": x.Project, "subscriptionId": x.Subscription, "price": 14400,
			"startAt": now.AddDate(0, 0, -5), "endAt": now.AddDate(1, 0, -5)})
		for _, name := range []string{"owner", "manager", "support", "admin"} {
			x.as(name).Put("/account/reportSettings", object{"email": "weekly"}).Status(200)
		}
		x.at(now.AddDate(0, 0, 7))
		var company tracker.CompanyDetails
		x.Get("/company/" + x.Company).Status(200).Into(&company)
		for _, link := range company.Moderators {
			switch link.UserEmail {
			case "owner@example.com":
				x.Delete("/company/moderator", object{"id": link.ID}).Status(204)
			case "manager@example.com":
				x.Put("/company/moderator", object{"id": link.ID, "role": tracker.RoleSupport}).Status(200)
			}
		}
		x.Put("/UserManagement/disable", object{"email": "support@example.com", "reason": 1}).Status(200)

		list, mails := x.reports()
		if len(list) != 3 || len(mails) != 3 {
			t.Fatalf("mailed: %q", list)
		}
		const price, margin = "Price a month ($) 1,200.00", "Margin a month ($) 1,199.12"
		for name, want := range map[string]struct{ seesPrice, seesCost bool }{"owner": {}, "manager": {seesPrice: true}, "admin": {true, true}} {
			mail := mails[name]
			text := fmt.Sprint(mail.Tables)
			seesMovers := len(mail.Tables) == 2 && strings.Contains(text, company.Name)
			if strings.Contains(text, price) != want.seesPrice || seesMovers != want.seesPrice || strings.Contains(text, margin) != want.seesCost {
				t.Errorf("%s reads %s", name, text)
			}
			var shown [][]string
			for _, line := range mail.Heading {
				shown = append(shown, []string{line})
			}
			shown = append(shown, mail.Tables[0].Rows...)
			if file := rowsOfFile(t, mail.File); fmt.Sprint(file) != fmt.Sprint(plainRows(shown)) {
				t.Errorf("%s: the file has\n%q\nthe mail\n%q", name, file, plainRows(shown))
			}
		}
	})
}

// rowsOfFile lists the rows of the first sheet of a file.
func rowsOfFile(t *testing.T, file []byte) (rows [][]string) {
	t.Helper()
	limits := sheet.Limits{Rows: 100, Columns: 20, Cell: 1000, Text: 1 << 20, Unzipped: 1 << 20}
	if err := sheet.Read(t.Context(), file, limits, func(row sheet.Row) error {
		rows = append(rows, slices.Clone(row.Cells))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return plainRows(rows)
}

// plainRows leaves out empty rows and empty last cells, and writes 1,200.00 as 1200.
func plainRows(rows [][]string) (plain [][]string) {
	for _, row := range rows {
		var cells []string
		for _, cell := range row {
			if number, err := strconv.ParseFloat(strings.ReplaceAll(cell, ",", ""), 64); err == nil {
				cell = strconv.FormatFloat(number, 'f', -1, 64)
			}
			cells = append(cells, cell)
		}
		for len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		if len(cells) > 0 {
			plain = append(plain, cells)
		}
	}
	return plain
}
