package httpapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// bulk is the body of a bulk action.
func bulk(list, action string, params object, ids ...string) object {
	return object{"list": list, "ids": ids, "action": action, "params": params, "preview": false}
}

func (c *client) preview(body object) (p tracker.BulkPreview) {
	c.api.t.Helper()
	c.post("/bulk", merged(body, object{"preview": true})).status(200).into(&p)
	return p
}

func (c *client) start(body object) string {
	c.api.t.Helper()
	var started tracker.BulkStarted
	c.post("/bulk", body).status(202).into(&started)
	return started.ID
}

func (c *client) progress(id string) (b tracker.Bulk) {
	c.api.t.Helper()
	c.get("/bulk/" + id).status(200).into(&b)
	return b
}

// runBulks runs the queued bulk actions to their ends.
func (api *testAPI) runBulks() {
	api.t.Helper()
	ids := api.mail.bulks
	api.mail.bulks = nil
	for _, id := range ids {
		if ended, err := api.app.RunBulk(api.t.Context(), id, time.Now().Add(time.Hour)); err != nil || !ended {
			api.t.Fatalf("bulk %s: ended %v, %v", id, ended, err)
		}
	}
}

// bulk starts an action and runs it.
func (c *client) bulk(body object) tracker.Bulk {
	c.api.t.Helper()
	id := c.start(body)
	c.api.runBulks()
	return c.progress(id)
}

func (c *client) expectBulk(body object, done, refused int) tracker.Bulk {
	c.api.t.Helper()
	p := c.preview(body)
	b := c.bulk(body)
	want := tracker.Bulk{ID: b.ID, State: tracker.BulkDone, Total: done + refused, Done: done, Refused: refused, BatchID: b.ID}
	if b != want {
		c.api.t.Errorf("%v: %+v, want %+v", body, b, want)
	}
	if p.Total != b.Total || p.RefusedTotal != refused {
		c.api.t.Errorf("%v: preview %+v", body, p)
	}
	return b
}

func TestBulkActions(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		price := func(id string) tracker.Money {
			t.Helper()
			var sub tracker.ProjectSubscription
			s.get("/project/subscription/" + id).status(200).into(&sub)
			return sub.Price
		}
		first, second, third := s.attachSubscription(30, false), s.attachSubscription(40, true), s.attachSubscription(50, true)

		// reprice: half a cent away from zero; refused where the price would not be one.
		body := bulk("projectSubscription", "reprice", object{"percent": 10}, first, second, second, "nothing")
		p := s.preview(body)
		if p.Total != 3 || p.Changes != 2 || p.RefusedTotal != 1 || len(p.Refused) != 1 || p.Refused[0] != (tracker.BulkRefusal{ID: "nothing", Reason: "Item is not found."}) {
			t.Errorf("preview: %+v", p)
		}
		if price(first) != 2025 {
			t.Error("a preview has changed something")
		}
		raised := s.expectBulk(body, 2, 1)
		if price(first) != 2228 || price(second) != 2228 || price(third) != 2025 {
			t.Errorf("prices: %v %v %v", price(first), price(second), price(third))
		}
		s.expectBulk(bulk("projectSubscription", "reprice", object{"amount": -20.25}, first, third), 1, 1)
		s.expectBulk(bulk("projectSubscription", "reprice", object{"price": 7.5}, first, third), 2, 0)
		if price(first) != 750 || price(third) != 750 {
			t.Errorf("prices: %v %v", price(first), price(third))
		}
		var changes []tracker.Change
		s.get("/change?BatchId=" + raised.BatchID).status(200).into(&changes)
		if len(changes) != 2 || changes[0].Via == nil || *changes[0].Via != (tracker.Via{Kind: "bulk", Name: "reprice"}) || changes[0].Action != "edit" {
			t.Errorf("changes: %+v", changes)
		}
		for _, params := range []object{{}, {"percent": 5, "price": 1}, {"percent": -100}, {"percent": 0}, {"percent": 1001}, {"percent": 0.00001}, {"amount": 0}, {"amount": 1.234}, {"price": 0}, {"price": "x"}} {
			s.post("/bulk", bulk("projectSubscription", "reprice", params, first)).status(400)
		}

		s.expectBulk(bulk("projectSubscription", "setRenewal", object{"autoRenew": false}, first, second), 2, 0)
		s.expectBulk(bulk("projectSubscription", "cancel", object{"reason": "moved"}, first), 1, 0)
		s.post("/bulk", bulk("projectSubscription", "cancel", object{"reason": " "}, first)).status(400)
		s.expectBulk(bulk("projectSubscription", "remove", nil, first, first, "nothing"), 1, 1)

		product := s.attachProduct(100, 50)
		s.expectBulk(bulk("projectProduct", "setStatus", object{"status": 2}, product), 1, 0)
		s.post("/bulk", bulk("projectProduct", "setStatus", object{"status": 99}, product)).status(400)
		s.expectBulk(bulk("projectProduct", "remove", nil, product), 1, 0)

		// The catalogues, by a query too.
		s.post("/product/categories", object{"name": "Other"}).status(201)
		s.made("/product", object{"categoryName": "Hardware", "name": "Mouse", "status": 0})
		query := object{"list": "product", "query": "Search=mouse&PageSize=1", "action": "setCategory", "params": object{"categoryName": "Other"}, "preview": false}
		s.expectBulk(query, 1, 0)
		query["query"] = "CategoryName=Other"
		if p := s.preview(query); p.Total != 1 || p.Changes != 0 {
			t.Errorf("already there: %+v", p)
		}
		query["query"] = "SortBy=nothing"
		s.post("/bulk", query).status(400)
		s.expectBulk(bulk("product", "setCategory", object{"categoryName": "None of them"}, s.product), 0, 1)
		s.expectBulk(bulk("product", "setStatus", object{"status": 1}, s.product), 1, 0)
		s.expectBulk(bulk("product", "remove", nil, s.product, "nothing"), 1, 1)
		s.expectBulk(bulk("product", "restore", nil, s.product), 1, 0)

		// Nothing but what the table says.
		s.post("/bulk", bulk("notification", "remove", nil, "x")).status(400)
		s.post("/bulk", bulk("product", "reprice", nil, "x")).status(400)
		s.post("/bulk", object{"list": "product", "action": "remove", "preview": true}).status(400)
		s.post("/bulk", object{"list": "product", "action": "remove", "ids": []string{"x"}, "query": "a=b", "preview": true}).status(400)
		many := make([]string, tracker.MaxBulk+1)
		for i := range many {
			many[i] = fmt.Sprint(i)
		}
		s.post("/bulk", bulk("product", "remove", nil, many...)).status(422)
	})
}

func TestBulkRemoveWithContents(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.attachProduct(100, 50)
		s.attachSubscription(30, true)
		empty := s.made("/project", object{"companyId": s.company, "name": "Empty"})
		before := api.dump()
		for list, want := range map[string]tracker.BulkContents{"company": {Companies: 1, Projects: 2, Products: 1, Subscriptions: 1}, "project": {Projects: 2, Products: 1, Subscriptions: 1}} {
			ids := []string{s.project, empty}
			if list == "company" {
				ids = []string{s.company}
			}
			body := bulk(list, "removeWithContents", nil, ids...)
			p := s.preview(body)
			if p.Contents == nil || p.Contents.MonthlyPrice <= 0 || p.Contents.MonthlyCost == nil || *p.Contents.MonthlyCost <= 0 {
				t.Fatalf("preview: %+v", p)
			}
			want.MonthlyPrice, want.MonthlyCost = p.Contents.MonthlyPrice, p.Contents.MonthlyCost
			if *p.Contents != want {
				t.Errorf("contents: %+v, want %+v", *p.Contents, want)
			}
			total := want.Companies + want.Projects + want.Products + want.Subscriptions
			b := s.expectBulk(body, total, 0)
			s.get("/project/" + s.project).status(404)
			if list == "company" {
				s.get("/company/" + s.company).status(404)
			}
			s.put("/change/undo", object{"batchId": b.BatchID}).status(200)
			expectSame(t, "undone", before, api.dump())
		}
	})
}

func expectSame(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for key := range want {
		if want[key] != got[key] {
			t.Errorf("%s: %s\n is %s\nwas %s", what, key, got[key], want[key])
		}
	}
	for key := range got {
		if _, ok := want[key]; !ok {
			t.Errorf("%s: %s is new: %s", what, key, got[key])
		}
	}
}

func TestBulkOfUsers(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		for _, email := range []string{"leaver@example.com", "heir@example.com", "third@example.com"} {
			api.addUser(email, email, false)
		}
		other := s.addCompany("Other")
		s.addModerator(s.company, "leaver@example.com", tracker.RoleOwner)
		s.addModerator(s.company, "heir@example.com", tracker.RoleSupport)
		s.addModerator(other, "leaver@example.com", tracker.RoleDesigner)
		s.post("/project/moderator", object{"id": s.project, "userEmail": "leaver@example.com", "role": "Manager", "details": "first contact"}).status(201)
		before := api.dump()
		roles := func(email string) string {
			t.Helper()
			user := "user-" + email
			return fmt.Sprint(api.text("SELECT COALESCE(SUM(100 + role), 0) || ' ' FROM company_moderator WHERE user_id = '"+user+"'"), api.text("SELECT COALESCE(SUM(100 + role), 0) || ' ' FROM project_moderator WHERE user_id = '"+user+"'"))
		}
		handOver := bulk("user", "handOver", object{"toEmail": "HEIR@example.com"}, "Leaver@example.com")
		b := s.expectBulk(handOver, 3, 0)
		if got := roles("leaver@example.com"); got != "0 0 " {
			t.Errorf("the leaver has %s", got)
		}
		if got := roles("heir@example.com"); got != "206 102 " { // Owner and Designer, Manager
			t.Errorf("the heir has %s", got)
		}
		s.put("/change/undo", object{"batchId": b.BatchID}).status(200)
		expectSame(t, "handed back", before, api.dump())
		s.post("/bulk", bulk("user", "handOver", object{"toEmail": "nobody@example.com"}, "leaver@example.com")).status(400)

		s.expectBulk(bulk("user", "disable", object{"reason": 1}, "leaver@example.com", "third@example.com", adminEmail, "nobody@example.com"), 2, 2)
		s.post("/bulk", bulk("user", "disable", object{"reason": 0}, "leaver@example.com")).status(400)
		s.post("/bulk", bulk("user", "handOver", object{"toEmail": "leaver@example.com"}, "third@example.com")).status(400)
		s.expectBulk(bulk("user", "invite", nil, "third@example.com", "heir@example.com"), 0, 2)
		s.expectBulk(bulk("user", "enable", nil, "leaver@example.com", "third@example.com"), 2, 0)
		s.post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).status(201)
		api.mail.jobs = nil
		s.expectBulk(bulk("user", "invite", nil, "new@example.com", adminEmail), 1, 1)
		if len(api.mail.jobs) != 1 || api.mail.jobs[0].Email != "new@example.com" {
			t.Errorf("mails: %+v", api.mail.jobs)
		}
		heir := api.signIn("heir@example.com")
		heir.post("/bulk", bulk("user", "disable", object{"reason": 1}, "third@example.com")).status(403)
		s.expectBulk(bulk("project", "addModerator", object{"userEmail": "third@example.com", "role": 3}, s.project), 1, 0)
		s.expectBulk(bulk("company", "addModerator", object{"userEmail": "nobody@example.com", "role": 3}, s.company), 0, 1)
	})
}

// A stopped action changes nothing more, each person has few under way, and nobody else sees them.
func TestBulkStopAndLimits(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		api.addUser("mia@example.com", "Mia", false)
		api.addUser("otto@example.com", "Otto", false)
		s.addModerator(s.company, "mia@example.com", tracker.RoleManager)
		mia, otto := api.signIn("mia@example.com"), api.signIn("otto@example.com")
		sub := s.attachSubscription(30, true)
		body := bulk("projectSubscription", "reprice", object{"percent": 10}, sub)
		id := mia.start(body)
		if b := mia.progress(id); b.State != tracker.BulkQueued || b.Total != 1 || b.Done != 0 {
			t.Errorf("queued: %+v", b)
		}
		otto.get("/bulk/" + id).status(404)
		otto.put("/bulk/stop", object{"id": id}).status(404)
		mia.put("/change/undo", object{"batchId": id}).status(422)
		mia.put("/bulk/stop", object{"id": id}).status(200)
		api.runBulks()
		if b := s.progress(id); b.State != tracker.BulkStopped || b.Done != 0 {
			t.Errorf("stopped: %+v", b)
		}

		// The same request again under its key is the same action.
		keyed := *mia
		keyed.header = map[string][]string{"Idempotency-Key": {"once"}}
		if id, again := keyed.start(body), keyed.start(body); id != again || len(api.mail.bulks) != 1 {
			t.Errorf("started twice: %s, %s", id, again)
		}
		api.runBulks()

		for range tracker.MaxBulkJobs {
			mia.start(body)
		}
		mia.post("/bulk", body).status(422)
		waiting := s.start(body) // somebody else's

		// Rights are those of the moment at which a record is changed.
		s.put("/UserManagement/disable", object{"email": "mia@example.com", "reason": 1}).status(200)
		ids := append([]string(nil), api.mail.bulks...)
		api.runBulks()
		for _, id := range ids {
			want := tracker.BulkFailed
			if id == waiting {
				want = tracker.BulkDone
			}
			if b := s.progress(id); b.State != want {
				t.Errorf("%+v, want %s", b, want)
			}
		}
		if n := api.count("SELECT count(*) FROM bulk_piece"); n != 0 {
			t.Errorf("%d pieces are left", n)
		}
	})
}

// A group whose second change fails is undone; the records before it are changed, and the job goes on
// behind it.
func TestBulkGoesOnBehindFailures(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		var emails []string
		for i := range 6 {
			email := fmt.Sprintf("new%d@example.com", i)
			emails = append(emails, email)
			admin.post("/UserManagement", object{"email": email, "displayName": "New", "gender": 0}).status(201)
		}
		api.mail.refuse = emails[3]
		b := admin.bulk(bulk("user", "invite", nil, emails...))
		if b.State != tracker.BulkDone || b.Done != 5 || b.Refused != 1 {
			t.Errorf("%+v", b)
		}
		if n := api.count("SELECT count(*) FROM change WHERE batch_id = $1", b.BatchID); n != b.Done {
			t.Errorf("%d changes of %+v", n, b)
		}
	})
}

// A group reads its records at once, and writes them with few statements each: a query for each record would be most of
// the time on PostgreSQL.
func TestBulkStatements(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		ids := map[string][]string{}
		for i := range 20 {
			ids["projectSubscription"] = append(ids["projectSubscription"], s.attachSubscription(20+i, i%2 == 0))
			ids["projectProduct"] = append(ids["projectProduct"], s.attachProduct(10, 5))
			ids["product"] = append(ids["product"], s.made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("P", i), "status": 0}))
		}
		for _, of := range []struct {
			list, action string
			params       object
			sqlite       int64 // statements for each record
			postgres     int64
		}{
			{"projectSubscription", "reprice", object{"percent": 10}, 3, 0},
			{"projectSubscription", "setRenewal", object{"autoRenew": true}, 3, 0},
			{"projectProduct", "setStatus", object{"status": 1}, 2, 2},
			{"product", "setStatus", object{"status": 1}, 2, 0},
		} {
			body, all := bulk(of.list, of.action, of.params, ids[of.list]...), len(ids[of.list])
			counted := func(do func(ctx context.Context)) int64 {
				var n store.Statements
				do(store.CountStatements(t.Context(), &n))
				return n.All.Load()
			}
			preview := func(ids ...string) int64 {
				return counted(func(ctx context.Context) {
					counting := *s.client
					counting.ctx = ctx
					counting.preview(bulk(of.list, of.action, of.params, ids...))
				})
			}
			if one, many := preview(ids[of.list][0]), preview(ids[of.list]...); many != one {
				t.Errorf("%s: the preview takes %d statements for one record and %d for %d", of.action, one, many, all)
			}
			id := s.start(body)
			api.mail.bulks = nil
			for ended, last := false, 0; !ended; {
				n := counted(func(ctx context.Context) {
					var err error
					if ended, err = api.app.RunBulk(ctx, id, time.Now()); err != nil { // one group
						t.Fatal(err)
					}
				})
				perRecord, done := of.sqlite, int64(s.progress(id).Done)
				if api.store.Dialect() == "postgres" {
					perRecord = of.postgres
				}
				if most := 25 + perRecord*(done-int64(last)); n > most {
					t.Errorf("%s: %d statements for %d records, want %d at most", of.action, n, done-int64(last), most)
				}
				last = int(done)
			}
			if b := s.progress(id); b.Refused > 0 {
				t.Errorf("%s: %+v", of.action, b)
			}
		}
	})
}

// What an action needs may go before its turn comes: then each record is refused.
func TestBulkWithoutItsCategory(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.post("/product/categories", object{"name": "Spare"}).status(201)
		ids := []string{s.made("/product", object{"categoryName": "Hardware", "name": "P1", "status": 0}), s.made("/product", object{"categoryName": "Hardware", "name": "P2", "status": 0})}
		id := s.start(bulk("product", "setCategory", object{"categoryName": "Spare"}, ids...))
		s.delete("/product/categories", object{"name": "Spare"}).status(200)
		if _, err := api.app.RunBulk(t.Context(), id, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if b := s.progress(id); b.State != tracker.BulkDone || b.Done != 0 || b.Refused != 2 {
			t.Errorf("%+v", b)
		}
	})
}

// An action that is cut off anywhere goes on where it was, and changes no record twice.
func TestBulkIsCutOff(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		var ids []string
		for i := range 250 {
			ids = append(ids, s.made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("P", i), "status": 0}))
		}
		id := s.start(bulk("product", "setStatus", object{"status": 1}, ids...))
		for cuts := 0; ; cuts++ {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+cuts)*3*time.Millisecond)
			ended, err := api.app.RunBulk(ctx, id, time.Now().Add(time.Hour))
			cancel()
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if ended {
				break
			}
		}
		if b := s.progress(id); b.State != tracker.BulkDone || b.Done != 250 || b.Refused != 0 {
			t.Errorf("%+v", b)
		}
		if n := api.count("SELECT count(*) FROM change WHERE batch_id = $1", id); n != 250 {
			t.Errorf("%d changes", n)
		}
		if n := api.count("SELECT count(*) FROM catalogue_item WHERE status = 1"); n != 250 {
			t.Errorf("%d items", n)
		}
	})
}

// People get the mails that a single change sends.
func TestBulkSendsMails(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		api.addUser("mia@example.com", "Mia", false)
		s.addModerator(s.company, "mia@example.com", tracker.RoleOwner)
		mia := api.signIn("mia@example.com")
		mia.put("/account/notificationSettings", object{"email": "each"}).status(200)
		subs := []string{s.attachSubscription(30, false), s.attachSubscription(40, false)}
		api.mail.jobs = nil
		s.expectBulk(bulk("projectSubscription", "cancel", object{"reason": "moved"}, subs...), 2, 0)
		if len(api.mail.jobs) != 2 || api.mail.jobs[0].Email != "mia@example.com" {
			t.Errorf("mails: %+v", api.mail.jobs)
		}
	})
}

// All records that a list across projects shows for a query.
func TestBulkByQueryAcrossProjects(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.attachSubscription(30, false)
		s.attachSubscription(40, true)
		s.attachProduct(100, 50)
		query := func(list, query, action string, params object) object {
			return object{"list": list, "query": query, "action": action, "params": params, "preview": false}
		}
		s.expectBulk(query("projectSubscription", "State=renews&PageSize=1", "reprice", object{"percent": 10}), 1, 0)
		s.expectBulk(query("projectSubscription", "", "reprice", object{"amount": 1}), 2, 0)
		s.expectBulk(query("projectSubscription", "ProjectId="+s.project, "reprice", object{"percent": 10}), 2, 0)
		s.expectBulk(query("projectProduct", "CompanyId="+s.company, "setStatus", object{"status": 2}), 1, 0)
		s.expectBulk(query("projectProduct", "Status=0", "remove", nil), 0, 0)
		s.post("/bulk", query("projectSubscription", "State=nothing", "remove", nil)).status(400)
	})
}

func TestBulkProgressIsLive(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		p := livePages(t, api, adminEmail)
		id := s.start(bulk("product", "setStatus", object{"status": 1}, s.product))
		api.runBulks()
		told := map[string]bool{}
		for range 2 { // the relay and the notice are not in order
			told[<-p.told] = true
		}
		want := fmt.Sprintf(`user-user-%s BulkProgress {"id":%q,"state":"done","total":1,"done":1,"refused":0,"batchId":%q}`, adminEmail, id, id)
		if !told[strings.TrimPrefix(want, "user-")] {
			t.Errorf("told %v, want %s", told, want)
		}
	})
}
