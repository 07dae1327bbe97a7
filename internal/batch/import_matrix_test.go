package batch_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// imported is a file of one row, beside the call that does the same.
type imported struct {
	list, row string
	single    func(c *apitest.Client)
}

// importedOneByOne has an edit of each record of a kind, and new ones.
func importedOneByOne(w *apitest.World, rel apitest.Relation) (list []imported) {
	id := func(kind string) string { return w.IDs[kind][rel] }
	add := func(list_, row string, single func(c *apitest.Client)) {
		list = append(list, imported{list_, row, single})
	}
	if company := id("company"); company != "" {
		add("company", "Id,Name\n"+company+",Imported\n", func(c *apitest.Client) { c.Put("/company", object{"data": object{"id": company, "name": "Imported"}}) })
		add("project", "Company Id,Name\n"+company+",Imported\n", func(c *apitest.Client) { c.Post("/project", object{"companyId": company, "name": "Imported"}) })
	}
	if project := id("project"); project != "" {
		add("project", "Id,Name\n"+project+",Imported\n", func(c *apitest.Client) { c.Put("/project", object{"id": project, "name": "Imported"}) })
		start, end := w.API.Clock.Now(), w.API.Clock.Now().AddDate(0, 1, 0)
		add("projectSubscription", "Project Id,Subscription Id,Start,End,Price\n"+strings.Join([]string{project, w.IDs["subscription"][apitest.Own],
			start.Format(time.RFC3339), end.Format(time.RFC3339), "12"}, ",")+"\n",
			func(c *apitest.Client) {
				c.Post("/project/subscription", object{"projectId": project, "subscriptionId": w.IDs["subscription"][apitest.Own], "startAt": start, "endAt": end, "price": 12})
			})
	}
	if sub := id("projectSubscription"); sub != "" {
		add("projectSubscription", "Id,Price\n"+sub+",12\n", func(c *apitest.Client) {
			c.Put("/project/subscription", apitest.Merged(w.Term(object{"id": sub}), object{"price": 12}))
		})
	}
	for _, kind := range []string{"product", "subscription"} {
		if item := id(kind); item != "" {
			add(kind, "Id,Status\n"+item+",deprecated\n", func(c *apitest.Client) {
				c.Put("/"+kind, object{"data": apitest.Merged(w.Item(kind, w.IDs[kind+"Category"][apitest.Own], "Matrix "+kind+" "+string(rel)), object{"id": item, "status": 2})})
			})
		}
	}
	if rel == apitest.Own {
		add("company", "Name\nImported anew\n", func(c *apitest.Client) { c.Post("/company", object{"name": "Imported anew"}) })
	}
	if user := id("user"); user != "" && rel != apitest.Missing {
		add("user", "Email,First Name\n"+user+",Imported\n", func(c *apitest.Client) {
			var u tracker.User
			w.Admin.Get("/UserManagement/" + user).Status(200).Into(&u)
			c.Put("/UserManagement", object{"email": user, "displayName": u.DisplayName, "gender": u.Gender, "firstName": "Imported"})
		})
	}
	return list
}

// An import does to each record what its caller could do with it alone, and nothing else: for every list, every caller
// and every record of the matrix the two make the same changes, or none. A row that is refused tells nothing of a record
// that the caller may not see.
func TestImportDoesWhatOneByOneDoes(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells, changed := apitest.NewWorld(api), 0, 0
		untested := slices.Clone(tracker.ImportLists)
		for i, rel := range apitest.Relations {
			for j, of := range importedOneByOne(w, rel) {
				untested = slices.DeleteFunc(untested, func(list string) bool { return list == of.list })
				for k, c := range w.Callers {
					if !c.SignedIn || !api.Samples(i, j, k) {
						continue
					}
					how := fmt.Sprintf("%s %s by %s", rel, of.list, c.Name)
					last := api.LastSeq()
					if answer := c.Upload(of.list, of.row); answer.Code == 201 {
						var i tracker.Import
						answer.Into(&i)
						if i.Creates+i.Updates > 0 {
							if b := c.Apply(i); b.State != tracker.BulkDone || b.Done != 1 {
								t.Errorf("%s: %+v", how, b)
							}
						}
						if text := fmt.Sprint(rowLines(c.ImportRows(i.ID, "refused"))); strings.Contains(text, "Matrix") && !c.May(apitest.See, of.list, rel) {
							t.Errorf("%s: tells %s", how, text)
						}
						c.Delete("/import", object{"id": i.ID}).Status(204)
					} else if answer.Code != 403 {
						t.Errorf("%s: %d %s", how, answer.Code, answer.Body)
					}
					inFile := changesSince(w, last)
					takeBack(w, how, last)
					last = api.LastSeq()
					of.single(c.Client)
					alone := changesSince(w, last)
					if d := cmp.Diff(alone, inFile); d != "" {
						t.Errorf("%s: one by one %s", how, d)
					}
					takeBack(w, how+" alone", last)
					cells++
					if alone[0] != "" {
						changed++
					}
				}
			}
		}
		if len(untested) > 0 {
			t.Errorf("not compared: %v", untested)
		}
		t.Logf("%d cells, %d of them change something", cells, changed)
	})
}

// Random files by random people, with failures in the middle, cuts and stops: the comparison changes nothing, the
// figures are those of the log, and undone, at once or in pieces, every table but the log is as before.
func TestUndoneImportsLeaveEverythingAsBefore(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.Deps.UndoneAtOnce = 12
		api.Restart()
		w := apitest.NewWorld(api)
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 1))
		callers := []*apitest.Client{w.Admin, w.Admin, w.Admin}
		for _, c := range w.Callers {
			if strings.HasSuffix(c.Name, "Owner") || strings.HasSuffix(c.Name, "Support") || strings.HasSuffix(c.Name, "Developer") {
				callers = append(callers, c.Client)
			}
		}
		changes, refused, inPieces := 0, 0, 0
		isEnough := func() bool { return changes > 0 && refused > 0 && inPieces > 0 }
		for round := 0; round < api.Rounds(40) || round < 400 && !isEnough(); round++ { // chance decides how many it takes
			how := fmt.Sprintf("seed %d, round %d", seed, round)
			list := []string{"company", "project", "product", "subscription", "projectSubscription"}[r.IntN(5)]
			c := callers[r.IntN(len(callers))]
			before := api.Dump()
			answer := c.Upload(list, randomFile(w, r, list))
			if d := cmp.Diff(before, api.Dump()); d != "" {
				t.Fatalf("%s: the comparison changed %s", how, d)
			}
			if answer.Code == 403 {
				continue
			}
			var i tracker.Import
			answer.Status(201).Into(&i)
			if i.Creates+i.Updates+i.Unchanged+i.Refused != i.Rows {
				t.Errorf("%s: %+v", how, i)
			}
			refused += i.Refused
			if i.Creates+i.Updates == 0 {
				continue
			}
			var started tracker.BulkStarted
			c.Put("/import/apply", object{"id": i.ID}).Status(202).Into(&started)
			api.Mail.Bulks = nil
			if r.IntN(3) == 0 { // somebody else is faster
				w.Admin.Put("/company", object{"data": object{"id": w.IDs["company"][apitest.Own], "name": fmt.Sprint("Changed ", round)}})
				w.Admin.Post("/company", object{"name": fmt.Sprint("New ", round, " 1")})
				before = api.Dump()
			}
			isStopped := r.IntN(4) == 0
			b := cutOff(w, c, how, started.ID, isStopped)
			logged := api.Count("SELECT count(*) FROM change WHERE batch_id = $1", b.BatchID)
			if records := api.Count("SELECT count(DISTINCT entity_id) FROM change WHERE batch_id = $1", b.BatchID); records != logged ||
				logged != b.Done || b.State == tracker.BulkDone && b.Done+b.Refused != b.Total {
				t.Errorf("%s: %+v has %d changes of %d records", how, b, logged, records)
			}
			var now tracker.Import
			c.Get("/import/" + i.ID).Status(200).Into(&now)
			if now.Refused != i.Refused+b.Refused || now.Rows != i.Rows || len(c.ImportRows(i.ID, "refused")) != min(200, now.Refused) {
				t.Errorf("%s: %+v, after %+v: %+v", how, now, b, i)
			}
			changes += logged
			for logged > 0 {
				answer := w.Admin.Put("/change/undo", object{"batchId": b.BatchID})
				if answer.Code == 200 && logged <= 12 {
					break
				}
				answer.Status(202).Into(&started)
				api.Mail.Bulks = nil
				undo := cutOff(w, w.Admin, how+" undo", started.ID, r.IntN(3) == 0)
				if undo.State == tracker.BulkDone && undo.Refused == 0 && undo.Done == undo.Total {
					inPieces++
					break
				}
				if undo.State != tracker.BulkStopped || undo.Refused > 0 {
					t.Fatalf("%s: %+v", how, undo)
				}
			}
			if d := cmp.Diff(before, api.Dump()); d != "" {
				t.Fatalf("%s: undone %s", how, d)
			}
			(&apitest.Side{API: api}).CheckTotals(t)
		}
		if !isEnough() {
			t.Errorf("%d changes, %d refused rows, %d undone in pieces", changes, refused, inPieces)
		}
		t.Logf("%d changes, %d refused rows, %d undone in pieces", changes, refused, inPieces)
	})
}

// cutOff runs a bulk action that is cut off again and again, and perhaps stopped after the first piece.
func cutOff(w *apitest.World, c *apitest.Client, how, id string, isStopped bool) tracker.Bulk {
	t := w.API.T
	t.Helper()
	for cuts := 0; ; cuts++ {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+cuts*cuts)*time.Millisecond)
		ended, err := w.API.App.RunBulk(ctx, id, time.Now())
		cancel()
		if err != nil && ctx.Err() == nil {
			t.Fatalf("%s: %v", how, err)
		}
		if ended {
			return c.Progress(id)
		}
		if isStopped {
			c.Put("/bulk/stop", object{"id": id}).Status(200)
		}
	}
}

// randomFile is an export of all records with some cells changed, and some new rows.
func randomFile(w *apitest.World, r *rand.Rand, list string) string {
	path := map[string]string{"projectSubscription": "/project/subscription"}[list]
	if path == "" {
		path = "/" + list
	}
	lines := strings.Split(strings.TrimSpace(w.Admin.Get(path+"/export").Status(200).Body.String()), "\n")
	headings := strings.Split(lines[0], ",")
	values := map[string][]string{
		"Name": {"Renamed 1", "Renamed 2", "", strings.Repeat("x", 65)}, "Details": {"New details", ""}, "Support Email": {"a@b.example", "nobody", ""}, "Support Phone": {"+1 2", "x"},
		"Status": {"deprecated", "Temporarily Unavailable", "odd"}, "Category": {w.IDs[list+"Category"][apitest.Own], "None"}, "Cost": {"12,50",
			"1.234", "-1"}, "Notice Days": {"3", "400", ""},
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
				cells[i] = w.IDs[strings.TrimPrefix(list, "projectS")+"Category"][apitest.Own]
			case "Company Id":
				cells[i] = w.IDs["company"][[]apitest.Relation{apitest.Own, apitest.Foreign, apitest.Removed}[r.IntN(3)]]
			case "Project Id":
				cells[i] = w.IDs["project"][[]apitest.Relation{apitest.Own, apitest.Sibling, apitest.Foreign, apitest.Removed}[r.IntN(4)]]
			case "Subscription Id":
				cells[i] = w.IDs["subscription"][apitest.Own]
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
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		file := "Email,Name\n"
		for n := range 6 {
			file += fmt.Sprintf("new%d@example.com,New\n", n)
		}
		i := a.Compare("user", file)
		api.Mail.Refuse = "new3@example.com"
		if b := a.Apply(i); b.State != tracker.BulkDone || b.Done != 5 || b.Refused != 1 {
			t.Errorf("%+v", b)
		}
		expectRows(a, i, "refused", `5 refused New | Email: null -> "new3@example.com" | Display Name: null -> "New" | Gender: null -> 0 ! Row: Row could not be applied. Please try it again.`)
	})
}

// Files of one person are nobody else's, a file is dropped in its time, and one that is being applied stays.
func TestImportsBelongToTheirOwners(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		api.AddUser("other@example.com", "Other", true)
		other := api.SignIn("other@example.com")
		i := a.Compare("company", "Name\nNew\n")
		other.Get("/import/" + i.ID).Status(404)
		other.Get("/import/" + i.ID + "/rows").Status(404)
		other.Get("/import/" + i.ID + "/refused").Status(404)
		other.Put("/import/apply", object{"id": i.ID}).Status(404)
		other.Put("/import/columns", object{"id": i.ID, "columns": i.Columns}).Status(404)
		other.Delete("/import", object{"id": i.ID}).Status(204)
		a.Get("/import/" + i.ID).Status(200)

		var started tracker.BulkStarted
		a.Put("/import/apply", object{"id": i.ID, "version": 1}).Status(202).Into(&started)
		a.Delete("/import", object{"id": i.ID}).Problem(422, "importRunning")
		a.Put("/import/columns", object{"id": i.ID, "columns": i.Columns}).Problem(422, "importApplied")
		a.Put("/bulk/stop", object{"id": started.ID}).Status(200)
		for range tracker.MaxImports + 1 { // the oldest goes
			a.Compare("company", "Name\nNew\n")
		}
		if n := api.Count("SELECT count(*) FROM import"); n != tracker.MaxImports+1 {
			t.Errorf("%d imports", n)
		}
		api.Clock.Advance(tracker.ImportLife + time.Minute)
		for range 3 {
			if err := api.App.Cleanup(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if n := api.Count("SELECT count(*) FROM import") + api.Count("SELECT count(*) FROM import_row"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}

// A file that can't be read is refused with words, and leaves nothing.
func TestImportRefusesFiles(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		a := api.Admin()
		for file, says := range map[string]string{
			"":                              "File is empty.",
			"\x89PNG\r\n\x1a\n\x00\x00\x00": "File is neither CSV nor XLSX.",
			"Name\n\"open":                  "File has a quoted cell in row 2 that does not end. It may be cut off.",
			strings.Repeat("a,", 1_000_000): "File has more than 200 columns.",
			"Name\n" + strings.Repeat("x\n", tracker.MaxImportRows+1): "File has more than 100000 rows. Split it.",
			"PK\x03\x04 and then nothing":                             "File is a damaged XLSX file. It may be cut off.",
		} {
			a.Upload("company", file).FieldError("File", says)
		}
		a.Upload("nothing", "Name\n").Status(400)
		a.Post("/import?List=company", []byte(strings.Repeat("x", tracker.MaxImportBody+1))).Status(413)
		if n := api.Count("SELECT count(*) FROM import") + api.Count("SELECT count(*) FROM import_row") + api.Count("SELECT count(*) FROM company"); n != 0 {
			t.Errorf("%d are left", n)
		}
	})
}
