package batch_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

func TestBulkActions(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		price := func(id string) tracker.Money {
			t.Helper()
			var sub tracker.ProjectSubscription
			s.Get("/project/subscription/" + id).Status(200).Into(&sub)
			return sub.Price
		}
		first, second, third := s.AttachSubscription(30, false), s.AttachSubscription(40, true), s.AttachSubscription(50, true)

		// reprice: half a cent away from zero; refused where the price would not be one.
		body := apitest.Bulk("projectSubscription", "reprice", object{"percent": 10}, first, second, second, "nothing")
		p := s.Preview(body)
		if p.Total != 3 || p.Changes != 2 || p.RefusedTotal != 1 || len(p.Refused) != 1 || p.Refused[0].ID != "nothing" || p.Refused[0].Name != "" ||
			p.Refused[0].Reason != "Item is not found." ||
			p.Refused[0].ReasonText.Key != "notFound" {
			t.Errorf("preview: %+v", p)
		}
		if price(first) != 2025 {
			t.Error("a preview has changed something")
		}
		raised := s.ExpectBulk(body, 2, 1)
		if price(first) != 2228 || price(second) != 2228 || price(third) != 2025 {
			t.Errorf("prices: %v %v %v", price(first), price(second), price(third))
		}
		s.ExpectBulk(apitest.Bulk("projectSubscription", "reprice", object{"amount": -20.25}, first, third), 1, 1)
		s.ExpectBulk(apitest.Bulk("projectSubscription", "reprice", object{"price": 7.5}, first, third), 2, 0)
		if price(first) != 750 || price(third) != 750 {
			t.Errorf("prices: %v %v", price(first), price(third))
		}
		var changes []tracker.Change
		s.Get("/change?BatchId=" + raised.BatchID).Status(200).Into(&changes)
		if len(changes) != 2 || changes[0].Via == nil || *changes[0].Via != (tracker.Via{Kind: "bulk", Name: "reprice"}) || changes[0].Action != "edit" {
			t.Errorf("changes: %+v", changes)
		}
		for _, params := range []object{{}, {"percent": 5, "price": 1}, {"percent": -100}, {"percent": 0}, {"percent": 1001},
			{"percent": 0.00001}, {"amount": 0}, {"amount": 1.234}, {"price": 0}, {"price": "x"},
			{"percent": 5, "from": "soon"}, {"percent": 5, "from": api.Clock.Now()}} {
			s.Post("/bulk", apitest.Bulk("projectSubscription", "reprice", params, first)).Status(400)
		}
		for _, months := range []int{0, tracker.MaxRenewMonths + 1} {
			s.Post("/bulk", apitest.Bulk("projectSubscription", "renew", object{"months": months}, first)).Status(400)
		}

		s.ExpectBulk(apitest.Bulk("projectSubscription", "setRenewal", object{"autoRenew": false}, first, second), 2, 0)
		s.ExpectBulk(apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, first), 1, 0)
		s.Post("/bulk", apitest.Bulk("projectSubscription", "cancel", object{"reason": " "}, first)).Status(400)

		// A new price that would never count is refused: of what has ended, unless its renewal brings it.
		over := s.Made("/project/subscription", object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 20.25, "autoRenew": false,
			"startAt": api.Clock.Now().AddDate(0, -2, 0), "endAt": api.Clock.Now().AddDate(0, -1, 0)})
		for from, want := range map[any][]string{"now": {"canceled", "hasEnded"}, api.Clock.Now().AddDate(0, 1, 0): {"canceled", "hasEnded"}, "renewal": {"canceled"}} {
			p := s.Preview(apitest.Bulk("projectSubscription", "reprice", object{"percent": 10, "from": from}, first, over))
			var reasons []string
			for _, refused := range p.Refused {
				reasons = append(reasons, refused.ReasonText.Key)
			}
			if !slices.Equal(reasons, want) || p.Changes != 2-len(want) {
				t.Errorf("from %v: %d change, refused for %q, want %q", from, p.Changes, reasons, want)
			}
		}
		s.ExpectBulk(apitest.Bulk("projectSubscription", "remove", nil, first, first, "nothing"), 1, 1)

		product := s.AttachProduct(100, 50)
		s.ExpectBulk(apitest.Bulk("projectProduct", "setStatus", object{"status": 2}, product), 1, 0)
		s.Post("/bulk", apitest.Bulk("projectProduct", "setStatus", object{"status": 99}, product)).Status(400)
		s.ExpectBulk(apitest.Bulk("projectProduct", "remove", nil, product), 1, 0)

		// The catalogues, by a query too.
		s.Post("/product/categories", object{"name": "Other"}).Status(201)
		s.Made("/product", object{"categoryName": "Hardware", "name": "Mouse", "status": 0})
		query := object{"list": "product", "query": "Search=mouse&PageSize=1", "action": "setCategory", "params": object{"categoryName": "Other"}, "preview": false}
		s.ExpectBulk(query, 1, 0)
		query["query"] = "CategoryName=Other"
		if p := s.Preview(query); p.Total != 1 || p.Changes != 0 {
			t.Errorf("already there: %+v", p)
		}
		query["query"] = "SortBy=nothing"
		s.Post("/bulk", query).Status(400)
		s.ExpectBulk(apitest.Bulk("product", "setCategory", object{"categoryName": "None of them"}, s.Product), 0, 1)
		s.ExpectBulk(apitest.Bulk("product", "setStatus", object{"status": 1}, s.Product), 1, 0)
		s.ExpectBulk(apitest.Bulk("product", "remove", nil, s.Product, "nothing"), 1, 1)
		s.ExpectBulk(apitest.Bulk("product", "restore", nil, s.Product), 1, 0)

		// Nothing but what the table says.
		s.Post("/bulk", apitest.Bulk("notification", "remove", nil, "x")).Status(400)
		s.Post("/bulk", apitest.Bulk("product", "reprice", nil, "x")).Status(400)
		s.Post("/bulk", object{"list": "product", "action": "remove", "preview": true}).Status(400)
		s.Post("/bulk", object{"list": "product", "action": "remove", "ids": []string{"x"}, "query": "a=b", "preview": true}).Status(400)
		many := make([]string, tracker.MaxBulk+1)
		for i := range many {
			many[i] = fmt.Sprint(i)
		}
		s.Post("/bulk", apitest.Bulk("product", "remove", nil, many...)).Status(422)
	})
}

func TestBulkRemoveWithContents(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachProduct(100, 50)
		s.AttachSubscription(30, true)
		empty := s.Made("/project", object{"companyId": s.Company, "name": "Empty"})
		before := api.Dump()
		for list, want := range map[string]tracker.BulkContents{"company": {Companies: 1, Projects: 2, Products: 1, Subscriptions: 1},
			"project": {Projects: 2, Products: 1, Subscriptions: 1}} {
			ids := []string{s.Project, empty}
			if list == "company" {
				ids = []string{s.Company}
			}
			body := apitest.Bulk(list, "removeWithContents", nil, ids...)
			p := s.Preview(body)
			if p.Contents == nil || p.Contents.MonthlyPrice <= 0 || p.Contents.MonthlyCost == nil || *p.Contents.MonthlyCost <= 0 {
				t.Fatalf("preview: %+v", p)
			}
			want.MonthlyPrice, want.MonthlyCost = p.Contents.MonthlyPrice, p.Contents.MonthlyCost
			if *p.Contents != want {
				t.Errorf("contents: %+v, want %+v", *p.Contents, want)
			}
			total := want.Companies + want.Projects + want.Products + want.Subscriptions
			b := s.ExpectBulk(body, total, 0)
			s.Get("/project/" + s.Project).Status(404)
			if list == "company" {
				s.Get("/company/" + s.Company).Status(404)
			}
			s.Put("/change/undo", object{"batchId": b.BatchID}).Status(200)
			apitest.ExpectSame(t, "undone", before, api.Dump())
		}
	})
}

func TestBulkOfUsers(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		for _, email := range []string{"leaver@example.com", "heir@example.com", "third@example.com"} {
			api.AddUser(email, email, false)
		}
		other := s.AddCompany("Other")
		s.AddModerator(s.Company, "leaver@example.com", tracker.RoleOwner)
		s.AddModerator(s.Company, "heir@example.com", tracker.RoleSupport)
		s.AddModerator(other, "leaver@example.com", tracker.RoleDesigner)
		s.Post("/project/moderator", object{"id": s.Project, "userEmail": "leaver@example.com", "role": "Manager", "details": "first contact"}).Status(201)
		before := api.Dump()
		roles := func(email string) string {
			t.Helper()
			user := "user-" + email
			return fmt.Sprint(api.Text("SELECT COALESCE(SUM(100 + role), 0) || ' ' FROM company_moderator WHERE user_id = '"+user+"'"),
				api.Text("SELECT COALESCE(SUM(100 + role), 0) || ' ' FROM project_moderator WHERE user_id = '"+user+"'"))
		}
		handOver := apitest.Bulk("user", "handOver", object{"toEmail": "HEIR@example.com"}, "Leaver@example.com")
		b := s.ExpectBulk(handOver, 3, 0)
		if got := roles("leaver@example.com"); got != "0 0 " {
			t.Errorf("the leaver has %s", got)
		}
		if got := roles("heir@example.com"); got != "206 102 " { // Owner and Designer, Manager
			t.Errorf("the heir has %s", got)
		}
		s.Put("/change/undo", object{"batchId": b.BatchID}).Status(200)
		apitest.ExpectSame(t, "handed back", before, api.Dump())
		s.Post("/bulk", apitest.Bulk("user", "handOver", object{"toEmail": "nobody@example.com"}, "leaver@example.com")).Status(400)

		s.ExpectBulk(apitest.Bulk("user", "disable", object{"reason": 1}, "leaver@example.com", "third@example.com", apitest.AdminEmail, "nobody@example.com"), 2, 2)
		s.Post("/bulk", apitest.Bulk("user", "disable", object{"reason": 0}, "leaver@example.com")).Status(400)
		s.Post("/bulk", apitest.Bulk("user", "handOver", object{"toEmail": "leaver@example.com"}, "third@example.com")).Status(400)
		s.ExpectBulk(apitest.Bulk("user", "invite", nil, "third@example.com", "heir@example.com"), 0, 2)
		s.ExpectBulk(apitest.Bulk("user", "enable", nil, "leaver@example.com", "third@example.com"), 2, 0)
		s.Post("/UserManagement", object{"email": "new@example.com", "displayName": "New", "gender": 0}).Status(201)
		api.Mail.Jobs = nil
		s.ExpectBulk(apitest.Bulk("user", "invite", nil, "new@example.com", apitest.AdminEmail), 1, 1)
		if len(api.Mail.Jobs) != 1 || api.Mail.Jobs[0].Email != "new@example.com" {
			t.Errorf("mails: %+v", api.Mail.Jobs)
		}
		heir := api.SignIn("heir@example.com")
		heir.Post("/bulk", apitest.Bulk("user", "disable", object{"reason": 1}, "third@example.com")).Status(403)
		s.ExpectBulk(apitest.Bulk("project", "addModerator", object{"userEmail": "third@example.com", "role": 3}, s.Project), 1, 0)
		s.ExpectBulk(apitest.Bulk("company", "addModerator", object{"userEmail": "nobody@example.com", "role": 3}, s.Company), 0, 1)
	})
}

// A stopped action changes nothing more, each person has few under way, and nobody else sees them.
func TestBulkStopAndLimits(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		api.AddUser("mia@example.com", "Mia", false)
		api.AddUser("otto@example.com", "Otto", false)
		s.AddModerator(s.Company, "mia@example.com", tracker.RoleManager)
		mia, otto := api.SignIn("mia@example.com"), api.SignIn("otto@example.com")
		sub := s.AttachSubscription(30, true)
		body := apitest.Bulk("projectSubscription", "reprice", object{"percent": 10}, sub)
		id := mia.Start(body)
		if b := mia.Progress(id); b.State != tracker.BulkQueued || b.Total != 1 || b.Done != 0 {
			t.Errorf("queued: %+v", b)
		}
		otto.Get("/bulk/" + id).Status(404)
		otto.Put("/bulk/stop", object{"id": id}).Status(404)
		mia.Put("/change/undo", object{"batchId": id}).Status(422)
		mia.Put("/bulk/stop", object{"id": id}).Status(200)
		api.RunBulks()
		if b := s.Progress(id); b.State != tracker.BulkStopped || b.Done != 0 {
			t.Errorf("stopped: %+v", b)
		}

		// The same request again under its key is the same action.
		keyed := *mia
		keyed.Header = map[string][]string{"Idempotency-Key": {"once"}}
		if id, again := keyed.Start(body), keyed.Start(body); id != again || len(api.Mail.Bulks) != 1 {
			t.Errorf("started twice: %s, %s", id, again)
		}
		api.RunBulks()

		for range tracker.MaxBulkJobs {
			mia.Start(body)
		}
		mia.Post("/bulk", body).Status(422)
		waiting := s.Start(body) // somebody else's

		// Rights are those of the moment at which a record is changed.
		s.Put("/UserManagement/disable", object{"email": "mia@example.com", "reason": 1}).Status(200)
		ids := append([]string(nil), api.Mail.Bulks...)
		api.RunBulks()
		for _, id := range ids {
			want := tracker.BulkFailed
			if id == waiting {
				want = tracker.BulkDone
			}
			if b := s.Progress(id); b.State != want {
				t.Errorf("%+v, want %s", b, want)
			}
		}
		if n := api.Count("SELECT count(*) FROM bulk_piece"); n != 0 {
			t.Errorf("%d pieces are left", n)
		}
	})
}

// A group whose second change fails is undone; the records before it are changed, and the job goes on
// behind it.
func TestBulkGoesOnBehindFailures(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var emails []string
		for i := range 6 {
			email := fmt.Sprintf("new%d@example.com", i)
			emails = append(emails, email)
			admin.Post("/UserManagement", object{"email": email, "displayName": "New", "gender": 0}).Status(201)
		}
		api.Mail.Refuse = emails[3]
		b := admin.Bulk(apitest.Bulk("user", "invite", nil, emails...))
		if b.State != tracker.BulkDone || b.Done != 5 || b.Refused != 1 {
			t.Errorf("%+v", b)
		}
		if n := api.Count("SELECT count(*) FROM change WHERE batch_id = $1", b.BatchID); n != b.Done {
			t.Errorf("%d changes of %+v", n, b)
		}
	})
}

// A group reads its records at once, and writes them with few statements each: a query for each record would be most of
// the time on PostgreSQL.
func TestBulkStatements(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		ids := map[string][]string{}
		for i := range 20 {
			ids["projectSubscription"] = append(ids["projectSubscription"], s.AttachSubscription(20+i, i%2 == 0))
			ids["projectProduct"] = append(ids["projectProduct"], s.AttachProduct(10, 5))
			ids["product"] = append(ids["product"], s.Made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("P", i), "status": 0}))
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
			body, all := apitest.Bulk(of.list, of.action, of.params, ids[of.list]...), len(ids[of.list])
			counted := func(do func(ctx context.Context)) int64 {
				var n store.Statements
				do(store.CountStatements(t.Context(), &n))
				return n.All.Load()
			}
			preview := func(ids ...string) int64 {
				return counted(func(ctx context.Context) {
					counting := *s.Client
					counting.Ctx = ctx
					counting.Preview(apitest.Bulk(of.list, of.action, of.params, ids...))
				})
			}
			if one, many := preview(ids[of.list][1]), preview(ids[of.list]...); many != one { // the first renews already
				t.Errorf("%s: the preview takes %d statements for one record and %d for %d", of.action, one, many, all)
			}
			id := s.Start(body)
			api.Mail.Bulks = nil
			for ended, last := false, 0; !ended; {
				n := counted(func(ctx context.Context) {
					var err error
					if ended, err = api.App.RunBulk(ctx, id, time.Now()); err != nil { // one group
						t.Fatal(err)
					}
				})
				perRecord, done := of.sqlite, int64(s.Progress(id).Done)
				if api.Store.Dialect() == "postgres" {
					perRecord = of.postgres
				}
				if most := 25 + perRecord*(done-int64(last)); n > most {
					t.Errorf("%s: %d statements for %d records, want %d at most", of.action, n, done-int64(last), most)
				}
				last = int(done)
			}
			if b := s.Progress(id); b.Refused > 0 {
				t.Errorf("%s: %+v", of.action, b)
			}
		}
	})
}

// What an action needs may go before its turn comes: then each record is refused.
func TestBulkWithoutItsCategory(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Post("/product/categories", object{"name": "Spare"}).Status(201)
		ids := []string{s.Made("/product", object{"categoryName": "Hardware", "name": "P1", "status": 0}),
			s.Made("/product", object{"categoryName": "Hardware", "name": "P2", "status": 0})}
		id := s.Start(apitest.Bulk("product", "setCategory", object{"categoryName": "Spare"}, ids...))
		s.Delete("/product/categories", object{"name": "Spare"}).Status(200)
		if _, err := api.App.RunBulk(t.Context(), id, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if b := s.Progress(id); b.State != tracker.BulkDone || b.Done != 0 || b.Refused != 2 {
			t.Errorf("%+v", b)
		}
	})
}

// An action that is cut off anywhere goes on where it was, and changes no record twice.
func TestBulkIsCutOff(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		var ids []string
		for i := range 250 {
			ids = append(ids, s.Made("/product", object{"categoryName": "Hardware", "name": fmt.Sprint("P", i), "status": 0}))
		}
		id := s.Start(apitest.Bulk("product", "setStatus", object{"status": 1}, ids...))
		for cuts := 0; ; cuts++ {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+cuts)*3*time.Millisecond)
			ended, err := api.App.RunBulk(ctx, id, time.Now().Add(time.Hour))
			cancel()
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			if ended {
				break
			}
		}
		if b := s.Progress(id); b.State != tracker.BulkDone || b.Done != 250 || b.Refused != 0 {
			t.Errorf("%+v", b)
		}
		if n := api.Count("SELECT count(*) FROM change WHERE batch_id = $1", id); n != 250 {
			t.Errorf("%d changes", n)
		}
		if n := api.Count("SELECT count(*) FROM catalogue_item WHERE status = 1"); n != 250 {
			t.Errorf("%d items", n)
		}
	})
}

// People get the mails that a single change sends.
func TestBulkSendsMails(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		api.AddUser("mia@example.com", "Mia", false)
		s.AddModerator(s.Company, "mia@example.com", tracker.RoleOwner)
		mia := api.SignIn("mia@example.com")
		mia.Put("/account/notificationSettings", object{"email": "each"}).Status(200)
		subs := []string{s.AttachSubscription(30, false), s.AttachSubscription(40, false)}
		api.Mail.Jobs = nil
		s.ExpectBulk(apitest.Bulk("projectSubscription", "cancel", object{"reason": "moved"}, subs...), 2, 0)
		if len(api.Mail.Jobs) != 2 || api.Mail.Jobs[0].Email != "mia@example.com" {
			t.Errorf("mails: %+v", api.Mail.Jobs)
		}
	})
}

// All records that a list across projects shows for a query.
func TestBulkByQueryAcrossProjects(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachSubscription(30, false)
		s.AttachSubscription(40, true)
		s.AttachProduct(100, 50)
		query := func(list, query, action string, params object) object {
			return object{"list": list, "query": query, "action": action, "params": params, "preview": false}
		}
		s.ExpectBulk(query("projectSubscription", "State=renews&PageSize=1", "reprice", object{"percent": 10}), 1, 0)
		s.ExpectBulk(query("projectSubscription", "", "reprice", object{"amount": 1}), 2, 0)
		s.ExpectBulk(query("projectSubscription", "ProjectId="+s.Project, "reprice", object{"percent": 10}), 2, 0)
		s.ExpectBulk(query("projectProduct", "CompanyId="+s.Company, "setStatus", object{"status": 2}), 1, 0)
		s.ExpectBulk(query("projectProduct", "Status=0", "remove", nil), 0, 0)
		s.Post("/bulk", query("projectSubscription", "State=nothing", "remove", nil)).Status(400)
	})
}

func TestBulkProgressIsLive(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		p := apitest.LivePages(t, api, apitest.AdminEmail)
		id := s.Start(apitest.Bulk("product", "setStatus", object{"status": 1}, s.Product))
		api.RunBulks()
		told := map[string]bool{}
		for range 2 { // the relay and the notice are not in order
			told[<-p.Told] = true
		}
		want := fmt.Sprintf(`user-user-%s BulkProgress {"id":%q,"state":"done","total":1,"done":1,"refused":0,"batchId":%q}`, apitest.AdminEmail, id, id)
		if !told[strings.TrimPrefix(want, "user-")] {
			t.Errorf("told %v, want %s", told, want)
		}
	})
}
