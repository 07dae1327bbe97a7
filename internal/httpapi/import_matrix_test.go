package httpapi_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// imported is a file of one row, beside the call that does the same.
type imported struct {
	list, row string
	single    func(c *client)
}

// importedOneByOne has an edit of each record of a kind, and new ones.
func importedOneByOne(w *world, rel relation) (list []imported) {
	id := func(kind string) string { return w.ids[kind][rel] }
	add := func(list_, row string, single func(c *client)) { list = append(list, imported{list_, row, single}) }
	if company := id("company"); company != "" {
		add("company", "Id,Name\n"+company+",Imported\n", func(c *client) { c.put("/company", object{"data": object{"id": company, "name": "Imported"}}) })
		add("project", "Company Id,Name\n"+company+",Imported\n", func(c *client) { c.post("/project", object{"companyId": company, "name": "Imported"}) })
	}
	if project := id("project"); project != "" {
		add("project", "Id,Name\n"+project+",Imported\n", func(c *client) { c.put("/project", object{"id": project, "name": "Imported"}) })
		start, end := w.api.clock.Now(), w.api.clock.Now().AddDate(0, 1, 0)
		add("projectSubscription", "Project Id,Subscription Id,Start,End,Price\n"+strings.Join([]string{project, w.ids["subscription"][own], start.Format(time.RFC3339), end.Format(time.RFC3339), "12"}, ",")+"\n",
			func(c *client) {
				c.post("/project/subscription", object{"projectId": project, "subscriptionId": w.ids["subscription"][own], "startAt": start, "endAt": end, "price": 12})
			})
	}
	if sub := id("projectSubscription"); sub != "" {
		add("projectSubscription", "Id,Price\n"+sub+",12\n", func(c *client) {
			c.put("/project/subscription", merged(w.term(object{"id": sub}), object{"price": 12}))
		})
	}
	for _, kind := range []string{"product", "subscription"} {
		if item := id(kind); item != "" {
			add(kind, "Id,Status\n"+item+",deprecated\n", func(c *client) {
				c.put("/"+kind, object{"data": merged(w.item(kind, w.ids[kind+"Category"][own], "Matrix "+kind+" "+string(rel)), object{"id": item, "status": 2})})
			})
		}
	}
	if rel == own {
		add("company", "Name\nImported anew\n", func(c *client) { c.post("/company", object{"name": "Imported anew"}) })
	}
	if user := id("user"); user != "" && rel != missing {
		add("user", "Email,First Name\n"+user+",Imported\n", func(c *client) {
			var u tracker.User
			w.admin.get("/UserManagement/" + user).status(200).into(&u)
			c.put("/UserManagement", object{"email": user, "displayName": u.DisplayName, "gender": u.Gender, "firstName": "Imported"})
		})
	}
	return list
}

// An import does to each record what its caller could do with it alone, and nothing else: for every list, every caller
// and every record of the matrix the two make the same changes, or none. A row that is refused tells nothing of a record
// that the caller may not see.
func TestImportDoesWhatOneByOneDoes(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells, changed := newWorld(api), 0, 0
		for i, rel := range relations {
			for j, of := range importedOneByOne(w, rel) {
				for k, c := range w.callers {
					if !c.signedIn || !api.tries(i, j, k) {
						continue
					}
					how := fmt.Sprintf("%s %s by %s", rel, of.list, c.name)
					last := api.lastSeq()
					if answer := c.upload(of.list, of.row); answer.Code == 201 {
						var i tracker.Import
						answer.into(&i)
						if i.Creates+i.Updates > 0 {
							if b := c.apply(i); b.State != tracker.BulkDone || b.Done != 1 {
								t.Errorf("%s: %+v", how, b)
							}
						}
						if text := fmt.Sprint(rowLines(c.importRows(i.ID, "refused"))); strings.Contains(text, "Matrix") && !c.may(see, of.list, rel) {
							t.Errorf("%s: tells %s", how, text)
						}
						c.delete("/import", object{"id": i.ID}).status(204)
					} else if answer.Code != 403 {
						t.Errorf("%s: %d %s", how, answer.Code, answer.Body)
					}
					inFile := w.changesSince(last)
					w.takeBack(how, last)
					last = api.lastSeq()
					of.single(c.client)
					alone := w.changesSince(last)
					if d := cmp.Diff(alone, inFile); d != "" {
						t.Errorf("%s: one by one %s", how, d)
					}
					w.takeBack(how+" alone", last)
					cells++
					if alone[0] != "" {
						changed++
					}
				}
			}
		}
		t.Logf("%d cells, %d of them change something", cells, changed)
	})
}

// Random files by random people, with failures in the middle, cuts and stops: the comparison changes nothing, the
// figures are those of the log, and undone, at once or in pieces, every table but the log is as before.
func TestUndoneImportsLeaveEverythingAsBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.deps.UndoneAtOnce = 12
		api.restart()
		w := newWorld(api)
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 1))
		callers := []*client{w.admin, w.admin, w.admin}
		for _, c := range w.callers {
			if strings.HasSuffix(c.name, "Owner") || strings.HasSuffix(c.name, "Support") || strings.HasSuffix(c.name, "Developer") {
				callers = append(callers, c.client)
			}
		}
		changes, refused, inPieces := 0, 0, 0
		for round := range max(api.rounds(40), 20) { // fewer may change nothing
			how := fmt.Sprintf("seed %d, round %d", seed, round)
			list := []string{"company", "project", "product", "subscription", "projectSubscription"}[r.IntN(5)]
			c := callers[r.IntN(len(callers))]
			before := api.dump()
			answer := c.upload(list, randomFile(w, r, list))
			if d := cmp.Diff(before, api.dump()); d != "" {
				t.Fatalf("%s: the comparison changed %s", how, d)
			}
			if answer.Code == 403 {
				continue
			}
			var i tracker.Import
			answer.status(201).into(&i)
			if i.Creates+i.Updates+i.Unchanged+i.Refused != i.Rows {
				t.Errorf("%s: %+v", how, i)
			}
			refused += i.Refused
			if i.Creates+i.Updates == 0 {
				continue
			}
			var started tracker.BulkStarted
			c.put("/import/apply", object{"id": i.ID}).status(202).into(&started)
			api.mail.bulks = nil
			if r.IntN(3) == 0 { // somebody else is faster
				w.admin.put("/company", object{"data": object{"id": w.ids["company"][own], "name": fmt.Sprint("Changed ", round)}})
				w.admin.post("/company", object{"name": fmt.Sprint("New ", round, " 1")})
				before = api.dump()
			}
			isStopped := r.IntN(4) == 0
			b := w.cutOff(c, how, started.ID, isStopped)
			logged := api.count("SELECT count(*) FROM change WHERE batch_id = $1", b.BatchID)
			if records := api.count("SELECT count(DISTINCT entity_id) FROM change WHERE batch_id = $1", b.BatchID); records != logged || logged != b.Done || b.State == tracker.BulkDone && b.Done+b.Refused != b.Total {
				t.Errorf("%s: %+v has %d changes of %d records", how, b, logged, records)
			}
			var now tracker.Import
			c.get("/import/" + i.ID).status(200).into(&now)
			if now.Refused != i.Refused+b.Refused || now.Rows != i.Rows || len(c.importRows(i.ID, "refused")) != min(200, now.Refused) {
				t.Errorf("%s: %+v, after %+v: %+v", how, now, b, i)
			}
			changes += logged
			for logged > 0 {
				answer := w.admin.put("/change/undo", object{"batchId": b.BatchID})
				if answer.Code == 200 && logged <= 12 {
					break
				}
				answer.status(202).into(&started)
				api.mail.bulks = nil
				undo := w.cutOff(w.admin, how+" undo", started.ID, r.IntN(3) == 0)
				if undo.State == tracker.BulkDone && undo.Refused == 0 && undo.Done == undo.Total {
					inPieces++
					break
				}
				if undo.State != tracker.BulkStopped || undo.Refused > 0 {
					t.Fatalf("%s: %+v", how, undo)
				}
			}
			if d := cmp.Diff(before, api.dump()); d != "" {
				t.Fatalf("%s: undone %s", how, d)
			}
			(&side{api: api}).checkTotals(t)
		}
		if changes == 0 || refused == 0 || inPieces == 0 {
			t.Errorf("%d changes, %d refused rows, %d undone in pieces", changes, refused, inPieces)
		}
		t.Logf("%d changes, %d refused rows, %d undone in pieces", changes, refused, inPieces)
	})
}

// cutOff runs a bulk action that is cut off again and again, and perhaps stopped after the first piece.
func (w *world) cutOff(c *client, how, id string, isStopped bool) tracker.Bulk {
	t := w.api.t
	t.Helper()
	for cuts := 0; ; cuts++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+cuts*cuts)*time.Millisecond)
		ended, err := w.api.app.RunBulk(ctx, id, time.Now())
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatalf("%s: %v", how, err)
		}
		if ended {
			return c.progress(id)
		}
		if isStopped {
			c.put("/bulk/stop", object{"id": id}).status(200)
		}
	}
}

// randomFile is an export of all records with some cells changed, and some new rows.
func randomFile(w *world, r *rand.Rand, list string) string {
	path := map[string]string{"projectSubscription": "/project/subscription"}[list]
	if path == "" {
		path = "/" + list
	}
	lines := strings.Split(strings.TrimSpace(w.admin.get(path+"/export").status(200).Body.String()), "\n")
	headings := strings.Split(lines[0], ",")
	values := map[string][]string{
		"Name": {"Renamed 1", "Renamed 2", "", strings.Repeat("x", 65)}, "Details": {"New details", ""}, "Support Email": {"a@b.example", "nobody", ""}, "Support Phone": {"+1 2", "x"},
		"Status": {"deprecated", "Temporarily Unavailable", "odd"}, "Category": {w.ids[list+"Category"][own], "None"}, "Cost": {"12,50", "1.234", "-1"}, "Notice Days": {"3", "400", ""},
		"Price": {"12,50", "13", "abc"}, "End At": {"31.12.2030", "1.1.1990", "soon"}, "Auto Renew": {"yes", "no", "maybe"}, "Company": {"Elsewhere"},
	}
	var rows []string
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		if len(cells) == len(headings) {
			for i, heading := range headings {
				if some := values[heading]; len(some) > 0 && r.IntN(4) == 0 && (heading != "Category" || list != "projectSubscription") {
					cells[i] = `"` + some[r.IntN(len(some))] + `"`
				}
			}
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	for n := range 1 + r.IntN(30) {
		cells := make([]string, len(headings))
		for i, heading := range headings {
			switch heading {
			case "Name":
				cells[i] = fmt.Sprint("New ", n, " ", r.IntN(3))
			case "Category":
				cells[i] = w.ids[strings.TrimPrefix(list, "projectS")+"Category"][own]
			case "Company Id":
				cells[i] = w.ids["company"][[]relation{own, foreign, removed}[r.IntN(3)]]
			case "Project Id":
				cells[i] = w.ids["project"][[]relation{own, sibling, foreign, removed}[r.IntN(4)]]
			case "Subscription Id":
				cells[i] = w.ids["subscription"][own]
			case "Start At":
				cells[i] = "1.1.2026"
			case "End At":
				cells[i] = "31.12.2027"
			case "Price", "Cost":
				cells[i] = fmt.Sprint(1 + r.IntN(90))
			}
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	return strings.Join(slices.Concat([]string{lines[0]}, rows), "\n") + "\n"
}

// A failure after some of a row was written is a refusal of that row alone, with a reason.
func TestImportGoesOnBehindFailures(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		file := "Email,Name\n"
		for n := range 6 {
			file += fmt.Sprintf("new%d@example.com,New\n", n)
		}
		i := a.compare("user", file)
		api.mail.refuse = "new3@example.com"
		if b := a.apply(i); b.State != tracker.BulkDone || b.Done != 5 || b.Refused != 1 {
			t.Errorf("%+v", b)
		}
		a.expectRows(i, "refused", `5 refused New | Email: null -> "new3@example.com" | Display Name: null -> "New" | Gender: null -> 0 ! Row: Row could not be applied. Please try it again.`)
	})
}

// Files of one person are nobody else's, a file is dropped in its time, and one that is being applied stays.
func TestImportsBelongToTheirOwners(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		api.addUser("other@example.com", "Other", true)
		other := api.signIn("other@example.com")
		i := a.compare("company", "Name\nNew\n")
		other.get("/import/" + i.ID).status(404)
		other.get("/import/" + i.ID + "/rows").status(404)
		other.get("/import/" + i.ID + "/refused").status(404)
		other.put("/import/apply", object{"id": i.ID}).status(404)
		other.put("/import/columns", object{"id": i.ID, "columns": i.Columns}).status(404)
		other.delete("/import", object{"id": i.ID}).status(204)
		a.get("/import/" + i.ID).status(200)

		var started tracker.BulkStarted
		a.put("/import/apply", object{"id": i.ID, "version": 1}).status(202).into(&started)
		a.delete("/import", object{"id": i.ID}).problem(422, "importRunning")
		a.put("/import/columns", object{"id": i.ID, "columns": i.Columns}).problem(422, "importApplied")
		a.put("/bulk/stop", object{"id": started.ID}).status(200)
		for range tracker.MaxImports + 1 { // the oldest goes
			a.compare("company", "Name\nNew\n")
		}
		if n := api.count("SELECT count(*) FROM import"); n != tracker.MaxImports+1 {
			t.Errorf("%d imports", n)
		}
		api.clock.Advance(tracker.ImportLife + time.Minute)
		for range 3 {
			if err := api.app.Cleanup(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := api.count("SELECT count(*) FROM import") + api.count("SELECT count(*) FROM import_row"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}

// A file that can't be read is refused with words, and leaves nothing.
func TestImportRefusesFiles(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		a := api.admin()
		for file, says := range map[string]string{
			"":                              "File is empty.",
			"\x89PNG\r\n\x1a\n\x00\x00\x00": "File is neither CSV nor XLSX.",
			"Name\n\"open":                  "File has a quoted cell in row 2 that does not end. It may be cut off.",
			strings.Repeat("a,", 1_000_000): "File has more than 200 columns.",
			"Name\n" + strings.Repeat("x\n", tracker.MaxImportRows+1): "File has more than 100000 rows. Split it.",
			"PK\x03\x04 and then nothing":                             "File is a damaged XLSX file. It may be cut off.",
		} {
			a.upload("company", file).fieldError("File", says)
		}
		a.upload("nothing", "Name\n").status(400)
		a.post("/import?List=company", []byte(strings.Repeat("x", tracker.MaxImportBody+1))).status(413)
		if n := api.count("SELECT count(*) FROM import") + api.count("SELECT count(*) FROM import_row") + api.count("SELECT count(*) FROM company"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}
