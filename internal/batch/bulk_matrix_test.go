package batch_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// oneByOne is a bulk action beside the calls that do the same with one record.
type oneByOne struct {
	list, action string
	params       object
	on           map[apitest.Relation]string // the records, by what they are to the callers
	single       func(w *apitest.World, c *apitest.Client, id string)
}

// inOneByOne has every action of every list.
func inOneByOne(w *apitest.World) []oneByOne {
	call := func(method, path, key string, more object) func(*apitest.World, *apitest.Client, string) {
		return func(_ *apitest.World, c *apitest.Client, id string) {
			c.Do(method, path, apitest.Merged(object{key: id}, more))
		}
	}
	subscription := func(change object) func(*apitest.World, *apitest.Client, string) {
		return func(w *apitest.World, c *apitest.Client, id string) {
			c.Put("/project/subscription", apitest.Merged(w.Term(object{"id": id}), change))
		}
	}
	list := []oneByOne{
		{"projectSubscription", "reprice", object{"price": 12}, nil, subscription(object{"price": 12})},
		{"projectSubscription", "renew", nil, nil, call("PUT", "/project/subscription/renew", "id", nil)},
		{"projectSubscription", "setRenewal", object{"autoRenew": true}, nil, subscription(object{"autoRenew": true})},
		{"projectSubscription", "cancel", object{"reason": "moved"}, nil, call("PUT", "/project/subscription/cancel", "id", object{"cancelationReason": "moved"})},
		{"projectSubscription", "remove", nil, nil, call("DELETE", "/project/subscription", "id", nil)},
		{"projectProduct", "setStatus", object{"status": 2}, nil, func(w *apitest.World, c *apitest.Client, id string) {
			// Those who do not see the cost leave it out; everyone else sends what it is.
			if answer := c.Put("/project/product", object{"id": id, "price": 10, "cost": 5, "status": 2}); answer.Code >= 300 {
				c.Put("/project/product", object{"id": id, "price": 10, "status": 2})
			}
		}},
		{"projectProduct", "remove", nil, nil, call("DELETE", "/project/product", "id", nil)},
		{"user", "disable", object{"reason": 2}, nil, call("PUT", "/UserManagement/disable", "email", object{"reason": 2})},
		{"user", "enable", nil, nil, call("PUT", "/UserManagement/enable", "email", nil)},
		{"user", "invite", nil, nil, call("POST", "/UserManagement/invite", "email", nil)},
		{"user", "handOver", object{"toEmail": "newcomer@people.example"}, map[apitest.Relation]string{apitest.Own: "link@people.example",
			apitest.Sibling: "owner@people.example", apitest.Foreign: w.IDs["user"][apitest.Own], apitest.Missing: w.IDs["user"][apitest.Missing]},
			func(w *apitest.World, c *apitest.Client, email string) {
				handOverAll(w, c, email, "newcomer@people.example")
			}},
	}
	for _, kind := range []string{"product", "subscription"} {
		item := func(change object) func(*apitest.World, *apitest.Client, string) {
			return func(w *apitest.World, c *apitest.Client, id string) {
				for rel, own := range w.IDs[kind] {
					if own == id {
						body := w.Item(kind, w.IDs[kind+"Category"][apitest.Relation("own")], "Matrix "+kind+" "+string(rel))
						c.Put("/"+kind, object{"data": apitest.Merged(body, apitest.Merged(object{"id": id}, change))})
					}
				}
			}
		}
		list = append(list,
			oneByOne{kind, "setField", object{"key": "note", "value": "n"}, nil, item(object{"own": object{"note": "n"}})},
			oneByOne{kind, "setStatus", object{"status": 1}, nil, item(object{"status": 1})},
			oneByOne{kind, "setCategory", object{"categoryName": "Spare " + kind}, nil, item(object{"categoryName": "Spare " + kind})})
	}
	for _, kind := range []string{"company", "project", "product", "subscription"} {
		list = append(list,
			oneByOne{kind, "remove", nil, nil, call("DELETE", "/"+kind, "id", nil)},
			oneByOne{kind, "restore", nil, nil, call("PUT", "/"+kind+"/restore", "id", nil)})
	}
	for _, kind := range []string{"company", "project"} {
		list = append(list, oneByOne{kind, "removeWithContents", nil, nil, func(w *apitest.World, c *apitest.Client, id string) { removeWithContents(w, c, kind, id) }})
		for _, role := range []tracker.Role{tracker.RoleSupport, tracker.RoleOwner} {
			who := object{"userEmail": "newcomer@people.example", "role": role}
			list = append(list, oneByOne{kind, "addModerator", who, nil, call("POST", "/"+kind+"/moderator", "id", who)})
		}
	}
	addNotes(w)
	note := object{"key": "note", "value": "n"}
	list = append(list, oneByOne{"projectSubscription", "setField", note, nil, subscription(object{"own": object{"note": "n"}})},
		oneByOne{"projectProduct", "setField", note, nil, func(w *apitest.World, c *apitest.Client, id string) {
			status := w.API.Count("SELECT COALESCE(max(status), 0) FROM project_product WHERE id = '" + id + "'")
			c.Put("/project/product", object{"id": id, "price": 10, "status": status, "own": object{"note": "n"}})
			c.Put("/project/product", object{"id": id, "price": 10, "cost": 5, "status": status, "own": object{"note": "n"}})
		}})
	for kind, path := range map[string]string{"company": "/company", "project": "/project"} {
		list = append(list, oneByOne{kind, "setField", note, nil, func(w *apitest.World, c *apitest.Client, id string) {
			body := object{"id": id, "name": w.API.Text("SELECT COALESCE(max(name), 'none') FROM " + kind + " WHERE id = '" + id + "'"), "own": object{"note": "n"}}
			if kind == "company" {
				body = object{"data": body}
			}
			c.Put(path, body)
		}})
	}
	for i := range list {
		if list[i].on == nil {
			list[i].on = w.IDs[list[i].list]
		}
	}
	return list
}

// addNotes gives every list a field.
func addNotes(w *apitest.World) {
	for _, list := range tracker.OwnLists {
		w.Admin.Post("/field", object{"list": list, "key": "note", "label": "Note", "kind": "text"})
	}
}

// handOverAll gives the roles of a user to another one, link by link.
func handOverAll(w *apitest.World, c *apitest.Client, from, to string) {
	for _, on := range []string{"company", "project"} {
		links := w.API.Text(fmt.Sprintf("SELECT COALESCE(%s, '') FROM %[2]s_moderator m JOIN %[2]s p ON p.id = m.%[2]s_id JOIN users u ON u.id = m.user_id WHERE p.deleted_at IS NULL AND u.email = '%[3]s'",
			w.API.Joined("m.id || ' ' || p.id || ' ' || m.role"), on, from))
		for line := range strings.Lines(links) {
			link := strings.Fields(line)
			if role, err := strconv.Atoi(link[2]); err == nil && c.Delete("/"+on+"/moderator", object{"id": link[0]}).Code < 300 {
				c.Post("/"+on+"/moderator", object{"id": link[1], "userEmail": to, "role": role})
			}
		}
	}
}

// removeWithContents removes record by record, from the inside out.
func removeWithContents(w *apitest.World, c *apitest.Client, kind, id string) {
	column := map[string]string{"company": "company_id", "project": "id"}[kind]
	in := fmt.Sprintf("p.%s = '%s' AND p.deleted_at IS NULL", column, id)
	for _, of := range []string{"product", "subscription"} {
		for _, item := range strings.Fields(w.API.Text(fmt.Sprintf("SELECT COALESCE(%s, '') FROM project_%s a JOIN project p ON p.id = a.project_id WHERE a.deleted_at IS NULL AND %s", w.API.Joined("a.id"), of, in))) {
			c.Delete("/project/"+of, object{"id": item})
		}
	}
	if kind == "company" {
		for _, project := range strings.Fields(w.API.Text("SELECT COALESCE(" + w.API.Joined("p.id") + ", '') FROM project p WHERE " + in)) {
			c.Delete("/project", object{"id": project})
		}
	}
	c.Delete("/"+kind, object{"id": id})
}

// notCompared are parts of a logged record that differ each time.
var notCompared = regexp.MustCompile(`"(version|createdAt|id|startAt|endAt|updatedAt|removedAt)":("[^"]*"|[0-9]+|null)`)

// changesSince lists the changes after a number, without what differs each time.
func changesSince(w *apitest.World, seq int) []string {
	text := w.API.Text("SELECT COALESCE(" + w.API.Joined("action || ' ' || entity || ' ' || COALESCE(before, '') || ' ' || COALESCE(after, '')") +
		", '') FROM change WHERE seq > " + strconv.Itoa(seq))
	changes := strings.Split(notCompared.ReplaceAllString(text, ""), "\n")
	slices.Sort(changes)
	return changes
}

// takeBack undoes every change after a number. An invitation has changed nothing that could be undone.
func takeBack(w *apitest.World, how string, after int) {
	w.API.T.Helper()
	for seq := w.API.LastSeq(); seq > after; seq-- {
		if answer := w.Admin.Undo(int64(seq)); answer.Code != 200 && !strings.HasPrefix(how, "invite ") {
			w.API.T.Fatalf("%s: undo: %d %s", how, answer.Code, answer.Body)
		}
	}
}

// byBulk runs an action that its caller may start, and returns its changes. They are those of its preview.
func byBulk(w *apitest.World, how string, c *apitest.Caller, body object) (changes []string, p tracker.BulkPreview) {
	t, last := w.API.T, w.API.LastSeq()
	t.Helper()
	started := c.Post("/bulk", body)
	switch started.Code {
	case 403: // not even one
		if answer := c.Post("/bulk", apitest.Merged(body, object{"preview": true})); answer.Code != 403 {
			t.Errorf("%s: preview: %d %s", how, answer.Code, answer.Body)
		}
		return changesSince(w, last), p
	case 202:
	default:
		t.Errorf("%s: %d %s", how, started.Code, started.Body)
		return changesSince(w, last), p
	}
	p = c.Preview(body)
	w.API.RunBulks()
	var job tracker.BulkStarted
	started.Into(&job)
	b := c.Progress(job.ID)
	changed := w.API.Count("SELECT count(DISTINCT entity_id) FROM change WHERE batch_id = $1", job.ID)
	if body["action"] == "handOver" { // a role is taken from one and given to the other
		changed = w.API.Count("SELECT count(*) FROM change WHERE batch_id = $1 AND action = 'remove'", job.ID)
	}
	if b.State != tracker.BulkDone || b.Total != p.Total || b.Refused != p.RefusedTotal || changed != p.Changes {
		t.Errorf("%s: %+v with %d changed records, the preview says %+v", how, b, changed, p)
	}
	return changesSince(w, last), p
}

// A bulk action does to each record what its caller could do with it alone, and nothing else: for
// every action, every caller and every record of the matrix the two make the same changes, or none.
func TestBulkDoesWhatOneByOneDoes(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells, changed := apitest.NewWorld(api), 0, 0
		for _, kind := range []string{"product", "subscription"} {
			w.Admin.Post("/"+kind+"/categories", object{"name": "Spare " + kind}).Status(201)
		}
		untested := map[string]bool{}
		for _, list := range tracker.BulkLists {
			actions := tracker.BulkActions(list)
			for _, action := range actions {
				untested[list+" "+action] = true
			}
		}
		for i, of := range inOneByOne(w) {
			delete(untested, of.list+" "+of.action)
			for j, c := range w.Callers {
				if !c.SignedIn {
					continue
				}
				for k, rel := range apitest.Relations {
					id := of.on[rel]
					if id == "" || !api.Samples(i, j, k) {
						continue
					}
					how := fmt.Sprintf("%s of %s %s by %s", of.action, rel, of.list, c.Name)
					last := api.LastSeq()
					inBulk, preview := byBulk(w, how, c, apitest.Bulk(of.list, of.action, of.params, id))
					if strings.Contains(fmt.Sprint(preview.Refused), "Matrix") && !c.May(apitest.See, of.list, rel) && !apitest.IsCatalogue(of.list) {
						t.Errorf("%s: tells %+v", how, preview.Refused)
					}
					takeBack(w, how, last)
					last = api.LastSeq()
					of.single(w, c.Client, id)
					alone := changesSince(w, last)
					// Of contents and roles that a person could only change some of, a bulk action changes none.
					isWhole := of.action != "removeWithContents" && of.action != "handOver" || inBulk[0] != ""
					if d := cmp.Diff(alone, inBulk); d != "" && isWhole {
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

// By a query an action does what it does by the ids of the records that the list shows to the caller.
func TestBulkByQueryDoesWhatByIDsDoes(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells := apitest.NewWorld(api), 0
		for _, kind := range []string{"product", "subscription"} {
			w.Admin.Post("/"+kind+"/categories", object{"name": "Spare " + kind}).Status(201)
		}
		queries := map[string]string{"user": "/UserManagement?Search=people.example&", "projectSubscription": "/project/subscription?", "projectProduct": "/project/product?",
			"company": "/company?", "project": "/project?", "product": "/product?Search=matrix&", "subscription": "/subscription?Search=matrix&"} // others are in a category that takes nothing back
		for i, of := range inOneByOne(w) {
			for j, c := range w.Callers {
				if !c.SignedIn || !api.Tries(i, j) {
					continue
				}
				how := fmt.Sprintf("%s of %s by %s", of.action, of.list, c.Name)
				path, query, _ := strings.Cut(queries[of.list], "?")
				answer := c.Get(path + "?" + query + "PageSize=200")
				by := func(key string, value any) object {
					body := apitest.Bulk(of.list, of.action, of.params)
					delete(body, "ids")
					body[key] = value
					return body
				}
				if answer.Code != 200 {
					if started := c.Post("/bulk", by("query", query+"PageSize=1")); started.Code != answer.Code {
						t.Errorf("%s: %d, and the list answers %d", how, started.Code, answer.Code)
					}
					continue
				}
				var shown []struct{ ID, Email string }
				answer.Into(&shown)
				ids := []string{}
				for _, record := range shown {
					ids = append(ids, record.Email+record.ID)
				}
				last := api.LastSeq()
				byIDs, _ := byBulk(w, how, c, by("ids", ids))
				takeBack(w, how, last)
				last = api.LastSeq()
				byQuery, _ := byBulk(w, how+" by query", c, by("query", query+"PageSize=1"))
				if d := cmp.Diff(byIDs, byQuery); d != "" {
					t.Errorf("%s: by query %s", how, d)
				}
				takeBack(w, how+" by query", last)
				cells++
			}
		}
		t.Logf("%d cells", cells)
	})
}

// Random bulk actions by people with random rights, cut off and stopped anywhere: no record is changed
// twice by one of them, and undone in reverse order every table but the log is as before.
func TestBulksUndoneEverythingIsAsBefore(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		addNotes(w)
		const seed = 16
		r := rand.New(rand.NewPCG(seed, 2))
		callers := []*apitest.Client{w.Admin, w.Admin}
		for _, c := range w.Callers {
			if strings.HasSuffix(c.Name, "Owner") || strings.HasSuffix(c.Name, "Support") || strings.HasSuffix(c.Name, "Developer") {
				callers = append(callers, c.Client)
			}
		}
		kinds := map[string][]string{}
		for _, kind := range []string{"company", "project", "product", "subscription", "projectProduct", "projectSubscription"} {
			for _, rel := range apitest.Relations {
				kinds[kind] = append(kinds[kind], w.IDs[kind][rel])
			}
		}
		kinds["user"] = []string{w.IDs["user"][apitest.Own], w.IDs["user"][apitest.Removed], "newcomer@people.example"}
		params := map[string]func() object{
			"reprice": func() object {
				params := []object{{"percent": r.IntN(80) - 40}, {"amount": r.IntN(30) - 15}, {"price": r.IntN(20) + 1}}[r.IntN(3)]
				params["from"] = []any{nil, "now", "renewal", api.Clock.Now().AddDate(0, 0, 1+r.IntN(300))}[r.IntN(4)]
				return params
			},
			"renew":        func() object { return []object{nil, {"months": 1 + r.IntN(24)}}[r.IntN(2)] },
			"cancel":       func() object { return object{"reason": fmt.Sprint("reason ", r.IntN(9))} },
			"setRenewal":   func() object { return object{"autoRenew": r.IntN(2) == 0} },
			"setStatus":    func() object { return object{"status": r.IntN(2)} },
			"setCategory":  func() object { return object{"categoryName": w.IDs["productCategory"][apitest.Sibling]} },
			"addModerator": func() object { return object{"userEmail": "newcomer@people.example", "role": r.IntN(6)} },
			"disable":      func() object { return object{"reason": r.IntN(2) + 1} },
			"setField":     func() object { return object{"key": "note", "value": []any{"a", "b", nil}[r.IntN(3)]} },
			"handOver":     func() object { return object{"toEmail": "newcomer@people.example"} },
		}
		lists := slices.Sorted(func(yield func(string) bool) {
			for _, list := range tracker.BulkLists {
				if !yield(list) {
					return
				}
			}
		})
		for round := range 3 {
			before := api.Dump()
			var batches []string
			for range 25 {
				list := lists[r.IntN(len(lists))]
				action := tracker.BulkActions(list)[r.IntN(len(tracker.BulkActions(list)))]
				if action == "invite" { // a mail can not be taken back
					continue
				}
				body := apitest.Bulk(list, action, nil, kinds[list]...)
				if params[action] != nil {
					body["params"] = params[action]()
				}
				c := callers[r.IntN(len(callers))]
				answer := c.Post("/bulk", body)
				if answer.Code >= 500 {
					t.Fatalf("seed %d: %d %s", seed, answer.Code, answer.Body)
				}
				if answer.Code != 202 {
					continue
				}
				var started tracker.BulkStarted
				answer.Into(&started)
				api.Mail.Bulks = nil
				stopped := r.IntN(6) == 0
				for turns := 0; ; turns++ { // a process that lives for one group
					if stopped && turns == 1 {
						w.Admin.Put("/bulk/stop", object{"id": started.ID}).Status(200)
					}
					if ended, err := api.App.RunBulk(t.Context(), started.ID, time.Now().Add(time.Microsecond)); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					} else if ended {
						break
					}
					if b := w.Admin.Progress(started.ID); b.State.Ended() {
						break
					}
				}
				twice := api.Count(`SELECT count(*) FROM (SELECT entity_id FROM change WHERE batch_id = $1 AND entity NOT LIKE '%Moderator' GROUP BY entity, entity_id HAVING count(*) > 1) AS t`, started.ID)
				if twice > 0 {
					t.Fatalf("seed %d: %v changed %d records twice", seed, body, twice)
				}
				if api.Count("SELECT count(*) FROM change WHERE batch_id = $1", started.ID) > 0 {
					batches = append(batches, started.ID)
				}
			}
			for _, id := range slices.Backward(batches) {
				if answer := w.Admin.Put("/change/undo", object{"batchId": id}); answer.Code != 200 {
					t.Fatalf("seed %d, round %d: undo: %d %s", seed, round, answer.Code, answer.Body)
				}
			}
			if d := cmp.Diff(before, api.Dump()); d != "" {
				t.Fatalf("seed %d, round %d: %s", seed, round, d)
			}
			(&apitest.Side{API: api}).CheckTotals(t)
		}
	})
}
