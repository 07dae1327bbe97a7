package httpapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The authorization matrix with keys as callers: the same operations, objects and rules. What a key gets is what its
// owner gets, less what its scope and company leave out.

// keyOwners are the callers whose keys are tried: every way to have rights, and to have none.
var keyOwners = strings.Fields("administrator plain companyOwner companySupport projectManager foreignOwner ownerBelow detached")

func TestAuthorizationMatrixOfKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, cells := newWorld(api), 0
		w.becomeKeys()
		for _, call := range slices.Sorted(maps.Keys(rules)) {
			for _, r := range rules[call] {
				if !r.public {
					cells += w.try(call, r)
				}
			}
		}
		t.Logf("%d keys, %d cells", len(w.callers), cells)
	})
}

// becomeKeys puts the keys of some callers in the place of all callers.
func (w *world) becomeKeys() {
	var keys []*caller
	for _, owner := range w.callers {
		if !slices.Contains(keyOwners, owner.name) {
			continue
		}
		own := w.ids["company"][own]
		for _, key := range []tracker.Key{{Scope: tracker.KeyWrites}, {Scope: tracker.KeyReads}, {Scope: tracker.KeyWrites, CompanyID: &own}} {
			keys = append(keys, w.keyOf(*owner, key))
		}
	}
	w.callers = keys
}

// keyOf is a program with a key. The key is stored as it is, because not everybody may make one for the company.
func (w *world) keyOf(owner caller, key tracker.Key) *caller {
	plain, hash := auth.NewKey()
	key.ID, key.Name, key.CreatedAt = owner.name+"-"+hash[:8], "Matrix key", w.api.clock.Now()
	err := w.api.store.Write(w.api.t.Context(), func(tx *store.Tx) error { return tx.InsertKey(w.api.t.Context(), "user-"+owner.email, hash, key) })
	if err != nil {
		w.api.t.Fatal(err)
	}
	owner.key, owner.client = &key, &client{api: w.api, token: plain, addr: owner.addr}
	if key.Narrowed() {
		if owner.admin { // within the company as its Owner, and nothing of what only administrators do
			role := tracker.RoleOwner
			owner.admin, owner.companyRole, owner.projectRole = false, &role, nil
		}
		owner.foreignRole = nil
	}
	return &owner
}

// refuses reports whether a key is refused whatever its owner may do.
func (c *caller) refuses(call, query string) bool {
	method, path, _ := strings.Cut(call, " ")
	switch {
	case c.key == nil:
		return false
	case !isBelow(path, openToKeys) && !slices.Contains(callsOpenToKeys, call):
		return true
	case c.key.Scope == tracker.KeyReads && method != "GET":
		return true
	case !c.key.Narrowed():
		return false
	}
	return strings.Contains(query, "User=") || !isBelow(path, ofOneCompany) ||
		slices.Contains([]string{"POST /company", "DELETE /company", "PUT /company/restore"}, call)
}

// isBelow reports whether a path is one of some, or below it.
func isBelow(path, some string) bool {
	return slices.ContainsFunc(strings.Fields(some), func(p string) bool { return strings.HasPrefix(path+"/", p+"/") })
}

// openToKeys and callsOpenToKeys list the calls that take keys. They are written down here once more, so that a call that is
// opened by mistake is noticed. Calls about people and webhooks are listed one by one.
const openToKeys = ofOneCompany + " /product /subscription /import /view /clientError /audit /securityEvent"

var callsOpenToKeys = []string{
	"GET /UserManagement", "GET /UserManagement/export", "GET /UserManagement/{email}", "GET /UserManagement/{email}/data",
	"PUT /UserManagement", "PUT /UserManagement/address", "PUT /UserManagement/disable", "PUT /UserManagement/{email}/photo", "DELETE /UserManagement/{email}/photo",
	"GET /webhook", "DELETE /webhook", "GET /webhook/{id}/delivery", "POST /webhook/redeliver",
}

// ofOneCompany lists the calls that can be narrowed to a company. They are written down here once more, so that a call
// that is opened to such keys by mistake is noticed.
const ofOneCompany = "/company /project /access /notification /change /bulk /dashboard /report /search"

// A key for one company adds up nothing of others: figures, totals, charts, reports and the history.
func TestCompanyKeysSeeOneCompany(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.attachSubscription(100, false)
		s.attachProduct(2, 1)
		other := s.addCompany("Elsewhere")
		elsewhere := s.made("/project", object{"companyId": other, "name": "Elsewhere project"})
		now := api.clock.Now()
		for range 3 {
			s.post("/project/subscription", object{"projectId": elsewhere, "subscriptionId": s.subscription, "price": 999, "startAt": now, "endAt": now.AddDate(0, 0, 3)}).status(201)
		}
		api.addUser(userEmail, "Grace", false)
		s.addModerator(s.company, userEmail, tracker.RoleOwner)
		grace := api.signIn(userEmail) // who sees this company alone, and so what a key of it sees
		api.addUser("owner-of-both@example.com", "Both", false)
		s.addModerator(other, "owner-of-both@example.com", tracker.RoleOwner)
		s.addModerator(s.company, "owner-of-both@example.com", tracker.RoleOwner)
		both := api.signIn("owner-of-both@example.com")
		for name, program := range map[string]*client{"an administrator's": s.withKey("read", s.company), "an owner's of both": both.withKey("read", s.company)} {
			for _, path := range strings.Fields("/company?Include=figures /company?Include=figures&SortBy=margin /company/export /project?Include=figures /project?Search=elsewhere /project/export " +
				"/project/subscription /project/subscription/export /project/product /dashboard/charts /report/recurring?By=company /report/recurring?By=category /search?Search=s") {
				want, got := grace.get(path).status(200), program.get(path).status(200)
				if strings.HasPrefix(path, "/search") {
					if strings.Contains(got.Body.String(), "Elsewhere") || !strings.Contains(got.Body.String(), `"company"`) || strings.Contains(got.Body.String(), `"kind":"product"`) {
						t.Errorf("%s key finds %s", name, got.Body)
					}
					continue
				}
				if got.Body.String() != want.Body.String() || got.Header().Get("Totals") != want.Header().Get("Totals") || got.Header().Get("Pagination") != want.Header().Get("Pagination") {
					t.Errorf("%s key, %s:\n got %s %s\nwant %s %s", name, path, got.Body, got.Header().Get("Totals"), want.Body, want.Header().Get("Totals"))
				}
			}
			var statistics, wanted tracker.Statistics
			program.get("/dashboard/statistics").status(200).into(&statistics)
			grace.get("/dashboard/statistics").status(200).into(&wanted)
			wanted.Products, wanted.ProductCategories, wanted.Subscriptions, wanted.SubscriptionCategories = 0, 0, 0, 0 // belong to no company
			if statistics.AllUsers != nil || statistics.Companies != 1 || statistics.ProjectsSubscriptionsPrice != wanted.ProjectsSubscriptionsPrice || statistics.Products != 0 ||
				*statistics.ProjectsSubscriptionsCost != *wanted.ProjectsSubscriptionsCost || statistics.SubscriptionsEndingInTwoWeeks != wanted.SubscriptionsEndingInTwoWeeks {
				t.Errorf("%s key counts %+v, want %+v", name, statistics, wanted)
			}
			for _, change := range program.changes("") {
				if change.CompanyID == nil || *change.CompanyID != s.company {
					t.Errorf("%s key sees the change %+v", name, change)
				}
			}
			if len(program.changes("")) == 0 {
				t.Errorf("%s key sees no history", name)
			}
			if news := program.get("/notification?PageSize=200").status(200).Body.String(); strings.Contains(news, "Elsewhere") {
				t.Errorf("%s key is told %s", name, news)
			}
		}
		if news := s.get("/notification?PageSize=200").Body.String(); !strings.Contains(news, "Elsewhere") {
			t.Errorf("the owner is told nothing of the other company: %s", news)
		}
	})
}

// A bulk action of a key keeps to the key's company, and ends with the key.
func TestBulkActionsOfKeys(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		other := s.addCompany("Elsewhere")
		elsewhere := s.made("/project", object{"companyId": other, "name": "Elsewhere project"})
		key := s.addKey(object{"name": "Program", "scope": "write", "companyId": s.company})
		program := &client{api: api, token: key.Secret}
		remove := object{"list": "project", "ids": []string{elsewhere}, "action": "remove", "preview": false}
		if b := program.bulk(remove); b.Refused != 1 || b.Done != 0 {
			t.Errorf("a project of another company: %+v", b)
		}
		mine := s.start(remove)
		program.get("/bulk/"+mine).problem(404, "notFound")
		program.put("/bulk/stop", object{"id": mine}).problem(404, "notFound")
		s.put("/bulk/stop", object{"id": mine}).status(200)

		id := program.start(object{"list": "project", "ids": []string{s.project}, "action": "remove", "preview": false})
		s.delete("/account/key", object{"id": key.ID}).status(204)
		api.runBulks()
		if b := s.progress(id); b.State != tracker.BulkFailed || b.Done != 0 {
			t.Errorf("an action of a key that was removed: %+v", b)
		}
	})
}
