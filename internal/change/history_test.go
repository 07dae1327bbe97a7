package change_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The history names what changed in the words of the forms.
func TestHistory(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin := api.Admin()
		began := api.Clock.Now()
		company := admin.AddCompany("Acme")
		admin.Put("/company", object{"data": object{"id": company, "name": "Acme Two", "details": "D"}}).Status(200)
		admin.Put("/company/address", object{"id": company, "address": object{"country": "F", "provinceState": "R"}}).Status(200)
		admin.Put("/company/"+company+"/photo", apitest.Picture(t, 4)).Status(200)
		link := admin.AddModerator(company, apitest.UserEmail, tracker.RoleNone)
		admin.Put("/company/moderator", object{"id": link, "role": "Manager"}).Status(200)
		api.Clock.Advance(time.Minute)
		project := admin.Made("/project", object{"companyId": company, "name": "Web shop"})
		admin.Post("/product/categories", object{"name": "Printers"}).Status(201)
		admin.Post("/subscription/categories", object{"name": "Hosting"}).Status(201)
		product := admin.Made("/product", object{"categoryName": "Printers", "name": "Label printer", "status": 0})
		server := admin.Made("/subscription", object{"categoryName": "Hosting", "name": "VPS", "status": 0, "cost": 7})
		printer := admin.Made("/project/product", object{"projectId": project, "productId": product, "price": 10, "cost": 5.25, "status": 1})
		now := api.Clock.Now()
		term := object{"startAt": now, "endAt": now.AddDate(1, 0, 0), "price": 176.40, "autoRenew": false}
		attached := admin.Made("/project/subscription", apitest.Merged(term, object{"projectId": project, "subscriptionId": server}))
		admin.Put("/project/subscription", apitest.Merged(term, object{"id": attached, "price": 181.40})).Status(200)
		admin.Put("/project/subscription/cancel", object{"id": attached, "cancelationReason": "Moved"}).Status(200)
		admin.Put("/subscription", object{"data": object{"id": server, "categoryName": "Hosting", "name": "VPS", "status": 2, "cost": 8}}).Status(200)
		admin.Delete("/project/product", object{"id": printer}).Status(204)
		admin.Delete("/project", object{"id": project}).Status(200)
		admin.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": true}).Status(200)
		admin.Put("/UserManagement/admin", object{"email": apitest.UserEmail, "isAdmin": false}).Status(200)
		admin.Put("/UserManagement/disable", object{"email": apitest.UserEmail, "reason": 1}).Status(200)
		api.Notify("n1", apitest.AdminEmail, project)
		admin.Put("/notification", object{"notificationId": "n1"}).Status(200)

		instant := func(at time.Time) string { return `"` + at.Format(time.RFC3339Nano) + `"` }
		photo := ""
		for _, change := range admin.Changes("Action=photo") {
			photo = string(change.Fields[0].After)
		}
		want := []string{
			`disable user Grace | Status: 0 -> 1 | Disable Reason: 0 -> 1`,
			`edit user Grace | Admin: true -> false`,
			`edit user Grace | Admin: false -> true`,
			`remove project Web shop | Pending Remove: false -> true`,
			`remove projectProduct Label printer | Product: "Label printer" -> null | Cost: 5.25 -> null | Price: 10 -> null | Status: 1 -> null`,
			`edit subscription VPS | Status: 0 -> 2 | Cost: 7 -> 8`,
			`cancel projectSubscription VPS | Canceled: false -> true | Cancelation Reason: null -> "Moved"`,
			`edit projectSubscription VPS | Price: 176.40 -> 181.40`,
			`create projectSubscription VPS | Subscription: null -> "VPS" | Start At: null -> ` + instant(now) + ` | End At: null -> ` +
				instant(now.AddDate(1, 0, 0)) + ` | Price: null -> 176.40 | Cost: null -> 7`,
			`create projectProduct Label printer | Product: null -> "Label printer" | Cost: null -> 5.25 | Price: null -> 10 | Status: null -> 1`,
			`create subscription VPS | Category: null -> "Hosting" | Name: null -> "VPS" | Status: null -> 0 | Cost: null -> 7`,
			`create product Label printer | Category: null -> "Printers" | Name: null -> "Label printer" | Status: null -> 0`,
			`create subscriptionCategory Hosting | Name: null -> "Hosting"`,
			`create productCategory Printers | Name: null -> "Printers"`,
			`create project Web shop | Name: null -> "Web shop"`,
			`edit companyModerator Grace | Role: 0 -> 2`,
			`create companyModerator Grace | User: null -> "Grace" | Role: null -> 0`,
			`photo company Acme Two | Photo: null -> ` + photo,
			`address company Acme Two | Country: null -> "F" | Province State: null -> "R"`,
			`edit company Acme Two | Name: "Acme" -> "Acme Two" | Details: null -> "D"`,
			`create company Acme | Name: null -> "Acme"`,
		}
		all := admin.History("")
		if d := cmp.Diff(want, all); d != "" {
			t.Fatal(d)
		}
		if !strings.HasPrefix(photo, `"/photo/`) {
			t.Errorf("a photo is %s", photo)
		}
		first := admin.Changes("")[len(want)-8]
		if first.Actor == nil || first.Actor.Email != apitest.AdminEmail || first.Actor.DisplayName != "Ada Admin" ||
			first.Entity != "projectModerator" && first.CompanyID == nil && first.Entity == "company" || !first.Undo.Allowed {
			t.Errorf("%+v", first)
		}

		pick := func(entities ...string) (picked []string) {
			for _, line := range want {
				if slices.Contains(entities, strings.Fields(line)[1]) {
					picked = append(picked, line)
				}
			}
			return picked
		}
		at := func(d time.Duration) string { return url.QueryEscape(began.Add(d).Format(time.RFC3339)) }
		for query, expected := range map[string][]string{
			"Entity=company":                                                  pick("company"),
			"Entity=company&EntityId=" + company:                              pick("company"),
			"EntityId=" + company:                                             pick("company"),
			"Entity=company&Within=true&EntityId=" + company:                  pick("company", "companyModerator", "project", "projectProduct", "projectSubscription"),
			"Entity=project&EntityId=" + project:                              pick("project"),
			"Entity=project&Within=true&EntityId=" + project:                  pick("project", "projectProduct", "projectSubscription"),
			"Entity=projectSubscription&EntityId=" + attached:                 pick("projectSubscription"),
			"Entity=user&EntityId=" + url.QueryEscape(apitest.UserEmail):      pick("user"),
			"EntityId=" + url.QueryEscape(strings.ToUpper(apitest.UserEmail)): pick("user"),
			"Entity=user&EntityId=nobody@example.com":                         nil,
			"Actor=" + apitest.AdminEmail:                                     want,
			"Actor=" + apitest.UserEmail:                                      nil,
			"Actor=nobody@example.com":                                        nil,
			"Action=cancel":                                                   {want[6]},
			"Action=edit&Entity=user":                                         want[1:3],
			"Action=undo":                                                     nil,
			"Field=price":                                                     {want[4], want[7], want[8], want[9]},
			"Field=cost&Entity=subscription":                                  {want[5], want[10]},
			"Field=country":                                                   {want[18]},
			"BatchId=unknown":                                                 nil,
			"From=" + at(time.Second):                                         want[:15],
			"To=" + at(time.Second):                                           want[15:],
			"From=" + at(0) + "&To=" + at(0):                                  want[15:],
			"From=" + at(time.Hour):                                           nil,
			"Entity=project&Action=create&Actor=" + apitest.AdminEmail:        {want[14]},
			"EntityId=" + company + "&Action=photo&From=" + at(0):             {want[17]},
			"Entity=productCategory&Within=true&EntityId=" + categoryID(admin, "productCategory"): {want[11], want[13]},
		} {
			if d := cmp.Diff(expected, admin.History(query)); d != "" {
				t.Errorf("%s: %s", query, d)
			}
		}
		for query, field := range map[string]string{"Entity=nothing": "Entity", "Action=view": "Action", "Field=version": "Field",
			"From=yesterday": "From", "To=2026-01-01": "To", "Within=yes": "Within"} {
			admin.Get("/change?"+query).Problem(400, "invalid")
			if admin.Get("/change?" + query).Status(400); field == "" {
				t.Error(query)
			}
		}

		// Paging
		answer := admin.Get("/change?PageSize=5&PageNumber=5").Status(200)
		var last []tracker.Change
		answer.Into(&last)
		if got := answer.Header().Get("Pagination"); got != `{"totalItems":21,"totalPages":5,"currentPage":5,"itemsPerPage":5}` || len(last) != 1 || apitest.Words(last[0]) != want[20] {
			t.Errorf("%s %v", got, last)
		}
		if got := admin.Get("/change?PageSize=5&PageNumber=9").Status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":21`) {
			t.Error(got)
		}

		file, err := csv.NewReader(strings.NewReader(admin.Get("/change/export?Entity=projectSubscription").Status(200).Body.String())).ReadAll()
		if err != nil || len(file) != 4 || file[2][5] != "edit" || file[2][12] != "Price: 176.40 -> 181.40" || file[1][12] != "Canceled: false -> true; Cancelation Reason:  -> Moved" {
			t.Errorf("%v %v", file, err)
		}
	})
}

func categoryID(c *apitest.Client, entity string) string {
	return c.Changes("Action=create&Entity=" + entity)[0].EntityID
}

// Moderators see the history of what they may see now. Cost shows nowhere in it to those who
// may not see cost, nor does a change of cost alone.
func TestHistoryOfModerators(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		secret := "31337.77"
		w.Admin.Put("/project/product", object{"id": w.IDs["projectProduct"][apitest.Own], "price": 10, "cost": json.Number(secret), "status": 1}).Status(200)
		w.Admin.Put("/subscription", object{"data": object{"id": w.IDs["subscription"][apitest.Own], "categoryName": w.IDs["subscriptionCategory"][apitest.Own],
			"name": "Matrix subscription own", "status": 0, "cost": json.Number(secret)}}).Status(200)
		all := w.Admin.Changes("")
		for _, c := range w.Callers {
			if !c.SignedIn || c.Admin {
				continue
			}
			visible := func(change tracker.Change) bool {
				switch {
				case change.Entity == "user":
					return false
				case change.CompanyID == nil:
					return c.CompanyRole != nil || c.ProjectRole != nil || c.ForeignRole != nil
				}
				company := *change.CompanyID == w.IDs["company"][apitest.Own] && c.CompanyRole != nil || *change.CompanyID == w.IDs["company"][apitest.Foreign] && c.ForeignRole != nil
				project := change.ProjectID != nil && (c.ProjectRole != nil && *change.ProjectID == w.IDs["project"][apitest.Own] ||
					c.ProjectRole != nil && *change.ProjectID == w.IDs["project"][apitest.Removed] || c.CompanyRole != nil && *change.ProjectID == w.IDs["project"]["beside"])
				return company || project
			}
			var want []int64
			seesCost := c.May(apitest.SeeCost, "subscription", apitest.Own)
			for _, change := range all {
				costOnly := len(change.Fields) == 1 && change.Fields[0].Name == "cost"
				if visible(change) && (!costOnly || seesCost) {
					want = append(want, change.Seq)
				}
			}
			var got []int64
			for _, change := range c.Changes("") {
				got = append(got, change.Seq)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: %s", c.Name, d)
			}
			for _, query := range []string{"", "Field=cost", "Entity=projectProduct&EntityId=" + w.IDs["projectProduct"][apitest.Own],
				"Entity=project&Within=true&EntityId=" + w.IDs["project"][apitest.Own],
				"Entity=subscription", "Entity=subscription&EntityId=" + w.IDs["subscription"][apitest.Own]} {
				for _, path := range []string{"/change?PageSize=200&", "/change/export?"} {
					answer := c.Get(path + query).Status(200)
					text := answer.Body.String()
					if shows := strings.Contains(text, secret) || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost:"); shows && !seesCost {
						t.Errorf("%s sees cost by %s%s: %s", c.Name, path, query, text)
					}
					if query == "Field=cost" && !seesCost && path[len(path)-2] == '&' &&
						(text != "[]\n" && text != "[]" || !strings.Contains(answer.Header().Get("Pagination"), `"totalItems":0`)) {
						t.Errorf("%s: Field=cost finds %s", c.Name, text)
					}
				}
			}
		}
	})
}

// Removed lists each record that is removed now and not deleted for good, newest first, by the change
// that removed it. Taking that change back restores the record.
func TestRemovedRecords(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		a := w.Admin
		began := int64(api.Count("SELECT max(seq) FROM change"))
		removed := func(c *apitest.Client, query string) (lines []string) {
			for _, change := range c.Changes("Removed=true&" + query) {
				if change.Seq > began {
					lines = append(lines, change.Action+" "+change.Entity+" "+change.EntityName)
				}
			}
			return lines
		}
		expect := func(what string, want ...string) {
			t.Helper()
			want = slices.Clone(want)
			slices.Reverse(want) // the newest is listed first
			if d := cmp.Diff(want, removed(a, "")); d != "" {
				t.Errorf("%s: %s", what, d)
			}
		}
		if before := len(a.Changes("Removed=true")); before != 26 {
			t.Errorf("%d records are removed, want one of each kind, a note and a document of each, and the links of moderators", before)
		}

		marked := a.AddCompany("Marked")
		a.Post("/project", object{"companyId": marked, "name": "In the way"}).Status(201)
		w.Expect("1", a.Delete("/company", object{"id": marked}))
		w.Expect("2", a.Delete("/company", object{"id": a.AddCompany("Gone")}))
		expect("a company that is gone, and one that is only marked", "remove company Gone")

		project := w.IDs["project"][apitest.Own]
		a.Undone(a.Post("/project", object{"companyId": w.IDs["company"][apitest.Own], "name": "Taken back"}).Status(201).LastSeq())
		attached := a.Undone(a.Post("/project/product", object{"projectId": project, "productId": w.IDs["product"][apitest.Own], "price": 1,
			"cost": apitest.ACost, "status": 0}).Status(201).LastSeq())
		a.Undone(a.Post("/product/categories", object{"name": "Category"}).Status(201).LastSeq())
		link := a.Undone(a.Post("/project/moderator", object{"id": project, "userEmail": "newcomer@people.example", "role": 0}).Status(201).LastSeq())
		all := []string{"remove company Gone", "undo project Taken back", "undo projectProduct Matrix product own", "undo productCategory Category", "undo projectModerator Newcomer"}
		expect("what went away by undoing its adding", all...)

		// Of the same record only the last removal counts.
		detached := a.Undone(a.Undone(attached))
		expect("removed, restored, removed", all[0], all[1], all[3], all[4], all[2])
		a.Undone(detached)
		expect("restored", all[0], all[1], all[3], all[4])
		w.Expect("1", a.Put("/product/categories/restore", object{"name": "Category"}))
		expect("restored on its page", all[0], all[1], all[4])

		// Whoever may not restore it sees it without Restore, and without its cost.
		w.Admin.Delete("/project/product", object{"id": w.IDs["projectProduct"][apitest.Own]}).Status(204)
		for _, c := range w.Callers {
			if c.Name != "projectDeveloper" && c.Name != "projectOwner" && c.Name != "foreignOwner" {
				continue
			}
			list := c.Changes("Removed=true&Entity=projectProduct")
			shown := slices.ContainsFunc(list, func(change tracker.Change) bool { return change.EntityID == w.IDs["projectProduct"][apitest.Own] })
			if shown != (c.ProjectRole != nil) {
				t.Errorf("%s sees %v", c.Name, list)
			}
			for _, change := range list {
				if change.Undo.Allowed != (c.Name == "projectOwner") || strings.Contains(apitest.Words(change), "Cost") != (c.Name == "projectOwner") {
					t.Errorf("%s sees %s, undo %v", c.Name, apitest.Words(change), change.Undo)
				}
			}
		}
		w.Admin.Put("/project/product/restore", object{"id": w.IDs["projectProduct"][apitest.Own]}).Status(200)

		// A moderator who was added again is not removed any more, whichever way.
		again := a.Made("/project/moderator", object{"id": project, "userEmail": "newcomer@people.example", "role": 0})
		expect("added again", all[0], all[1])
		a.Delete("/project/moderator", object{"id": again}).Status(204)
		expect("removed again, under two ids", all[0], all[1], all[4], "remove projectModerator Newcomer")
		a.Undone(link)
		expect("brought back", all[0], all[1])

		// Pages
		for i := range 5 {
			a.Delete("/company", object{"id": a.AddCompany(fmt.Sprint("Page ", i))}).Status(200)
		}
		var names []string
		for number := 1; number <= 3; number++ {
			answer := a.Get(fmt.Sprintf("/change?Removed=true&Entity=company&PageSize=3&PageNumber=%d", number)).Status(200)
			if got := answer.Header().Get("Pagination"); !strings.HasPrefix(got, `{"totalItems":7,"totalPages":3,`) {
				t.Error(got)
			}
			var page []tracker.Change
			answer.Into(&page)
			for _, change := range page {
				names = append(names, change.EntityName)
			}
		}
		if want := []string{"Page 4", "Page 3", "Page 2", "Page 1", "Page 0", "Gone", "Matrix company removed"}; !slices.Equal(names, want) {
			t.Errorf("%v", names)
		}
		if file := a.Get("/change/export?Removed=true&Entity=company").Status(200).Body.String(); strings.Count(file, "\n") != 8 {
			t.Error(file)
		}

		// What was deleted for good is not removed, but away.
		api.Clock.Advance(31 * 24 * time.Hour)
		for {
			deleted, err := api.Store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if deleted == 0 {
				break
			}
		}
		if left := api.Admin().History("Removed=true"); len(left) != 0 {
			t.Errorf("%v are left", left)
		}
	})
}
