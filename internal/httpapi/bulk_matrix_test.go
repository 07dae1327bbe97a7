package httpapi_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// oneByOne is a bulk action beside the call that does the same with one record.
type oneByOne struct {
	list, action string
	params       object
	kind         string // of the record in the matrix
	single       func(w *world, c *client, id string) *answer
}

func inOneByOne() []oneByOne {
	call := func(method, path, key string, more object) func(*world, *client, string) *answer {
		return func(_ *world, c *client, id string) *answer { return c.do(method, path, merged(object{key: id}, more)) }
	}
	list := []oneByOne{
		{"projectSubscription", "reprice", object{"price": 12}, "projectSubscription", func(w *world, c *client, id string) *answer {
			return c.put("/project/subscription", merged(w.term(object{"id": id}), object{"price": 12}))
		}},
		{"projectSubscription", "cancel", object{"reason": "moved"}, "projectSubscription", call("PUT", "/project/subscription/cancel", "id", object{"cancelationReason": "moved"})},
		{"projectSubscription", "remove", nil, "projectSubscription", call("DELETE", "/project/subscription", "id", nil)},
		{"projectProduct", "setStatus", object{"status": 2}, "projectProduct", func(w *world, c *client, id string) *answer {
			// Those who do not see the cost leave it out; everyone else sends what it is.
			if answer := c.put("/project/product", object{"id": id, "price": 10, "cost": 5, "status": 2}); answer.Code < 300 {
				return answer
			}
			return c.put("/project/product", object{"id": id, "price": 10, "status": 2})
		}},
		{"projectProduct", "remove", nil, "projectProduct", call("DELETE", "/project/product", "id", nil)},
		{"user", "disable", object{"reason": 2}, "user", call("PUT", "/UserManagement/disable", "email", object{"reason": 2})},
		{"user", "enable", nil, "user", call("PUT", "/UserManagement/enable", "email", nil)},
	}
	for _, kind := range []string{"company", "project", "product", "subscription"} {
		list = append(list,
			oneByOne{kind, "remove", nil, kind, call("DELETE", "/"+kind, "id", nil)},
			oneByOne{kind, "restore", nil, kind, call("PUT", "/"+kind+"/restore", "id", nil)})
	}
	for _, kind := range []string{"company", "project"} {
		for _, role := range []tracker.Role{tracker.RoleSupport, tracker.RoleOwner} {
			who := object{"userEmail": "newcomer@people.example", "role": role}
			list = append(list, oneByOne{kind, "addModerator", who, kind, call("POST", "/"+kind+"/moderator", "id", who)})
		}
	}
	return list
}

// notCompared are parts of a logged record that differ each time.
var notCompared = regexp.MustCompile(`"(version|createdAt|id|startAt|endAt|updatedAt|removedAt)":("[^"]*"|[0-9]+|null)`)

// lastChange is the last row of the log, without what differs each time.
func (w *world) lastChange() string {
	text := w.api.text("SELECT action || ' ' || entity || ' ' || COALESCE(before, '') || ' ' || COALESCE(after, '') FROM change ORDER BY seq DESC LIMIT 1")
	return notCompared.ReplaceAllString(text, "")
}

// A bulk action does to each record what its caller could do with it alone, and nothing else: for
// every caller and every record of the matrix the two make the same change, or none.
func TestBulkDoesWhatOneByOneDoes(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells, changed := newWorld(api), 0, 0
		takeBack := func(how string, before int) {
			t.Helper()
			for seq := api.count("SELECT max(seq) FROM change"); seq > before; seq-- {
				if answer := w.admin.undo(int64(seq)); answer.Code != 200 {
					t.Fatalf("%s: undo: %d %s", how, answer.Code, answer.Body)
				}
			}
		}
		for _, of := range inOneByOne() {
			for _, c := range w.callers {
				if !c.signedIn {
					continue
				}
				for _, rel := range relations {
					how := fmt.Sprintf("%s of %s %s by %s", of.action, rel, of.kind, c.name)
					id := w.ids[of.kind][rel]
					body := bulk(of.list, of.action, of.params, id)
					last := api.count("SELECT max(seq) FROM change")
					started := c.post("/bulk", body)
					var inBulk string
					if started.Code == 202 {
						preview := c.preview(body)
						api.runBulks()
						if n := api.count("SELECT count(*) FROM change WHERE seq > $1", last); n != preview.Changes {
							t.Errorf("%s: %d changes, the preview says %+v", how, n, preview)
						} else if n > 0 {
							inBulk = w.lastChange()
						}
						if strings.Contains(fmt.Sprint(preview.Refused), "Matrix") && !c.may(see, of.kind, rel) && of.kind != "product" && of.kind != "subscription" {
							t.Errorf("%s: tells %+v", how, preview.Refused)
						}
					} else if started.Code != 403 {
						t.Errorf("%s: %d %s", how, started.Code, started.Body)
					}
					takeBack(how, last)
					last = api.count("SELECT max(seq) FROM change")
					answer := of.single(w, c.client, id)
					var alone string
					if api.count("SELECT max(seq) FROM change") > last {
						alone = w.lastChange()
					}
					if d := cmp.Diff(alone, inBulk); d != "" {
						t.Errorf("%s: one by one %d, %s", how, answer.Code, d)
					}
					takeBack(how+" alone", last)
					cells++
					if alone != "" {
						changed++
					}
				}
			}
		}
		t.Logf("%d cells, %d of them change something", cells, changed)
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
			for list := range tracker.BulkActions {
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
				action := tracker.BulkActions[list][r.IntN(len(tracker.BulkActions[list]))]
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
