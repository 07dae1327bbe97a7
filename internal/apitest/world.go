package apitest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// HiddenCost is the cost in every change that has one, so that a leak is found in any answer.
const HiddenCost = "31337.77"

var ACost = json.Number(HiddenCost)

// Permission is a row of the table of permissions.
type Permission string

const (
	See            Permission = "see"
	SeeCost        Permission = "see cost"
	Manage         Permission = "manage" // edit company and address; create, edit, remove, restore its projects
	Moderate       Permission = "moderate"
	ModerateOwner  Permission = "moderate owners"
	Attach         Permission = "attach"
	ChangeSub      Permission = "change subscriptions"
	SetStatus      Permission = "set status"
	BeNotified     Permission = "be notified"
	ReadCatalogues Permission = "read catalogues"
)

// Holders lists the roles that have a permission. Administrators have all.
var Holders = map[Permission]string{
	See:            "None Owner Manager Support Developer Designer",
	SeeCost:        "Owner Manager",
	Manage:         "Owner Manager",
	Moderate:       "Owner Manager",
	Attach:         "Owner Manager",
	ChangeSub:      "Owner Manager Support",
	SetStatus:      "Owner Manager Developer Designer",
	BeNotified:     "Owner Manager Support",
	ReadCatalogues: "None Owner Manager Support Developer Designer",
}

// Allows reports whether a role has the permission. Without see it has no other.
func (p Permission) Allows(role string) bool {
	if p == ModerateOwner {
		return role == "Owner" && Moderate.Allows(role)
	}
	return strings.Contains(Holders[See], role) && strings.Contains(Holders[p], role)
}

func (w *World) Next() string { w.serial++; return fmt.Sprint(w.serial) }

var Address = Object{"country": "France", "provinceState": "Rhône"}

func NewUser(w *World, _ *Caller, _ string) any {
	return Object{"email": "new" + w.Next() + "@people.example", "displayName": "New", "gender": 0}
}

// Relation is what an object is to the caller.
type Relation string

const (
	Own     Relation = "own"
	Sibling Relation = "sibling" // beside the own one, within reach
	Foreign Relation = "foreign"
	Missing Relation = "missing"
	Removed Relation = "removed" // a tombstone
)

var Relations = []Relation{Own, Sibling, Foreign, Missing, Removed}

// Fingerprint changes with every write: how many rows each table has, what their
// versions come to, and the number of the last change.
func (w *World) Fingerprint() string { return w.API.Text(fingerprintSQL()) }

var fingerprintSQL = sync.OnceValue(func() string {
	var parts []string
	for _, table := range store.RecordTables() {
		parts = append(parts, fingerprintOf(table, "version"))
	}
	for _, part := range strings.Fields("subscription_period:price notification:viewed_at " +
		"session:revoked_at credential:updated_at throttle:failures tally:n change:seq photo:created_at idempotency:created_at " +
		"password_token:created_at api_key:created_at bulk:position") {
		table, column, _ := strings.Cut(part, ":")
		parts = append(parts, fingerprintOf(table, column))
	}
	return "SELECT " + strings.Join(parts, " || ', ' || ")
})

func fingerprintOf(table, column string) string {
	return fmt.Sprintf("(SELECT '%[1]s ' || count(*) || ' ' || COALESCE(SUM(%[2]s), 0) FROM %[1]s)", table, column)
}

// Caller is one column of the matrix. A caller with a company role has it on the own company,
// and the same role on one project of the sibling company. A caller with a project role has
// it on only the own project. Both also have it on the removed objects. One caller has a role on
// the foreign company alone. Two callers have a role on the own company and another one on the own
// project, and one has lost both.
type Caller struct {
	Name, Email              string
	SignedIn, Admin          bool
	CompanyRole, ProjectRole *tracker.Role
	ForeignRole              *tracker.Role
	Key                      *tracker.Key // that they call by; see key_matrix_test.go
	*Client
}

var RoleNames = []string{"None", "Owner", "Manager", "Support", "Developer", "Designer"}

// World is a server with one object of each kind in each relation.
type World struct {
	API     *API
	Admin   *Client
	Callers []*Caller
	IDs     map[string]map[Relation]string
	parents map[Relation]string // the projects, for new attachments
	serial  int
	Rules   int // how many the matrix has tried
}

func (w *World) ID(c *Caller, kind string, rel Relation) string {
	if kind == "notification" {
		return "n-" + c.Name + "-" + string(rel)
	}
	return w.IDs[kind][rel]
}

// RelationOf is the relation of an object.
func (w *World) RelationOf(kind, id string) Relation {
	for rel, of := range w.IDs[kind] {
		if of == id {
			return rel
		}
	}
	return Missing
}

func NewWorld(api *API) *World {
	w := &World{API: api, Admin: api.Admin(), IDs: map[string]map[Relation]string{}}
	w.addCatalogues()
	w.addCompanies()
	w.addUsers()
	w.addCallers()
	w.addNotes()
	w.addPlans()
	w.removeSome()
	for _, kinds := range w.IDs {
		if kinds[Missing] == "" {
			kinds[Missing] = uuid.NewString()
		}
	}
	w.addTokens()
	return w
}

func (w *World) Set(kind string, rel Relation, id string) string {
	if w.IDs[kind] == nil {
		w.IDs[kind] = map[Relation]string{}
	}
	w.IDs[kind][rel] = id
	return id
}

// addCatalogues makes items and categories of each kind: in use, marked, and to be removed.
// Foreign items are those of the other catalogue.
func (w *World) addCatalogues() {
	for kind, other := range map[string]string{"product": "subscription", "subscription": "product"} {
		for _, rel := range []Relation{Own, Sibling, Removed} {
			name := w.Set(kind+"Category", rel, "Matrix "+kind+" category "+string(rel))
			w.Admin.Post("/"+kind+"/categories", Object{"name": name}).Status(201)
			w.Set(kind, rel, w.Admin.Made("/"+kind, w.Item(kind, w.IDs[kind+"Category"][Own], "Matrix "+kind+" "+string(rel))))
		}
		w.Admin.Made("/"+kind, w.Item(kind, w.IDs[kind+"Category"][Sibling], "In use"))
		w.Set(kind+"Category", Foreign, "Matrix "+other+" category own")
	}
	w.Set("product", Foreign, w.IDs["subscription"][Own])
	w.Set("subscription", Foreign, w.IDs["product"][Own])
}

func (w *World) Item(kind, category, name string) Object {
	body := Object{"categoryName": category, "name": name, "status": 0}
	if kind == "subscription" {
		body["cost"] = 7
	}
	return body
}

func (w *World) addCompanies() {
	for _, rel := range []Relation{Own, Sibling, Foreign, Removed} {
		w.Set("company", rel, w.Admin.AddCompany("Matrix company "+string(rel)))
	}
	company := w.IDs["company"]
	w.parents = map[Relation]string{}
	for rel, in := range map[Relation]string{Own: company[Own], Sibling: company[Own], Foreign: company[Foreign], Removed: company[Own]} {
		id := w.Admin.Made("/project", Object{"companyId": in, "name": "Matrix project " + string(rel)})
		w.parents[rel] = w.Set("project", rel, id)
	}
	w.parents[Removed] = w.parents[Own] // the items of a removed project are removed before it
	w.Set("project", "beside", w.Admin.Made("/project", Object{"companyId": company[Sibling], "name": "Matrix project beside"}))
	for rel := range w.parents {
		w.Attach("projectProduct", rel)
		w.Attach("projectSubscription", rel)
	}
	w.Admin.Post("/project/product", Object{"projectId": w.parents[Own], "productId": w.IDs["product"][Sibling], "price": 1, "cost": 1, "status": 0}).Status(201)
	w.Admin.Post("/project/subscription", w.Term(Object{"projectId": w.parents[Own], "subscriptionId": w.IDs["subscription"][Sibling]})).Status(201)
}

// Attach attaches an own item to the project of a relation. It has a note, as the one had whose place it takes.
func (w *World) Attach(kind string, rel Relation) {
	if w.IDs[kind+"Note"] != nil && rel != Removed {
		defer func() {
			w.writeNote(kind, rel, rel)
			w.addDocument(kind, rel, rel)
		}()
	}
	if kind == "projectProduct" {
		w.Set(kind, rel, w.Admin.Made("/project/product", Object{"projectId": w.parents[rel], "productId": w.IDs["product"][Own], "price": 10, "cost": 5, "status": 1}))
		return
	}
	w.Set(kind, rel, w.Admin.Made("/project/subscription", w.Term(Object{"projectId": w.parents[rel], "subscriptionId": w.IDs["subscription"][Own]})))
}

// Term adds a period to a body that makes the subscription due for nothing.
func (w *World) Term(body Object) Object {
	now := w.API.Clock.Now()
	body["startAt"], body["endAt"], body["price"], body["autoRenew"] = now, now.AddDate(1, 0, 0), 20, false
	return body
}

// addUsers makes users to act on, and moderators of the company and the project.
func (w *World) addUsers() {
	for _, rel := range []Relation{Own, Sibling, Foreign, Removed} {
		email := w.Set("user", rel, string(rel)+"@people.example")
		err := w.API.Store.Write(w.API.T.Context(), func(tx *store.Tx) error {
			u := tracker.User{ID: "user-" + email, Email: email, DisplayName: "Matrix user " + string(rel), CreatedAt: w.API.Clock.Now()}
			return tx.InsertUser(w.API.T.Context(), u, nil)
		})
		if err != nil {
			w.API.T.Fatal(err)
		}
	}
	w.Set("user", Missing, "nobody@people.example")
	for kind, role := range map[string]tracker.Role{"Link": tracker.RoleDesigner, "Owner": tracker.RoleOwner} {
		w.API.AddUser(strings.ToLower(kind)+"@people.example", kind, false)
		for _, rel := range []Relation{Own, Sibling, Foreign, Removed} {
			w.Link("company"+kind, rel, role)
			w.Link("project"+kind, rel, role)
		}
	}
	w.API.AddUser("newcomer@people.example", "Newcomer", false)
}

// NoteHolders are the kinds of records that have notes, with the permission that pins and removes those of others; "" is for
// administrators alone. A note of one is of the kind companyNote.
var NoteHolders = map[string]Permission{"company": Manage, "project": Manage, "projectProduct": Attach, "projectSubscription": ChangeSub, "product": "", "subscription": ""}

// addNotes writes a note about each record, by somebody who is no caller.
func (w *World) addNotes() {
	for kind := range NoteHolders {
		for _, rel := range []Relation{Own, Sibling, Foreign, Removed} {
			if rel == Foreign && IsCatalogue(kind) { // the catalogues belong to nobody
				w.Set(kind+"Note", rel, uuid.NewString())
				w.Set(kind+"Document", rel, uuid.NewString())
				continue
			}
			of := rel
			if rel == Removed {
				of = Own
			}
			w.writeNote(kind, rel, of)
			w.addDocument(kind, rel, of)
		}
		w.Admin.Delete("/note", Object{"id": w.IDs[kind+"Note"][Removed]}).Status(204)
		w.Admin.Delete("/document", Object{"id": w.IDs[kind+"Document"][Removed]}).Status(204)
	}
}

// writeNote writes the note of a relation about the record of another, or the same.
func (w *World) writeNote(kind string, rel, of Relation) {
	id := w.Set(kind+"Note", rel, w.Admin.Made("/note", Object{"entity": kind, "entityId": w.IDs[kind][of], "text": "Matrix note " + string(rel)}))
	w.API.Exec(`UPDATE note SET author_id = (SELECT id FROM users WHERE email = 'newcomer@people.example') WHERE id = $1`, id)
}

// addDocument adds the document of a relation to the record of another, or the same.
func (w *World) addDocument(kind string, rel, of Relation) {
	var d struct{ ID string }
	w.Admin.Post("/document?Name=Matrix.txt&Entity="+kind+"&EntityId="+w.IDs[kind][of], []byte("Matrix document "+string(rel))).Status(201).Into(&d)
	w.Set(kind+"Document", rel, d.ID)
}

// Link makes a moderator of the company or project of a relation.
func (w *World) Link(kind string, rel Relation, role tracker.Role) {
	on, who := kind[:7], strings.ToLower(kind[7:])
	w.Set(kind, rel, w.Admin.Made("/"+on+"/moderator", Object{"id": w.IDs[on][rel], "userEmail": who + "@people.example", "role": role}))
}

func (w *World) addCallers() {
	w.Callers = append(w.Callers, &Caller{Name: "administrator", Email: AdminEmail, SignedIn: true, Admin: true, Client: w.Admin})
	for _, name := range []string{"anonymous", "expired", "revoked", "disabled", "plain"} {
		w.addCaller(&Caller{Name: name, SignedIn: name == "plain"})
	}
	for i, name := range RoleNames {
		role := tracker.Role(i)
		w.giveRoles(w.addCaller(&Caller{Name: "company" + name, SignedIn: true, CompanyRole: &role}))
		w.giveRoles(w.addCaller(&Caller{Name: "project" + name, SignedIn: true, ProjectRole: &role}))
	}
	none, owner, support := tracker.RoleNone, tracker.RoleOwner, tracker.RoleSupport
	w.giveRoles(w.addCaller(&Caller{Name: "foreignOwner", SignedIn: true, ForeignRole: &owner}))
	w.giveRoles(w.addCaller(&Caller{Name: "ownerBelow", SignedIn: true, CompanyRole: &support, ProjectRole: &owner}))
	w.giveRoles(w.addCaller(&Caller{Name: "ownerAbove", SignedIn: true, CompanyRole: &owner, ProjectRole: &none}))
	detached := w.addCaller(&Caller{Name: "detached", SignedIn: true})
	for _, on := range []string{"company", "project"} {
		link := w.Admin.Made("/"+on+"/moderator", Object{"id": w.IDs[on][Own], "userEmail": detached.Email, "role": owner})
		w.Admin.Delete("/"+on+"/moderator", Object{"id": link}).Status(204)
	}
	for _, c := range w.Callers {
		for _, rel := range []Relation{Own, Sibling, Removed} {
			w.API.Notify(w.ID(c, "notification", rel), c.Email, w.IDs["project"][rel])
		}
		w.API.Notify(w.ID(c, "notification", Foreign), "newcomer@people.example", w.IDs["project"][Own])
	}
}

// giveRoles makes a caller a moderator where their roles are.
func (w *World) giveRoles(c *Caller) {
	link := func(on string, role *tracker.Role, ids ...string) {
		for _, id := range ids {
			if role != nil {
				w.Admin.Post("/"+on+"/moderator", Object{"id": id, "userEmail": c.Email, "role": *role}).Status(201)
			}
		}
	}
	company, project := w.IDs["company"], w.IDs["project"]
	link("company", c.CompanyRole, company[Own], company[Removed])
	link("project", c.CompanyRole, project["beside"])
	link("project", c.ProjectRole, project[Own], project[Removed])
	link("company", c.ForeignRole, company[Foreign])
}

func (w *World) addCaller(c *Caller) *Caller {
	c.Email = strings.ToLower(c.Name) + "@callers.example"
	w.API.AddUser(c.Email, c.Name, false)
	w.Callers = append(w.Callers, c)
	return c
}

// addPlans keeps a plan that is shared, and one of somebody who is no caller.
func (w *World) addPlans() {
	w.SharePlan()
	mine := w.Set("plan", Foreign, w.Admin.Made("/plan", w.Plan()))
	w.API.Exec("UPDATE plan SET owner_id = (SELECT id FROM users WHERE email = 'newcomer@people.example') WHERE id = $1", mine)
}

// SharePlan keeps the plan that is shared.
func (w *World) SharePlan() {
	w.Set("plan", Own, w.Admin.Made("/plan", Merged(w.Plan(), Object{"isShared": true})))
}

// Plan is a plan to keep.
func (w *World) Plan() Object {
	return Object{"name": "Matrix plan", "until": w.API.Clock.Now().Format("2006-01"),
		"changes": []Object{{"list": "projectSubscription", "query": "", "action": "renew", "on": "2030-01-01"}}}
}

func (w *World) removeSome() {
	for _, kind := range []string{"product", "subscription"} {
		w.Admin.Delete("/project/"+kind, Object{"id": w.IDs["project"+strings.ToUpper(kind[:1])+kind[1:]][Removed]}).Status(204)
		for rel, want := range map[Relation]string{Sibling: "1", Removed: "2"} {
			w.Expect(want, w.Admin.Delete("/"+kind, Object{"id": w.IDs[kind][rel]}))
			w.Expect(want, w.Admin.Delete("/"+kind+"/categories", Object{"name": w.IDs[kind+"Category"][rel]}))
		}
	}
	for _, on := range []string{"company", "project"} {
		for _, kind := range []string{"Link", "Owner"} {
			w.Admin.Delete("/"+on+"/moderator", Object{"id": w.IDs[on+kind][Removed]}).Status(204)
		}
		w.Expect("2", w.Admin.Delete("/"+on, Object{"id": w.IDs[on][Removed]}))
	}
	w.Admin.Put("/UserManagement/disable", Object{"email": w.IDs["user"][Removed], "reason": 1}).Status(200)
}

func (w *World) Expect(result string, a *Answer) {
	w.API.T.Helper()
	if a.Status(200).Body.String() != result {
		w.API.T.Fatalf("%s: %s, want %s", a.Request, a.Body, result)
	}
}

func (w *World) addTokens() {
	for _, c := range w.Callers {
		if c.Name == "anonymous" {
			c.Client = w.API.Anonymous()
			continue
		}
		c.Client = w.API.SignIn(c.Email)
		switch c.Name {
		case "expired":
			claims, err := w.API.Signer.Parse(c.Token)
			if err == nil {
				c.Token, _, err = w.API.Signer.Issue(claims.UserID, claims.SessionID, w.API.Clock.Now().Add(2*time.Second))
			}
			if err != nil {
				w.API.T.Fatal(err)
			}
		case "revoked":
			c.Get("/account/logout").Status(200)
		case "disabled":
			w.API.Exec(`UPDATE users SET disabled_at = 1 WHERE email = $1`, c.Email)
		}
	}
	for i, c := range w.Callers {
		c.Addr = fmt.Sprintf("198.51.100.%d", i+1) // many requests from one address are slowed
	}
	w.API.Clock.Advance(time.Minute)
	w.Admin = w.API.Admin()
}

// Roles of a caller on an object, or anywhere for an object without moderators.
func (c *Caller) Roles(kind string, rel Relation) (roles []tracker.Role) {
	add := func(role *tracker.Role, where bool) {
		if role != nil && where {
			roles = append(roles, *role)
		}
	}
	switch {
	case strings.HasPrefix(kind, "company"):
		add(c.CompanyRole, rel == Own)
		add(c.ForeignRole, rel == Foreign)
	case strings.HasPrefix(kind, "project"), kind == "notification":
		add(c.CompanyRole, rel == Own || rel == Sibling || rel == Removed)
		add(c.ProjectRole, rel == Own || rel == Removed)
		add(c.ForeignRole, rel == Foreign)
	case kind != "user" && !c.Key.Narrowed(): // the catalogues belong to no company
		add(c.CompanyRole, true)
		add(c.ProjectRole, true)
		add(c.ForeignRole, true)
	}
	return roles
}

// May reports whether the table of permissions allows it.
func (c *Caller) May(p Permission, kind string, rel Relation) bool {
	if p == See && IsCatalogue(kind) {
		p = ReadCatalogues
	}
	return c.Admin || slices.ContainsFunc(c.Roles(kind, rel), func(r tracker.Role) bool { return p.Allows(RoleNames[r]) })
}

func IsCatalogue(kind string) bool {
	return strings.HasPrefix(kind, "product") || strings.HasPrefix(kind, "subscription")
}
