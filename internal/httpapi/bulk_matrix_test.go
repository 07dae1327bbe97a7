package httpapi_test

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

	"btracker/internal/tracker"
)

// oneByOne is a bulk action beside the calls that do the same with one record.
type oneByOne struct {
	list, action string
	params       object
	on           map[relation]string // the records, by what they are to the callers
	single       func(w *world, c *client, id string)
}

// inOneByOne has every action of every list.
func inOneByOne(w *world) []oneByOne {
	call := func(method, path, key string, more object) func(*world, *client, string) {
		return func(_ *world, c *client, id string) { c.do(method, path, merged(object{key: id}, more)) }
	}
	subscription := func(change object) func(*world, *client, string) {
		return func(w *world, c *client, id string) {
			c.put("/project/subscription", merged(w.term(object{"id": id}), change))
		}
	}
	list := []oneByOne{
		{"projectSubscription", "reprice", object{"price": 12}, nil, subscription(object{"price": 12})},
		{"projectSubscription", "setRenewal", object{"autoRenew": true}, nil, subscription(object{"autoRenew": true})},
		{"projectSubscription", "cancel", object{"reason": "moved"}, nil, call("PUT", "/project/subscription/cancel", "id", object{"cancelationReason": "moved"})},
		{"projectSubscription", "remove", nil, nil, call("DELETE", "/project/subscription", "id", nil)},
		{"projectProduct", "setStatus", object{"status": 2}, nil, func(w *world, c *client, id string) {
			// Those who do not see the cost leave it out; everyone else sends what it is.
			if answer := c.put("/project/product", object{"id": id, "price": 10, "cost": 5, "status": 2}); answer.Code >= 300 {
				c.put("/project/product", object{"id": id, "price": 10, "status": 2})
			}
		}},
		{"projectProduct", "remove", nil, nil, call("DELETE", "/project/product", "id", nil)},
		{"user", "disable", object{"reason": 2}, nil, call("PUT", "/UserManagement/disable", "email", object{"reason": 2})},
		{"user", "enable", nil, nil, call("PUT", "/UserManagement/enable", "email", nil)},
		{"user", "invite", nil, nil, call("POST", "/UserManagement/invite", "email", nil)},
		{"user", "handOver", object{"toEmail": "newcomer@people.example"}, map[relation]string{own: "link@people.example", sibling: "owner@people.example", foreign: w.ids["user"][own], missing: w.ids["user"][missing]},
			func(w *world, c *client, email string) { w.handOver(c, email, "newcomer@people.example") }},
	}
	for _, kind := range []string{"product", "subscription"} {
		item := func(change object) func(*world, *client, string) {
			return func(w *world, c *client, id string) {
				for rel, own := range w.ids[kind] {
					if own == id {
						body := w.item(kind, w.ids[kind+"Category"][relation("own")], "Matrix "+kind+" "+string(rel))
						c.put("/"+kind, object{"data": merged(body, merged(object{"id": id}, change))})
					}
				}
			}
		}
		list = append(list,
			oneByOne{kind, "setStatus", object{"status": 1}, nil, item(object{"status": 1})},
			oneByOne{kind, "setCategory", object{"categoryName": "Spare " + kind}, nil, item(object{"categoryName": "Spare " + kind})})
	}
	for _, kind := range []string{"company", "project", "product", "subscription"} {
		list = append(list,
			oneByOne{kind, "remove", nil, nil, call("DELETE", "/"+kind, "id", nil)},
			oneByOne{kind, "restore", nil, nil, call("PUT", "/"+kind+"/restore", "id", nil)})
	}
	for _, kind := range []string{"company", "project"} {
		list = append(list, oneByOne{kind, "removeWithContents", nil, nil, func(w *world, c *client, id string) { w.removeWithContents(c, kind, id) }})
		for _, role := range []tracker.Role{tracker.RoleSupport, tracker.RoleOwner} {
			who := object{"userEmail": "newcomer@people.example", "role": role}
			list = append(list, oneByOne{kind, "addModerator", who, nil, call("POST", "/"+kind+"/moderator", "id", who)})
		}
	}
	for i := range list {
		if list[i].on == nil {
			list[i].on = w.ids[list[i].list]
		}
	}
	return list
}

// handOver gives the roles of a user to another one, link by link.
func (w *world) handOver(c *client, from, to string) {
	for _, on := range []string{"company", "project"} {
		links := w.api.text(fmt.Sprintf("SELECT COALESCE(%s, '') FROM %[2]s_moderator m JOIN %[2]s p ON p.id = m.%[2]s_id JOIN users u ON u.id = m.user_id WHERE p.deleted_at IS NULL AND u.email = '%[3]s'",
			w.api.joined("m.id || ' ' || p.id || ' ' || m.role"), on, from))
		for line := range strings.Lines(links) {
			link := strings.Fields(line)
			if role, err := strconv.Atoi(link[2]); err == nil && c.delete("/"+on+"/moderator", object{"id": link[0]}).Code < 300 {
				c.post("/"+on+"/moderator", object{"id": link[1], "userEmail": to, "role": role})
			}
		}
	}
}

// removeWithContents removes record by record, from the inside out.
func (w *world) removeWithContents(c *client, kind, id string) {
	column := map[string]string{"company": "company_id", "project": "id"}[kind]
	in := fmt.Sprintf("p.%s = '%s' AND p.deleted_at IS NULL", column, id)
	for _, of := range []string{"product", "subscription"} {
		for _, item := range strings.Fields(w.api.text(fmt.Sprintf("SELECT COALESCE(%s, '') FROM project_%s a JOIN project p ON p.id = a.project_id WHERE a.deleted_at IS NULL AND %s", w.api.joined("a.id"), of, in))) {
			c.delete("/project/"+of, object{"id": item})
		}
	}
	if kind == "company" {
		for _, project := range strings.Fields(w.api.text("SELECT COALESCE(" + w.api.joined("p.id") + ", '') FROM project p WHERE " + in)) {
			c.delete("/project", object{"id": project})
		}
	}
	c.delete("/"+kind, object{"id": id})
}

// joined is an aggregate that joins texts by line ends.
func (api *testAPI) joined(text string) string {
	if api.store.Dialect() == "postgres" {
		return "string_agg(" + text + ", chr(10))"
	}
	return "group_concat(" + text + ", char(10))"
}

// notCompared are parts of a logged record that differ each time.
var notCompared = regexp.MustCompile(`"(version|createdAt|id|startAt|endAt|updatedAt|removedAt)":("[^"]*"|[0-9]+|null)`)

// changesSince lists the changes after a number, without what differs each time.
func (w *world) changesSince(seq int) []string {
	text := w.api.text("SELECT COALESCE(" + w.api.joined("action || ' ' || entity || ' ' || COALESCE(before, '') || ' ' || COALESCE(after, '')") + ", '') FROM change WHERE seq > " + strconv.Itoa(seq))
	changes := strings.Split(notCompared.ReplaceAllString(text, ""), "\n")
	slices.Sort(changes)
	return changes
}

// takeBack undoes every change after a number. An invitation has changed nothing that could be undone.
func (w *world) takeBack(how string, after int) {
	w.api.t.Helper()
	for seq := w.api.lastSeq(); seq > after; seq-- {
		if answer := w.admin.undo(int64(seq)); answer.Code != 200 && !strings.HasPrefix(how, "invite ") {
			w.api.t.Fatalf("%s: undo: %d %s", how, answer.Code, answer.Body)
		}
	}
}

func (api *testAPI) lastSeq() int {
	api.t.Helper()
	return api.count("SELECT max(seq) FROM change")
}

// inBulk runs an action that its caller may start, and returns its changes. They are those of its preview.
func (w *world) inBulk(how string, c *caller, body object) (changes []string, p tracker.BulkPreview) {
	t, last := w.api.t, w.api.lastSeq()
	t.Helper()
	started := c.post("/bulk", body)
	switch started.Code {
	case 403: // not even one
		if answer := c.post("/bulk", merged(body, object{"preview": true})); answer.Code != 403 {
			t.Errorf("%s: preview: %d %s", how, answer.Code, answer.Body)
		}
		return w.changesSince(last), p
	case 202:
	default:
		t.Errorf("%s: %d %s", how, started.Code, started.Body)
		return w.changesSince(last), p
	}
	p = c.preview(body)
	w.api.runBulks()
	var job tracker.BulkStarted
	started.into(&job)
	b := c.progress(job.ID)
	changed := w.api.count("SELECT count(DISTINCT entity_id) FROM change WHERE batch_id = $1", job.ID)
	if body["action"] == "handOver" { // a role is taken from one and given to the other
		changed = w.api.count("SELECT count(*) FROM change WHERE batch_id = $1 AND action = 'remove'", job.ID)
	}
	if b.State != tracker.BulkDone || b.Total != p.Total || b.Refused != p.RefusedTotal || changed != p.Changes {
		t.Errorf("%s: %+v with %d changed records, the preview says %+v", how, b, changed, p)
	}
	return w.changesSince(last), p
}

// A bulk action does to each record what its caller could do with it alone, and nothing else: for
// every action, every caller and every record of the matrix the two make the same changes, or none.
func TestBulkDoesWhatOneByOneDoes(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells, changed := newWorld(api), 0, 0
		for _, kind := range []string{"product", "subscription"} {
			w.admin.post("/"+kind+"/categories", object{"name": "Spare " + kind}).status(201)
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
			for j, c := range w.callers {
				if !c.signedIn {
					continue
				}
				for k, rel := range relations {
					id := of.on[rel]
					if id == "" || !api.tries(i, j, k) {
						continue
					}
					how := fmt.Sprintf("%s of %s %s by %s", of.action, rel, of.list, c.name)
					last := api.lastSeq()
					inBulk, preview := w.inBulk(how, c, bulk(of.list, of.action, of.params, id))
					if strings.Contains(fmt.Sprint(preview.Refused), "Matrix") && !c.may(see, of.list, rel) && !isCatalogue(of.list) {
						t.Errorf("%s: tells %+v", how, preview.Refused)
					}
					w.takeBack(how, last)
					last = api.lastSeq()
					of.single(w, c.client, id)
					alone := w.changesSince(last)
					// Of contents and roles that a person could only change some of, a bulk action changes none.
					isWhole := of.action != "removeWithContents" && of.action != "handOver" || inBulk[0] != ""
					if d := cmp.Diff(alone, inBulk); d != "" && isWhole {
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
		if len(untested) > 0 {
			t.Errorf("not compared: %v", untested)
		}
		t.Logf("%d cells, %d of them change something", cells, changed)
	})
}

// By a query an action does what it does by the ids of the records that the list shows to the caller.
func TestBulkByQueryDoesWhatByIDsDoes(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells := newWorld(api), 0
		for _, kind := range []string{"product", "subscription"} {
			w.admin.post("/"+kind+"/categories", object{"name": "Spare " + kind}).status(201)
		}
		queries := map[string]string{"user": "/UserManagement?Search=people.example&", "projectSubscription": "/project/subscription?", "projectProduct": "/project/product?",
			"company": "/company?", "project": "/project?", "product": "/product?Search=matrix&", "subscription": "/subscription?Search=matrix&"} // others are in a category that takes nothing back
		for i, of := range inOneByOne(w) {
			for j, c := range w.callers {
				if !c.signedIn || !api.tries(i, j) {
					continue
				}
				how := fmt.Sprintf("%s of %s by %s", of.action, of.list, c.name)
				path, query, _ := strings.Cut(queries[of.list], "?")
				answer := c.get(path + "?" + query + "PageSize=200")
				by := func(key string, value any) object {
					body := bulk(of.list, of.action, of.params)
					delete(body, "ids")
					body[key] = value
					return body
				}
				if answer.Code != 200 {
					if started := c.post("/bulk", by("query", query+"PageSize=1")); started.Code != answer.Code {
						t.Errorf("%s: %d, and the list answers %d", how, started.Code, answer.Code)
					}
					continue
				}
				var shown []struct{ ID, Email string }
				answer.into(&shown)
				ids := []string{}
				for _, record := range shown {
					ids = append(ids, record.Email+record.ID)
				}
				last := api.lastSeq()
				byIDs, _ := w.inBulk(how, c, by("ids", ids))
				w.takeBack(how, last)
				last = api.lastSeq()
				byQuery, _ := w.inBulk(how+" by query", c, by("query", query+"PageSize=1"))
				if d := cmp.Diff(byIDs, byQuery); d != "" {
					t.Errorf("%s: by query %s", how, d)
				}
				w.takeBack(how+" by query", last)
				cells++
			}
		}
		t.Logf("%d cells", cells)
	})
}

// Random bulk actions by people with random rights, cut off and stopped anywhere: no record is changed
// twice by one of them, and undone in reverse order every table but the log is as before.
func TestBulksUndoneEverythingIsAsBefore(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		const seed = 16
		r := rand.New(rand.NewPCG(seed, 2))
		callers := []*client{w.admin, w.admin}
		for _, c := range w.callers {
			if strings.HasSuffix(c.name, "Owner") || strings.HasSuffix(c.name, "Support") || strings.HasSuffix(c.name, "Developer") {
				callers = append(callers, c.client)
			}
		}
		kinds := map[string][]string{}
		for _, kind := range []string{"company", "project", "product", "subscription", "projectProduct", "projectSubscription"} {
			for _, rel := range relations {
				kinds[kind] = append(kinds[kind], w.ids[kind][rel])
			}
		}
		kinds["user"] = []string{w.ids["user"][own], w.ids["user"][removed], "newcomer@people.example"}
		params := map[string]func() object{
			"reprice": func() object {
				return []object{{"percent": r.IntN(80) - 40}, {"amount": r.IntN(30) - 15}, {"price": r.IntN(20) + 1}}[r.IntN(3)]
			},
			"cancel":       func() object { return object{"reason": fmt.Sprint("reason ", r.IntN(9))} },
			"setRenewal":   func() object { return object{"autoRenew": r.IntN(2) == 0} },
			"setStatus":    func() object { return object{"status": r.IntN(2)} },
			"setCategory":  func() object { return object{"categoryName": w.ids["productCategory"][sibling]} },
			"addModerator": func() object { return object{"userEmail": "newcomer@people.example", "role": r.IntN(6)} },
			"disable":      func() object { return object{"reason": r.IntN(2) + 1} },
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
			before := api.dump()
			var batches []string
			for range 25 {
				list := lists[r.IntN(len(lists))]
				action := tracker.BulkActions(list)[r.IntN(len(tracker.BulkActions(list)))]
				if action == "invite" { // a mail can not be taken back
					continue
				}
				body := bulk(list, action, nil, kinds[list]...)
				if params[action] != nil {
					body["params"] = params[action]()
				}
				c := callers[r.IntN(len(callers))]
				answer := c.post("/bulk", body)
				if answer.Code >= 500 {
					t.Fatalf("seed %d: %d %s", seed, answer.Code, answer.Body)
				}
				if answer.Code != 202 {
					continue
				}
				var started tracker.BulkStarted
				answer.into(&started)
				api.mail.bulks = nil
				stopped := r.IntN(6) == 0
				for turns := 0; ; turns++ { // a process that lives for one group
					if stopped && turns == 1 {
						w.admin.put("/bulk/stop", object{"id": started.ID}).status(200)
					}
					if ended, err := api.app.RunBulk(t.Context(), started.ID, time.Now().Add(time.Microsecond)); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					} else if ended {
						break
					}
					if b := w.admin.progress(started.ID); b.State.Ended() {
						break
					}
				}
				twice := api.count(`SELECT count(*) FROM (SELECT entity_id FROM change WHERE batch_id = $1 AND entity NOT LIKE '%Moderator' GROUP BY entity, entity_id HAVING count(*) > 1) AS t`, started.ID)
				if twice > 0 {
					t.Fatalf("seed %d: %v changed %d records twice", seed, body, twice)
				}
				if api.count("SELECT count(*) FROM change WHERE batch_id = $1", started.ID) > 0 {
					batches = append(batches, started.ID)
				}
			}
			for _, id := range slices.Backward(batches) {
				if answer := w.admin.put("/change/undo", object{"batchId": id}); answer.Code != 200 {
					t.Fatalf("seed %d, round %d: undo: %d %s", seed, round, answer.Code, answer.Body)
				}
			}
			if d := cmp.Diff(before, api.dump()); d != "" {
				t.Fatalf("seed %d, round %d: %s", seed, round, d)
			}
			(&side{api: api}).checkTotals(t)
		}
	})
}
