package httpapi_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// The authorization matrix with keys as callers: the same operations, objects and rules. What a key gets is what its
// owner gets, less what its scope and company leave out.

// keyOwners are the callers whose keys are tried: every way to have rights, and to have none.
var keyOwners = strings.Fields("administrator plain companyOwner companySupport projectManager foreignOwner ownerBelow detached")

func TestAuthorizationMatrixOfKeys(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, cells := apitest.NewWorld(api), 0
		becomeKeys(w)
		for _, call := range slices.Sorted(maps.Keys(rules)) {
			for _, r := range rules[call] {
				if !r.public {
					cells += tryRule(w, call, r)
				}
			}
		}
		t.Logf("%d keys, %d cells", len(w.Callers), cells)
	})
}

// becomeKeys puts the keys of some callers in the place of all callers.
func becomeKeys(w *apitest.World) {
	var keys []*apitest.Caller
	for _, owner := range w.Callers {
		if !slices.Contains(keyOwners, owner.Name) {
			continue
		}
		own := w.IDs["company"][apitest.Own]
		for _, key := range []tracker.Key{{Scope: tracker.KeyWrites}, {Scope: tracker.KeyReads}, {Scope: tracker.KeyWrites, CompanyID: &own}} {
			keys = append(keys, keyOf(w, *owner, key))
		}
	}
	w.Callers = keys
}

// keyOf is a program with a key. The key is stored as it is, because not everybody may make one for the company.
func keyOf(w *apitest.World, owner apitest.Caller, key tracker.Key) *apitest.Caller {
	plain, hash := auth.NewKey()
	key.ID, key.Name, key.CreatedAt = owner.Name+"-"+hash[:8], "Matrix key", w.API.Clock.Now()
	err := w.API.Store.Write(w.API.T.Context(), func(tx *store.Tx) error { return tx.InsertKey(w.API.T.Context(), "user-"+owner.Email, hash, key) })
	if err != nil {
		w.API.T.Fatal(err)
	}
	owner.Key, owner.Client = &key, &apitest.Client{API: w.API, Token: plain, Addr: owner.Addr}
	if key.Narrowed() {
		if owner.Admin { // within the company as its Owner, and nothing of what only administrators do
			role := tracker.RoleOwner
			owner.Admin, owner.CompanyRole, owner.ProjectRole = false, &role, nil
		}
		owner.ForeignRole = nil
	}
	return &owner
}

// refusesKey reports whether a key is refused whatever its owner may do.
func refusesKey(c *apitest.Caller, call, query string) bool {
	method, path, _ := strings.Cut(call, " ")
	switch {
	case c.Key == nil:
		return false
	case !apitest.IsBelow(path, apitest.OpenToKeys) && !slices.Contains(apitest.CallsOpenToKeys, call):
		return true
	case c.Key.Scope == tracker.KeyReads && method != "GET":
		return true
	case !c.Key.Narrowed():
		return false
	}
	return strings.Contains(query, "User=") || !apitest.IsBelow(path, apitest.OfOneCompany) ||
		slices.Contains([]string{"POST /company", "DELETE /company", "PUT /company/restore"}, call)
}

// A key for one company adds up nothing of others: figures, totals, charts, reports and the history.
func TestCompanyKeysSeeOneCompany(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachSubscription(100, false)
		s.AttachProduct(2, 1)
		other := s.AddCompany("Elsewhere")
		elsewhere := s.Made("/project", object{"companyId": other, "name": "Elsewhere project"})
		now := api.Clock.Now()
		for range 3 {
			s.Post("/project/subscription", object{"projectId": elsewhere, "subscriptionId": s.Subscription, "price": 999, "startAt": now, "endAt": now.AddDate(0, 0, 3)}).Status(201)
		}
		api.AddUser(apitest.UserEmail, "Grace", false)
		s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleOwner)
		grace := api.SignIn(apitest.UserEmail) // who sees this company alone, and so what a key of it sees
		api.AddUser("owner-of-both@example.com", "Both", false)
		s.AddModerator(other, "owner-of-both@example.com", tracker.RoleOwner)
		s.AddModerator(s.Company, "owner-of-both@example.com", tracker.RoleOwner)
		both := api.SignIn("owner-of-both@example.com")
		for name, program := range map[string]*apitest.Client{"an administrator's": s.WithKey("read", s.Company), "an owner's of both": both.WithKey("read", s.Company)} {
			for _, path := range strings.Fields("/company?Include=figures /company?Include=figures&SortBy=margin /company/export /project?Include=figures /project?Search=elsewhere /project/export " +
				"/project/subscription /project/subscription/export /project/product /dashboard/charts /report/recurring?By=company /report/recurring?By=category /report/summary /report/summary/export /report/recurring/export?By=company /search?Search=s") {
				want, got := grace.Get(path).Status(200), program.Get(path).Status(200)
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
			program.Get("/dashboard/statistics").Status(200).Into(&statistics)
			grace.Get("/dashboard/statistics").Status(200).Into(&wanted)
			wanted.Products, wanted.ProductCategories, wanted.Subscriptions, wanted.SubscriptionCategories = 0, 0, 0, 0 // belong to no company
			if statistics.AllUsers != nil || statistics.Companies != 1 || statistics.ProjectsSubscriptionsPrice != wanted.ProjectsSubscriptionsPrice || statistics.Products != 0 ||
				*statistics.ProjectsSubscriptionsCost != *wanted.ProjectsSubscriptionsCost || statistics.SubscriptionsEndingInTwoWeeks != wanted.SubscriptionsEndingInTwoWeeks {
				t.Errorf("%s key counts %+v, want %+v", name, statistics, wanted)
			}
			for _, change := range program.Changes("") {
				if change.CompanyID == nil || *change.CompanyID != s.Company {
					t.Errorf("%s key sees the change %+v", name, change)
				}
			}
			if len(program.Changes("")) == 0 {
				t.Errorf("%s key sees no history", name)
			}
			if news := program.Get("/notification?PageSize=200").Status(200).Body.String(); strings.Contains(news, "Elsewhere") {
				t.Errorf("%s key is told %s", name, news)
			}
		}
		if news := s.Get("/notification?PageSize=200").Body.String(); !strings.Contains(news, "Elsewhere") {
			t.Errorf("the owner is told nothing of the other company: %s", news)
		}
	})
}

// A bulk action of a key keeps to the key's company, and ends with the key.
func TestBulkActionsOfKeys(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		other := s.AddCompany("Elsewhere")
		elsewhere := s.Made("/project", object{"companyId": other, "name": "Elsewhere project"})
		key := s.AddKey(object{"name": "Program", "scope": "write", "companyId": s.Company})
		program := &apitest.Client{API: api, Token: key.Secret}
		remove := object{"list": "project", "ids": []string{elsewhere}, "action": "remove", "preview": false}
		if b := program.Bulk(remove); b.Refused != 1 || b.Done != 0 {
			t.Errorf("a project of another company: %+v", b)
		}
		mine := s.Start(remove)
		program.Get("/bulk/"+mine).Problem(404, "notFound")
		program.Put("/bulk/stop", object{"id": mine}).Problem(404, "notFound")
		s.Put("/bulk/stop", object{"id": mine}).Status(200)

		id := program.Start(object{"list": "project", "ids": []string{s.Project}, "action": "remove", "preview": false})
		s.Delete("/account/key", object{"id": key.ID}).Status(204)
		api.RunBulks()
		if b := s.Progress(id); b.State != tracker.BulkFailed || b.Done != 0 {
			t.Errorf("an action of a key that was removed: %+v", b)
		}
	})
}
