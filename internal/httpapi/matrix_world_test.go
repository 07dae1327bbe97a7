package httpapi_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// caller is one column of the matrix. A caller with a company role has it on the own company,
// and the same role on one project of the sibling company. A caller with a project role has
// it on only the own project. Both also have it on the removed objects. One caller has a role on
// the foreign company alone. Two callers have a role on the own company and another one on the own
// project, and one has lost both.
type caller struct {
	name, email              string
	signedIn, admin          bool
	companyRole, projectRole *tracker.Role
	foreignRole              *tracker.Role
	key                      *tracker.Key // that they call by; see key_matrix_test.go
	*client
}

var roleNames = []string{"None", "Owner", "Manager", "Support", "Developer", "Designer"}

// world is a server with one object of each kind in each relation.
type world struct {
	api     *testAPI
	admin   *client
	callers []*caller
	ids     map[string]map[relation]string
	parents map[relation]string // the projects, for new attachments
	serial  int
	rules   int // how many the matrix has tried
}

func (w *world) id(c *caller, kind string, rel relation) string {
	if kind == "notification" {
		return "n-" + c.name + "-" + string(rel)
	}
	return w.ids[kind][rel]
}

// relationOf is the relation of an object.
func (w *world) relationOf(kind, id string) relation {
	for rel, of := range w.ids[kind] {
		if of == id {
			return rel
		}
	}
	return missing
}

func newWorld(api *testAPI) *world {
	w := &world{api: api, admin: api.admin(), ids: map[string]map[relation]string{}}
	w.addCatalogues()
	w.addCompanies()
	w.addUsers()
	w.addCallers()
	w.removeSome()
	for _, kinds := range w.ids {
		if kinds[missing] == "" {
			kinds[missing] = uuid.NewString()
		}
	}
	w.addTokens()
	return w
}

func (w *world) set(kind string, rel relation, id string) string {
	if w.ids[kind] == nil {
		w.ids[kind] = map[relation]string{}
	}
	w.ids[kind][rel] = id
	return id
}

// addCatalogues makes items and categories of each kind: in use, marked, and to be removed.
// Foreign items are those of the other catalogue.
func (w *world) addCatalogues() {
	for kind, other := range map[string]string{"product": "subscription", "subscription": "product"} {
		for _, rel := range []relation{own, sibling, removed} {
			name := w.set(kind+"Category", rel, "Matrix "+kind+" category "+string(rel))
			w.admin.post("/"+kind+"/categories", object{"name": name}).status(201)
			w.set(kind, rel, w.admin.made("/"+kind, w.item(kind, w.ids[kind+"Category"][own], "Matrix "+kind+" "+string(rel))))
		}
		w.admin.made("/"+kind, w.item(kind, w.ids[kind+"Category"][sibling], "In use"))
		w.set(kind+"Category", foreign, "Matrix "+other+" category own")
	}
	w.set("product", foreign, w.ids["subscription"][own])
	w.set("subscription", foreign, w.ids["product"][own])
}

func (w *world) item(kind, category, name string) object {
	body := object{"categoryName": category, "name": name, "status": 0}
	if kind == "subscription" {
		body["cost"] = 7
	}
	return body
}

func (w *world) addCompanies() {
	for _, rel := range []relation{own, sibling, foreign, removed} {
		w.set("company", rel, w.admin.addCompany("Matrix company "+string(rel)))
	}
	company := w.ids["company"]
	w.parents = map[relation]string{}
	for rel, in := range map[relation]string{own: company[own], sibling: company[own], foreign: company[foreign], removed: company[own]} {
		id := w.admin.made("/project", object{"companyId": in, "name": "Matrix project " + string(rel)})
		w.parents[rel] = w.set("project", rel, id)
	}
	w.parents[removed] = w.parents[own] // the items of a removed project are removed before it
	w.set("project", "beside", w.admin.made("/project", object{"companyId": company[sibling], "name": "Matrix project beside"}))
	for rel := range w.parents {
		w.attach("projectProduct", rel)
		w.attach("projectSubscription", rel)
	}
	w.admin.post("/project/product", object{"projectId": w.parents[own], "productId": w.ids["product"][sibling], "price": 1, "cost": 1, "status": 0}).status(201)
	w.admin.post("/project/subscription", w.term(object{"projectId": w.parents[own], "subscriptionId": w.ids["subscription"][sibling]})).status(201)
}

// attach attaches an own item to the project of a relation.
func (w *world) attach(kind string, rel relation) {
	if kind == "projectProduct" {
		w.set(kind, rel, w.admin.made("/project/product", object{"projectId": w.parents[rel], "productId": w.ids["product"][own], "price": 10, "cost": 5, "status": 1}))
		return
	}
	w.set(kind, rel, w.admin.made("/project/subscription", w.term(object{"projectId": w.parents[rel], "subscriptionId": w.ids["subscription"][own]})))
}

// term adds a period to a body that makes the subscription due for nothing.
func (w *world) term(body object) object {
	now := w.api.clock.Now()
	body["startAt"], body["endAt"], body["price"], body["autoRenew"] = now, now.AddDate(1, 0, 0), 20, false
	return body
}

// addUsers makes users to act on, and moderators of the company and the project.
func (w *world) addUsers() {
	for _, rel := range []relation{own, sibling, foreign, removed} {
		email := w.set("user", rel, string(rel)+"@people.example")
		err := w.api.store.Write(w.api.t.Context(), func(tx *store.Tx) error {
			u := tracker.User{ID: "user-" + email, Email: email, DisplayName: "Matrix user " + string(rel), CreatedAt: w.api.clock.Now()}
			return tx.InsertUser(w.api.t.Context(), u, nil)
		})
		if err != nil {
			w.api.t.Fatal(err)
		}
	}
	w.set("user", missing, "nobody@people.example")
	for kind, role := range map[string]tracker.Role{"Link": tracker.RoleDesigner, "Owner": tracker.RoleOwner} {
		w.api.addUser(strings.ToLower(kind)+"@people.example", kind, false)
		for _, rel := range []relation{own, sibling, foreign, removed} {
			w.link("company"+kind, rel, role)
			w.link("project"+kind, rel, role)
		}
	}
	w.api.addUser("newcomer@people.example", "Newcomer", false)
}

// link makes a moderator of the company or project of a relation.
func (w *world) link(kind string, rel relation, role tracker.Role) {
	on, who := kind[:7], strings.ToLower(kind[7:])
	w.set(kind, rel, w.admin.made("/"+on+"/moderator", object{"id": w.ids[on][rel], "userEmail": who + "@people.example", "role": role}))
}

func (w *world) addCallers() {
	w.callers = append(w.callers, &caller{name: "administrator", email: adminEmail, signedIn: true, admin: true, client: w.admin})
	for _, name := range []string{"anonymous", "expired", "revoked", "disabled", "plain"} {
		w.addCaller(&caller{name: name, signedIn: name == "plain"})
	}
	for i, name := range roleNames {
		role := tracker.Role(i)
		w.giveRoles(w.addCaller(&caller{name: "company" + name, signedIn: true, companyRole: &role}))
		w.giveRoles(w.addCaller(&caller{name: "project" + name, signedIn: true, projectRole: &role}))
	}
	none, owner, support := tracker.RoleNone, tracker.RoleOwner, tracker.RoleSupport
	w.giveRoles(w.addCaller(&caller{name: "foreignOwner", signedIn: true, foreignRole: &owner}))
	w.giveRoles(w.addCaller(&caller{name: "ownerBelow", signedIn: true, companyRole: &support, projectRole: &owner}))
	w.giveRoles(w.addCaller(&caller{name: "ownerAbove", signedIn: true, companyRole: &owner, projectRole: &none}))
	detached := w.addCaller(&caller{name: "detached", signedIn: true})
	for _, on := range []string{"company", "project"} {
		link := w.admin.made("/"+on+"/moderator", object{"id": w.ids[on][own], "userEmail": detached.email, "role": owner})
		w.admin.delete("/"+on+"/moderator", object{"id": link}).status(204)
	}
	for _, c := range w.callers {
		for _, rel := range []relation{own, sibling, removed} {
			w.api.notify(w.id(c, "notification", rel), c.email, w.ids["project"][rel])
		}
		w.api.notify(w.id(c, "notification", foreign), "newcomer@people.example", w.ids["project"][own])
	}
}

// giveRoles makes a caller a moderator where their roles are.
func (w *world) giveRoles(c *caller) {
	link := func(on string, role *tracker.Role, ids ...string) {
		for _, id := range ids {
			if role != nil {
				w.admin.post("/"+on+"/moderator", object{"id": id, "userEmail": c.email, "role": *role}).status(201)
			}
		}
	}
	company, project := w.ids["company"], w.ids["project"]
	link("company", c.companyRole, company[own], company[removed])
	link("project", c.companyRole, project["beside"])
	link("project", c.projectRole, project[own], project[removed])
	link("company", c.foreignRole, company[foreign])
}

func (w *world) addCaller(c *caller) *caller {
	c.email = strings.ToLower(c.name) + "@callers.example"
	w.api.addUser(c.email, c.name, false)
	w.callers = append(w.callers, c)
	return c
}

func (w *world) removeSome() {
	for _, kind := range []string{"product", "subscription"} {
		w.admin.delete("/project/"+kind, object{"id": w.ids["project"+strings.ToUpper(kind[:1])+kind[1:]][removed]}).status(204)
		for rel, want := range map[relation]string{sibling: "1", removed: "2"} {
			w.expect(want, w.admin.delete("/"+kind, object{"id": w.ids[kind][rel]}))
			w.expect(want, w.admin.delete("/"+kind+"/categories", object{"name": w.ids[kind+"Category"][rel]}))
		}
	}
	for _, on := range []string{"company", "project"} {
		for _, kind := range []string{"Link", "Owner"} {
			w.admin.delete("/"+on+"/moderator", object{"id": w.ids[on+kind][removed]}).status(204)
		}
		w.expect("2", w.admin.delete("/"+on, object{"id": w.ids[on][removed]}))
	}
	w.admin.put("/UserManagement/disable", object{"email": w.ids["user"][removed], "reason": 1}).status(200)
}

func (w *world) expect(result string, a *answer) {
	w.api.t.Helper()
	if a.status(200).Body.String() != result {
		w.api.t.Fatalf("%s: %s, want %s", a.request, a.Body, result)
	}
}

func (w *world) addTokens() {
	for _, c := range w.callers {
		if c.name == "anonymous" {
			c.client = w.api.anonymous()
			continue
		}
		c.client = w.api.signIn(c.email)
		switch c.name {
		case "expired":
			claims, err := w.api.signer.Parse(c.token)
			if err == nil {
				c.token, _, err = w.api.signer.Issue(claims.UserID, claims.SessionID, w.api.clock.Now().Add(2*time.Second))
			}
			if err != nil {
				w.api.t.Fatal(err)
			}
		case "revoked":
			c.get("/account/logout").status(200)
		case "disabled":
			w.api.exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, c.email)
		}
	}
	for i, c := range w.callers {
		c.addr = fmt.Sprintf("198.51.100.%d", i+1) // many requests from one address are slowed
	}
	w.api.clock.Advance(time.Minute)
	w.admin = w.api.admin()
}

// roles of a caller on an object, or anywhere for an object without moderators.
func (c *caller) roles(kind string, rel relation) (roles []tracker.Role) {
	add := func(role *tracker.Role, where bool) {
		if role != nil && where {
			roles = append(roles, *role)
		}
	}
	switch {
	case strings.HasPrefix(kind, "company"):
		add(c.companyRole, rel == own)
		add(c.foreignRole, rel == foreign)
	case strings.HasPrefix(kind, "project"), kind == "notification":
		add(c.companyRole, rel == own || rel == sibling || rel == removed)
		add(c.projectRole, rel == own || rel == removed)
		add(c.foreignRole, rel == foreign)
	case kind != "user" && !c.key.Narrowed(): // the catalogues belong to no company
		add(c.companyRole, true)
		add(c.projectRole, true)
		add(c.foreignRole, true)
	}
	return roles
}

// may reports whether the table of permissions allows it.
func (c *caller) may(p permission, kind string, rel relation) bool {
	if p == see && isCatalogue(kind) {
		p = readCatalogues
	}
	return c.admin || slices.ContainsFunc(c.roles(kind, rel), func(r tracker.Role) bool { return p.allows(roleNames[r]) })
}

// finds reports whether a list shows the object to the caller.
func (c *caller) finds(kind string, rel relation) bool {
	if kind == "notification" && rel == foreign { // of somebody else, administrators included
		return false
	}
	return there(kind, rel) && c.may(see, kind, rel)
}

// there reports whether the object exists. Users are never removed, and an item of the other
// catalogue does not exist in this one.
func there(kind string, rel relation) bool {
	switch {
	case kind == "user":
		return rel != missing
	case isCatalogue(kind):
		return rel == own || rel == sibling
	}
	return rel != missing && rel != removed
}

func isCatalogue(kind string) bool {
	return strings.HasPrefix(kind, "product") || strings.HasPrefix(kind, "subscription")
}
