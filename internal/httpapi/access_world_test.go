package httpapi_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// A random world: people with any roles on companies and projects, administrators, disabled people, keys of all
// kinds, and records that are marked or removed.

type accessWorld struct {
	*rand.Rand
	apitest.Shop
	seed    uint64
	people  []*accessCaller
	callers []*accessCaller // the people, and programs with their keys
	records []*accessRecord
}

// accessCaller is a person, or a program with a key of a person.
type accessCaller struct {
	*apitest.Client
	name  string
	email string
	key   *tracker.Key
}

// accessRecord is a company or project. The items of a company are those of a project that has no moderators of its
// own, so that only roles on the company decide about them.
type accessRecord struct {
	entity, id, companyID          string
	project, product, subscription string
	isMarked, isRemoved            bool
}

func (r *accessRecord) String() string { return r.entity + " " + r.id }

// givenRole is a role that somebody has on a record.
type givenRole struct {
	on   *accessRecord
	link string
}

func newAccessWorld(api *apitest.API, seed uint64) *accessWorld {
	w := &accessWorld{Rand: rand.New(rand.NewPCG(seed, 17)), seed: seed, Shop: apitest.NewShop(api.Admin())}
	api.AddUser("newcomer@example.com", "Newcomer", false)
	for i := range 4 {
		companyID := w.AddCompany(fmt.Sprintf("Company %d", i))
		plain := w.addRecord("project", w.Made("/project", object{"companyId": companyID, "name": "Plain"}), companyID)
		w.records = append(w.records, &accessRecord{entity: "company", id: companyID, companyID: companyID,
			project: plain.id, product: plain.product, subscription: plain.subscription})
		for range 1 + w.IntN(2) {
			w.records = append(w.records, w.addRecord("project", w.Made("/project", object{"companyId": companyID, "name": "Project"}), companyID))
		}
	}
	for i := range 9 {
		email := fmt.Sprintf("person%d@example.com", i)
		api.AddUser(email, fmt.Sprintf("Person %d", i), i == 0)
		w.people = append(w.people, &accessCaller{Client: api.SignIn(email), name: email, email: email})
	}
	return w
}

// addRecord is a project with a product and a subscription.
func (w *accessWorld) addRecord(entity, id, companyID string) *accessRecord {
	s := w.Shop
	s.Project = id
	return &accessRecord{entity: entity, id: id, companyID: companyID, project: id, product: s.AttachProduct(10, 5), subscription: s.AttachSubscription(300, false)}
}

// giveRoles gives each person roles on some companies and projects.
func (w *accessWorld) giveRoles() (roles []givenRole) {
	for _, p := range w.people {
		for _, r := range w.records {
			if w.IntN(3) == 0 {
				link := w.Made("/"+r.entity+"/moderator", object{"id": r.id, "userEmail": p.email, "role": w.IntN(len(apitest.RoleNames))})
				roles = append(roles, givenRole{on: r, link: link})
			}
		}
	}
	return roles
}

// addKeys gives each person keys of both scopes, everywhere and for a company that they see.
func (w *accessWorld) addKeys() {
	w.callers = slices.Clone(w.people)
	for _, p := range w.people {
		var companies []*string
		for _, r := range w.records {
			if r.entity == "company" && p.Get("/company/"+r.id).Code == 200 {
				companies = append(companies, &r.companyID)
			}
		}
		narrow := func() *string {
			if len(companies) == 0 {
				return nil
			}
			return companies[w.IntN(len(companies))]
		}
		for _, companyID := range []*string{nil, narrow()} {
			for _, scope := range []string{tracker.KeyReads, tracker.KeyWrites} {
				key := p.AddKey(object{"name": "Program", "scope": scope, "companyId": companyID})
				w.callers = append(w.callers, &accessCaller{Client: &apitest.Client{API: p.API, Token: key.Secret}, email: p.email, key: &key.Key,
					name: fmt.Sprintf("a key of %s (%s, company %v)", p.email, scope, companyID != nil)})
			}
		}
	}
	for i, c := range w.callers {
		c.Addr = fmt.Sprintf("198.51.100.%d", i+1) // many requests from one address are slowed
	}
}

// shake changes the rights: roles are taken away or become others, a person becomes an administrator, people are
// disabled, a company and a project are marked, and others are removed.
func (w *accessWorld) shake(roles []givenRole) {
	for _, role := range roles {
		switch w.IntN(4) {
		case 0:
			w.Delete("/"+role.on.entity+"/moderator", object{"id": role.link}).Status(204)
		case 1:
			w.Put("/"+role.on.entity+"/moderator", object{"id": role.link, "role": w.IntN(len(apitest.RoleNames))}).Status(200)
		}
	}
	w.Put("/UserManagement/admin", object{"email": w.people[1].email, "isAdmin": true}).Status(200)
	for _, p := range w.people[w.IntN(2):3] { // one or both administrators, and somebody else
		w.Put("/UserManagement/disable", object{"email": p.email, "reason": 1}).Status(200)
	}
	var companies, projects []*accessRecord
	for _, r := range w.records {
		if r.entity == "company" {
			companies = append(companies, r)
		} else {
			projects = append(projects, r)
		}
	}
	marked := companies[0]
	w.Delete("/company", object{"id": marked.id}).Status(200)
	marked.isMarked = true
	for _, r := range projects {
		switch {
		case r.companyID == companies[1].id: // all, so that the company can go
			w.remove(r)
		case r.companyID != marked.id && w.IntN(3) == 0:
			w.Delete("/project", object{"id": r.id}).Status(200)
			r.isMarked = true
		}
	}
	w.remove(companies[1])
}

// remove removes a record for good, with its items.
func (w *accessWorld) remove(r *accessRecord) {
	w.API.T.Helper()
	w.Delete("/project/product", object{"id": r.product}).Status(204)
	w.Delete("/project/subscription", object{"id": r.subscription}).Status(204)
	if r.entity == "company" {
		w.Delete("/project", object{"id": r.project}).Status(200)
	}
	if got := w.Delete("/"+r.entity, object{"id": r.id}).Status(200).Body.String(); got != "2" {
		w.API.T.Fatalf("seed %d: %s is not removed: %s", w.seed, r, got)
	}
	r.isRemoved = true
}

// names is a set of permissions, written in one order.
func names(permissions []string) string {
	permissions = slices.Clone(permissions)
	slices.Sort(permissions)
	return strings.Join(slices.Compact(permissions), " ")
}

// told collects what the entries of an answer allow each person.
func (w *accessWorld) told(c *apitest.Client, query string, add func(e tracker.AccessEntry)) {
	w.API.T.Helper()
	for page := 1; ; page++ {
		var entries []tracker.AccessEntry
		c.Get(fmt.Sprintf("/access?%s&PageSize=5&PageNumber=%d", query, page)).Status(200).Into(&entries)
		for _, e := range entries {
			add(e)
		}
		if len(entries) < 5 {
			return
		}
	}
}

// both asks from both sides what people may do with records: by record, then by person.
func (w *accessWorld) both() (byRecord, byPerson map[string][]string) {
	byRecord, byPerson = map[string][]string{}, map[string][]string{}
	for _, r := range w.records {
		if r.isRemoved {
			continue
		}
		w.told(w.Client, "Entity="+r.entity+"&EntityId="+r.id, func(e tracker.AccessEntry) {
			byRecord[e.Email+r.id] = append(byRecord[e.Email+r.id], e.Permissions...)
		})
	}
	for _, p := range w.people {
		w.told(w.Client, "User="+p.email, func(e tracker.AccessEntry) {
			for _, r := range w.records {
				if !r.isRemoved && (e.ID == nil || *e.ID == r.id) {
					byPerson[p.email+r.id] = append(byPerson[p.email+r.id], e.Permissions...)
				}
			}
		})
	}
	return byRecord, byPerson
}

// tried does everything that a permission allows, and returns the permissions that were enough.
func (w *accessWorld) tried(c *accessCaller, r *accessRecord) (allowed []string) {
	t := w.API.T
	t.Helper()
	try := func(name string, a *apitest.Answer) bool {
		t.Helper()
		switch a.Code {
		case 200, 201:
			allowed = append(allowed, name)
			return true
		case 422: // by those who have the right, as nothing is added to a marked record
			if r.isMarked && strings.Contains(a.Body.String(), `"pendingRemove"`) {
				allowed = append(allowed, name)
				return false
			}
			t.Fatalf("seed %d: %s by %s on %s: %d %s", w.seed, name, c.name, r, a.Code, a.Body)
		case 401, 403, 404:
		default:
			t.Fatalf("seed %d: %s by %s on %s: %d %s", w.seed, name, c.name, r, a.Code, a.Body)
		}
		return false
	}
	try("see", c.Get("/"+r.entity+"/"+r.id))
	var shown struct {
		Products, Subscriptions []struct {
			Cost *float64
		}
	}
	if page := c.Get("/project/" + r.project); page.Code == 200 && !r.isRemoved {
		if page.Into(&shown); len(shown.Products) != 1 || len(shown.Subscriptions) != 1 {
			t.Fatalf("seed %d: %s has %s", w.seed, r, page.Body)
		}
		product, subscription := shown.Products[0].Cost, shown.Subscriptions[0].Cost
		if (product == nil) != (subscription == nil) {
			t.Errorf("seed %d: %s sees one cost of %s: %s", w.seed, c.name, r, page.Body)
		}
		if product != nil {
			allowed = append(allowed, "seeCost")
		}
	}
	edit := object{"id": r.id, "name": fmt.Sprintf("Edited %d", w.IntN(9))}
	if r.entity == "company" {
		edit = object{"data": edit}
	}
	try("edit", c.Put("/"+r.entity, edit))
	if link := c.Post("/"+r.entity+"/moderator", object{"id": r.id, "userEmail": "newcomer@example.com", "role": tracker.RoleNone}); try("manageModerators", link) {
		var made struct{ ID string }
		link.Into(&made)
		w.Delete("/"+r.entity+"/moderator", object{"id": made.ID}).Status(204)
	}
	now := w.API.Clock.Now()
	try("editSubscriptions", c.Put("/project/subscription", object{"id": r.subscription, "price": 1 + w.IntN(9), "startAt": now, "endAt": now.AddDate(1, 0, 0), "autoRenew": false}))
	product := object{"id": r.product, "price": 10, "cost": nil, "status": w.IntN(3)} // a cost that is hidden is sent back as it was read
	if slices.Contains(allowed, "seeCost") {
		product["cost"] = 5
	}
	try("setProductStatus", c.Put("/project/product", product))
	return allowed
}

// wanted is what a caller may do, by what the person is told: a key reads or writes, everywhere or in one company.
func (c *accessCaller) wanted(r *accessRecord, person []string) []string {
	if c.key == nil {
		return person
	}
	if c.key.Narrowed() && *c.key.CompanyID != r.companyID {
		return nil
	}
	if c.key.Scope == tracker.KeyReads {
		return slices.DeleteFunc(slices.Clone(person), func(name string) bool { return name != "see" && name != "seeCost" })
	}
	return person
}

// compare asks both sides, tries everything, and lets everybody ask for what they see.
func (w *accessWorld) compare(round string) (cells int) {
	t := w.API.T
	t.Helper()
	byRecord, byPerson := w.both()
	for i, c := range w.callers {
		for k, r := range w.records {
			if !w.API.Tries(i, k) {
				continue
			}
			told := byRecord[c.email+r.id]
			if other := byPerson[c.email+r.id]; names(told) != names(other) {
				t.Errorf("seed %d, %s: %s on %s: may %q by the record, %q by the person", w.seed, round, c.name, r, names(told), names(other))
			}
			want, got := names(c.wanted(r, told)), names(w.tried(c, r))
			if got != want {
				t.Errorf("seed %d, %s: %s on %s: told %q, may %q", w.seed, round, c.name, r, want, got)
			}
			answer := c.Get("/access?Entity=" + r.entity + "&EntityId=" + r.id)
			if sees := strings.Contains(want, "see"); sees != (answer.Code == 200) || sees && answer.Body.String() != w.Get("/access?Entity="+r.entity+"&EntityId="+r.id).Body.String() {
				t.Errorf("seed %d, %s: %s asks who may do what with %s: %d %s", w.seed, round, c.name, r, answer.Code, answer.Body)
			}
			cells += len(accessNames)
		}
		own := c.Get("/access?User=" + c.email)
		switch {
		case own.Code == 401 && w.isDisabled(c), own.Code == 403 && c.key.Narrowed():
		case own.Code != 200:
			t.Errorf("seed %d, %s: %s asks for themselves: %d %s", w.seed, round, c.name, own.Code, own.Body)
		default:
			if d := cmp.Diff(w.Get("/access?User="+c.email).Body.String(), own.Body.String()); d != "" {
				t.Errorf("seed %d, %s: %s asks for themselves: %s", w.seed, round, c.name, d)
			}
		}
	}
	return cells
}

func (w *accessWorld) isDisabled(c *accessCaller) bool {
	return w.API.Count(`SELECT count(*) FROM users WHERE email = $1 AND disabled_at IS NOT NULL`, c.email) == 1
}

// What people are told of their access, from both sides, is what the API then allows: for every person, key, record
// and permission of a random world, and again after rights and records have changed.
func TestAccessIsWhatTheAPIAllows(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := newAccessWorld(api, rand.Uint64())
		roles := w.giveRoles()
		w.addKeys()
		cells := w.compare("before")
		w.shake(roles)
		for _, p := range w.people { // those who were disabled have new sessions, which help nothing
			p.Client = &apitest.Client{API: api, Token: api.SignIn(p.email).Token, Addr: p.Addr}
		}
		cells += w.compare("after")
		t.Logf("seed %d: %d callers, %d records, %d cells", w.seed, len(w.callers), len(w.records), cells)
	})
}
