package httpapi_test

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

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// history reads the changes that a query lists, newest first, each as its action, entity, name and fields.
func (c *client) history(query string) (lines []string) {
	c.api.t.Helper()
	for _, change := range c.changes(query) {
		lines = append(lines, words(change))
	}
	return lines
}

func (c *client) changes(query string) (list []tracker.Change) {
	c.api.t.Helper()
	c.get("/change?PageSize=200&" + query).status(200).into(&list)
	return list
}

func words(c tracker.Change) string {
	line := c.Action + " " + c.Entity + " " + c.EntityName
	for _, f := range c.Fields {
		line += fmt.Sprintf(" | %s: %s -> %s", f.Label, f.Before, f.After)
	}
	return line
}

// The history names what changed in the words of the forms.
func TestHistory(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin := api.admin()
		began := api.clock.Now()
		company := admin.addCompany("Acme")
		admin.put("/company", object{"data": object{"id": company, "name": "Acme Two", "details": "D"}}).status(200)
		admin.put("/company/address", object{"id": company, "address": object{"country": "F", "provinceState": "R"}}).status(200)
		admin.put("/company/"+company+"/photo", picture(t, 4)).status(200)
		link := admin.addModerator(company, userEmail, tracker.RoleNone)
		admin.put("/company/moderator", object{"id": link, "role": "Manager"}).status(200)
		api.clock.Advance(time.Minute)
		project := admin.made("/project", object{"companyId": company, "name": "Web shop"})
		admin.post("/product/categories", object{"name": "Printers"}).status(201)
		admin.post("/subscription/categories", object{"name": "Hosting"}).status(201)
		product := admin.made("/product", object{"categoryName": "Printers", "name": "Label printer", "status": 0})
		server := admin.made("/subscription", object{"categoryName": "Hosting", "name": "VPS", "status": 0, "cost": 7})
		printer := admin.made("/project/product", object{"projectId": project, "productId": product, "price": 10, "cost": 5.25, "status": 1})
		now := api.clock.Now()
		term := object{"startAt": now, "endAt": now.AddDate(1, 0, 0), "price": 176.40, "autoRenew": false}
		attached := admin.made("/project/subscription", merged(term, object{"projectId": project, "subscriptionId": server}))
		admin.put("/project/subscription", merged(term, object{"id": attached, "price": 181.40})).status(200)
		admin.put("/project/subscription/cancel", object{"id": attached, "cancelationReason": "Moved"}).status(200)
		admin.put("/subscription", object{"data": object{"id": server, "categoryName": "Hosting", "name": "VPS", "status": 2, "cost": 8}}).status(200)
		admin.delete("/project/product", object{"id": printer}).status(204)
		admin.delete("/project", object{"id": project}).status(200)
		admin.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": true}).status(200)
		admin.put("/UserManagement/admin", object{"email": userEmail, "isAdmin": false}).status(200)
		admin.put("/UserManagement/disable", object{"email": userEmail, "reason": 1}).status(200)
		api.notify("n1", adminEmail, project)
		admin.put("/notification", object{"notificationId": "n1"}).status(200)

		instant := func(at time.Time) string { return `"` + at.Format(time.RFC3339Nano) + `"` }
		photo := ""
		for _, change := range admin.changes("Action=photo") {
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
			`create projectSubscription VPS | Subscription: null -> "VPS" | Start At: null -> ` + instant(now) + ` | End At: null -> ` + instant(now.AddDate(1, 0, 0)) + ` | Price: null -> 176.40 | Cost: null -> 7`,
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
		all := admin.history("")
		if d := cmp.Diff(want, all); d != "" {
			t.Fatal(d)
		}
		if !strings.HasPrefix(photo, `"/photo/`) {
			t.Errorf("a photo is %s", photo)
		}
		first := admin.changes("")[len(want)-8]
		if first.Actor == nil || first.Actor.Email != adminEmail || first.Actor.DisplayName != "Ada Admin" || first.Entity != "projectModerator" && first.CompanyID == nil && first.Entity == "company" || !first.Undo.Allowed {
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
			"Entity=company":                                          pick("company"),
			"Entity=company&EntityId=" + company:                      pick("company"),
			"EntityId=" + company:                                     pick("company"),
			"Entity=company&Within=true&EntityId=" + company:          pick("company", "companyModerator", "project", "projectProduct", "projectSubscription"),
			"Entity=project&EntityId=" + project:                      pick("project"),
			"Entity=project&Within=true&EntityId=" + project:          pick("project", "projectProduct", "projectSubscription"),
			"Entity=projectSubscription&EntityId=" + attached:         pick("projectSubscription"),
			"Entity=user&EntityId=" + url.QueryEscape(userEmail):      pick("user"),
			"EntityId=" + url.QueryEscape(strings.ToUpper(userEmail)): pick("user"),
			"Entity=user&EntityId=nobody@example.com":                 nil,
			"Actor=" + adminEmail:                                     want,
			"Actor=" + userEmail:                                      nil,
			"Actor=nobody@example.com":                                nil,
			"Action=cancel":                                           {want[6]},
			"Action=edit&Entity=user":                                 want[1:3],
			"Action=undo":                                             nil,
			"Field=price":                                             {want[4], want[7], want[8], want[9]},
			"Field=cost&Entity=subscription":                          {want[5], want[10]},
			"Field=country":                                           {want[18]},
			"BatchId=unknown":                                         nil,
			"From=" + at(time.Second):                                 want[:15],
			"To=" + at(time.Second):                                   want[15:],
			"From=" + at(0) + "&To=" + at(0):                          want[15:],
			"From=" + at(time.Hour):                                   nil,
			"Entity=project&Action=create&Actor=" + adminEmail:        {want[14]},
			"EntityId=" + company + "&Action=photo&From=" + at(0):     {want[17]},
			"Entity=productCategory&Within=true&EntityId=" + categoryID(admin, "productCategory"): {want[11], want[13]},
		} {
			if d := cmp.Diff(expected, admin.history(query)); d != "" {
				t.Errorf("%s: %s", query, d)
			}
		}
		for query, field := range map[string]string{"Entity=nothing": "Entity", "Action=view": "Action", "Field=version": "Field", "From=yesterday": "From", "To=2026-01-01": "To", "Within=yes": "Within"} {
			admin.get("/change?"+query).problem(400, "invalid")
			if admin.get("/change?" + query).status(400); field == "" {
				t.Error(query)
			}
		}

		// Paging
		answer := admin.get("/change?PageSize=5&PageNumber=5").status(200)
		var last []tracker.Change
		answer.into(&last)
		if got := answer.Header().Get("Pagination"); got != `{"totalItems":21,"totalPages":5,"currentPage":5,"itemsPerPage":5}` || len(last) != 1 || words(last[0]) != want[20] {
			t.Errorf("%s %v", got, last)
		}
		if got := admin.get("/change?PageSize=5&PageNumber=9").status(200).Header().Get("Pagination"); !strings.Contains(got, `"totalItems":21`) {
			t.Error(got)
		}

		file, err := csv.NewReader(strings.NewReader(admin.get("/change/export?Entity=projectSubscription").status(200).Body.String())).ReadAll()
		if err != nil || len(file) != 4 || file[2][5] != "edit" || file[2][12] != "Price: 176.40 -> 181.40" || file[1][12] != "Canceled: false -> true; Cancelation Reason:  -> Moved" {
			t.Errorf("%v %v", file, err)
		}
	})
}

func categoryID(c *client, entity string) string {
	return c.changes("Action=create&Entity=" + entity)[0].EntityID
}

func merged(objects ...object) object {
	all := object{}
	for _, o := range objects {
		for k, v := range o {
			all[k] = v
		}
	}
	return all
}

// Moderators see the history of what they may see now. Cost shows nowhere in it to those who
// may not see cost, nor does a change of cost alone.
func TestHistoryOfModerators(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		secret := "31337.77"
		w.admin.put("/project/product", object{"id": w.ids["projectProduct"][own], "price": 10, "cost": json.Number(secret), "status": 1}).status(200)
		w.admin.put("/subscription", object{"data": object{"id": w.ids["subscription"][own], "categoryName": w.ids["subscriptionCategory"][own], "name": "Matrix subscription own", "status": 0, "cost": json.Number(secret)}}).status(200)
		all := w.admin.changes("")
		for _, c := range w.callers {
			if !c.signedIn || c.admin {
				continue
			}
			visible := func(change tracker.Change) bool {
				switch {
				case change.Entity == "user":
					return false
				case change.CompanyID == nil:
					return c.companyRole != nil || c.projectRole != nil || c.foreignRole != nil
				}
				company := *change.CompanyID == w.ids["company"][own] && c.companyRole != nil || *change.CompanyID == w.ids["company"][foreign] && c.foreignRole != nil
				project := change.ProjectID != nil && (c.projectRole != nil && *change.ProjectID == w.ids["project"][own] ||
					c.projectRole != nil && *change.ProjectID == w.ids["project"][removed] || c.companyRole != nil && *change.ProjectID == w.ids["project"]["beside"])
				return company || project
			}
			var want []int64
			seesCost := c.may(seeCost, "subscription", own)
			for _, change := range all {
				costOnly := len(change.Fields) == 1 && change.Fields[0].Name == "cost"
				if visible(change) && (!costOnly || seesCost) {
					want = append(want, change.Seq)
				}
			}
			var got []int64
			for _, change := range c.changes("") {
				got = append(got, change.Seq)
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: %s", c.name, d)
			}
			for _, query := range []string{"", "Field=cost", "Entity=projectProduct&EntityId=" + w.ids["projectProduct"][own], "Entity=project&Within=true&EntityId=" + w.ids["project"][own],
				"Entity=subscription", "Entity=subscription&EntityId=" + w.ids["subscription"][own]} {
				for _, path := range []string{"/change?PageSize=200&", "/change/export?"} {
					answer := c.get(path + query).status(200)
					text := answer.Body.String()
					if shows := strings.Contains(text, secret) || strings.Contains(text, `"cost"`) || strings.Contains(text, "Cost:"); shows && !seesCost {
						t.Errorf("%s sees cost by %s%s: %s", c.name, path, query, text)
					}
					if query == "Field=cost" && !seesCost && path[len(path)-2] == '&' && (text != "[]\n" && text != "[]" || !strings.Contains(answer.Header().Get("Pagination"), `"totalItems":0`)) {
						t.Errorf("%s: Field=cost finds %s", c.name, text)
					}
				}
			}
		}
	})
}

// Removed lists each record that is removed now and not deleted for good, newest first, by the change
// that removed it. Taking that change back restores the record.
func TestRemovedRecords(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		a := w.admin
		began := int64(api.count("SELECT max(seq) FROM change"))
		removed := func(c *client, query string) (lines []string) {
			for _, change := range c.changes("Removed=true&" + query) {
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
		if before := len(a.changes("Removed=true")); before != 14 {
			t.Errorf("%d records are removed, want one of each kind, and the links of moderators", before)
		}

		marked := a.addCompany("Marked")
		a.post("/project", object{"companyId": marked, "name": "In the way"}).status(201)
		w.expect("1", a.delete("/company", object{"id": marked}))
		w.expect("2", a.delete("/company", object{"id": a.addCompany("Gone")}))
		expect("a company that is gone, and one that is only marked", "remove company Gone")

		project := w.ids["project"][own]
		a.undone(a.post("/project", object{"companyId": w.ids["company"][own], "name": "Taken back"}).status(201).lastSeq())
		attached := a.undone(a.post("/project/product", object{"projectId": project, "productId": w.ids["product"][own], "price": 1, "cost": aCost, "status": 0}).status(201).lastSeq())
		a.undone(a.post("/product/categories", object{"name": "Category"}).status(201).lastSeq())
		link := a.undone(a.post("/project/moderator", object{"id": project, "userEmail": "newcomer@people.example", "role": 0}).status(201).lastSeq())
		all := []string{"remove company Gone", "undo project Taken back", "undo projectProduct Matrix product own", "undo productCategory Category", "undo projectModerator Newcomer"}
		expect("what went away by undoing its adding", all...)

		// Of the same record only the last removal counts.
		detached := a.undone(a.undone(attached))
		expect("removed, restored, removed", all[0], all[1], all[3], all[4], all[2])
		a.undone(detached)
		expect("restored", all[0], all[1], all[3], all[4])
		w.expect("1", a.put("/product/categories/restore", object{"name": "Category"}))
		expect("restored on its page", all[0], all[1], all[4])

		// Whoever may not restore it sees it without Restore, and without its cost.
		w.admin.delete("/project/product", object{"id": w.ids["projectProduct"][own]}).status(204)
		for _, c := range w.callers {
			if c.name != "projectDeveloper" && c.name != "projectOwner" && c.name != "foreignOwner" {
				continue
			}
			list := c.changes("Removed=true&Entity=projectProduct")
			shown := slices.ContainsFunc(list, func(change tracker.Change) bool { return change.EntityID == w.ids["projectProduct"][own] })
			if shown != (c.projectRole != nil) {
				t.Errorf("%s sees %v", c.name, list)
			}
			for _, change := range list {
				if change.Undo.Allowed != (c.name == "projectOwner") || strings.Contains(words(change), "Cost") != (c.name == "projectOwner") {
					t.Errorf("%s sees %s, undo %v", c.name, words(change), change.Undo)
				}
			}
		}
		w.admin.put("/project/product/restore", object{"id": w.ids["projectProduct"][own]}).status(200)

		// A moderator who was added again is not removed any more, whichever way.
		again := a.made("/project/moderator", object{"id": project, "userEmail": "newcomer@people.example", "role": 0})
		expect("added again", all[0], all[1])
		a.delete("/project/moderator", object{"id": again}).status(204)
		expect("removed again, under two ids", all[0], all[1], all[4], "remove projectModerator Newcomer")
		a.undone(link)
		expect("brought back", all[0], all[1])

		// Pages
		for i := range 5 {
			a.delete("/company", object{"id": a.addCompany(fmt.Sprint("Page ", i))}).status(200)
		}
		var names []string
		for number := 1; number <= 3; number++ {
			answer := a.get(fmt.Sprintf("/change?Removed=true&Entity=company&PageSize=3&PageNumber=%d", number)).status(200)
			if got := answer.Header().Get("Pagination"); !strings.HasPrefix(got, `{"totalItems":7,"totalPages":3,`) {
				t.Error(got)
			}
			var page []tracker.Change
			answer.into(&page)
			for _, change := range page {
				names = append(names, change.EntityName)
			}
		}
		if want := []string{"Page 4", "Page 3", "Page 2", "Page 1", "Page 0", "Gone", "Matrix company removed"}; !slices.Equal(names, want) {
			t.Errorf("%v", names)
		}
		if file := a.get("/change/export?Removed=true&Entity=company").status(200).Body.String(); strings.Count(file, "\n") != 8 {
			t.Error(file)
		}

		// What was deleted for good is not removed, but away.
		api.clock.Advance(31 * 24 * time.Hour)
		for {
			deleted, err := api.store.Cleanup(t.Context(), store.Retention{Tombstones: tracker.TombstoneLife}, api.clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			if deleted == 0 {
				break
			}
		}
		if left := api.admin().history("Removed=true"); len(left) != 0 {
			t.Errorf("%v are left", left)
		}
	})
}
