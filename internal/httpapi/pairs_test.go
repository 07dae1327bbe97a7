package httpapi_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// pairWorld is what a pair of writes meets in: everything that a rule spans. Its names end with its own mark.
type pairWorld struct {
	api                           *apitest.API
	admin, owner                  *apitest.Client
	mark, ownerEmail, otherEmail  string
	company, project              string
	product, subscription         string // of the catalogues
	hasProduct, hasSubscription   string // of the project
	hasOwner                      string // of the company
	productCategory, spare, terms string
}

func newPairWorld(api *apitest.API, admin *apitest.Client, n int) *pairWorld {
	w := &pairWorld{api: api, admin: admin, mark: fmt.Sprintf("<%d>", n), ownerEmail: fmt.Sprintf("owner.%d.@example.com", n), otherEmail: fmt.Sprintf("other.%d.@example.com", n)}
	w.ownerEmail, w.otherEmail = strings.ReplaceAll(w.ownerEmail, ".@", "@"), strings.ReplaceAll(w.otherEmail, ".@", "@")
	api.AddUser(w.ownerEmail, "Owner", false)
	api.AddUser(w.otherEmail, "Other", false)
	w.company = admin.AddCompany("Shop" + w.mark)
	w.hasOwner = admin.AddModerator(w.company, w.ownerEmail, tracker.RoleOwner)
	w.owner = api.SignIn(w.ownerEmail)
	w.project = admin.Made("/project", object{"companyId": w.company, "name": "Site" + w.mark})
	w.productCategory, w.spare, w.terms = "Hardware"+w.mark, "Spare"+w.mark, "Hosting"+w.mark
	admin.Post("/product/categories", object{"name": w.productCategory}).Status(201)
	admin.Post("/product/categories", object{"name": w.spare}).Status(201)
	admin.Post("/subscription/categories", object{"name": w.terms}).Status(201)
	w.product = admin.Made("/product", object{"categoryName": w.productCategory, "name": "Laptop" + w.mark, "status": "available"})
	w.subscription = admin.Made("/subscription", object{"categoryName": w.terms, "name": "Server" + w.mark, "status": 0, "cost": 10})
	w.hasProduct = admin.Made("/project/product", object{"projectId": w.project, "productId": w.product, "price": 3, "cost": 1, "status": 1})
	w.hasSubscription = admin.Made("/project/subscription", w.term(object{"projectId": w.project, "subscriptionId": w.subscription, "price": 20}))
	return w
}

func (w *pairWorld) term(body object) object {
	now := w.api.Clock.Now()
	return apitest.Merged(body, object{"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 1, 0), "autoRenew": false})
}

// pairWrites are the use cases whose rules span more than the record that they change. Together they meet in every rule.
var pairWrites = []struct {
	name string
	do   func(w *pairWorld) *apitest.Answer
}{
	{"rename a company", func(w *pairWorld) *apitest.Answer {
		return w.owner.Put("/company", object{"data": object{"id": w.company, "name": "Renamed" + w.mark, "version": 1}})
	}},
	{"remove a company", func(w *pairWorld) *apitest.Answer { return w.admin.Delete("/company", object{"id": w.company}) }},
	{"restore a company", func(w *pairWorld) *apitest.Answer {
		return w.admin.Put("/company/restore", object{"id": w.company})
	}},
	{"add a project", func(w *pairWorld) *apitest.Answer {
		return w.owner.Post("/project", object{"companyId": w.company, "name": "Second" + w.mark})
	}},
	{"remove a project", func(w *pairWorld) *apitest.Answer { return w.owner.Delete("/project", object{"id": w.project}) }},
	{"attach a product", func(w *pairWorld) *apitest.Answer {
		return w.owner.Post("/project/product", object{"projectId": w.project, "productId": w.product, "price": 7, "cost": 2, "status": 1})
	}},
	{"detach a product", func(w *pairWorld) *apitest.Answer {
		return w.owner.Delete("/project/product", object{"id": w.hasProduct})
	}},
	{"edit a product of a project", func(w *pairWorld) *apitest.Answer {
		return w.owner.Put("/project/product", object{"id": w.hasProduct, "price": 5, "cost": 2, "status": 2})
	}},
	{"attach a subscription", func(w *pairWorld) *apitest.Answer {
		return w.owner.Post("/project/subscription", w.term(object{"projectId": w.project, "subscriptionId": w.subscription, "price": 30}))
	}},
	{"cancel a subscription", func(w *pairWorld) *apitest.Answer {
		return w.owner.Put("/project/subscription/cancel", object{"id": w.hasSubscription, "cancelationReason": "moved"})
	}},
	{"detach a subscription", func(w *pairWorld) *apitest.Answer {
		return w.owner.Delete("/project/subscription", object{"id": w.hasSubscription})
	}},
	{"remove an item", func(w *pairWorld) *apitest.Answer { return w.admin.Delete("/product", object{"id": w.product}) }},
	{"move an item", func(w *pairWorld) *apitest.Answer {
		return w.admin.Put("/product", object{"data": object{"id": w.product, "categoryName": w.spare, "name": "Laptop" + w.mark, "status": 0}})
	}},
	{"remove a category", func(w *pairWorld) *apitest.Answer {
		return w.admin.Delete("/product/categories", object{"name": w.spare})
	}},
	{"take a role away", func(w *pairWorld) *apitest.Answer {
		return w.admin.Delete("/company/moderator", object{"id": w.hasOwner})
	}},
	{"give a role", func(w *pairWorld) *apitest.Answer {
		return w.owner.Post("/company/moderator", object{"id": w.company, "userEmail": w.otherEmail, "role": tracker.RoleManager})
	}},
	{"disable a user", func(w *pairWorld) *apitest.Answer {
		return w.admin.Put("/UserManagement/disable", object{"email": w.otherEmail, "reason": 1})
	}},
	{"disable who writes", func(w *pairWorld) *apitest.Answer {
		return w.admin.Put("/UserManagement/disable", object{"email": w.ownerEmail, "reason": 1})
	}},
}

// outcome is what became of a pair of writes: both answers, and the rows, without what tells one world from another.
func (w *pairWorld) outcome(codes [2]int) string {
	w.api.T.Helper()
	isSet := func(column string) string {
		return "CASE WHEN " + column + " IS NULL THEN ' -' ELSE ' " + column + "' END"
	}
	marks := isSet("removed_at") + " || " + isSet("deleted_at")
	live := "CASE WHEN live THEN ' live' ELSE ' -' END"
	rows := func(of, text, from string) string {
		return fmt.Sprintf("SELECT '%s' || ' ' || %s AS line FROM %s", of, text, from)
	}
	figures := "live_price || ' ' || live_cost || ' ' || running || ' ' || monthly_price || ' ' || monthly_cost || ' ' || next_end"
	named := " WHERE name LIKE '%" + w.mark + "'"
	inProject := " WHERE project_id IN (SELECT id FROM project" + named + ")"
	state := w.api.Text("SELECT " + w.api.Joined("line") + " FROM (SELECT line FROM (" + strings.Join([]string{
		rows("company", "name || "+marks+" || ' ' || version || ' ' || "+figures, "company"+named),
		rows("project", "name || "+marks+" || ' ' || version || "+live+" || ' ' || running || ' ' || monthly_price || ' ' || next_end", "project"+named),
		rows("product", "price || ' ' || status || "+isSet("deleted_at")+" || "+live, "project_product"+inProject),
		rows("subscription", "price || "+isSet("canceled_at")+" || "+isSet("deleted_at")+" || "+live, "project_subscription"+inProject),
		rows("item", "name || "+marks+" || (SELECT c.name FROM category c WHERE c.id = category_id)", "catalogue_item"+named),
		rows("category", "name || "+marks, "category"+named),
		rows("role", "user_id || ' ' || role", "company_moderator WHERE company_id = '"+w.company+"'"),
		rows("user", "display_name || "+isSet("disabled_at"), "users WHERE email IN ('"+w.ownerEmail+"', '"+w.otherEmail+"')"),
	}, " UNION ALL ") + ") AS lines ORDER BY line) AS sorted")
	state = strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(state, w.mark, ""), w.ownerEmail, "owner"), w.otherEmail, "other")
	return fmt.Sprint(codes) + "\n" + state
}

// Two writes at once do what one after the other does, in one order or the other: no rule that spans records is broken by
// writes that do not see each other.
func TestPairsOfWritesAtOnce(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		worlds := 0
		world := func() *pairWorld { worlds++; return newPairWorld(api, admin, worlds) }
		if api.Store.Dialect() == "postgres" {
			// Each write has decided by then, and is not committed: the other one runs into it.
			api.Exec("CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END $$")
			api.Exec("CREATE TRIGGER wait AFTER INSERT ON change EXECUTE FUNCTION wait()")
			api.Exec("ALTER TABLE change DISABLE TRIGGER wait")
		}
		for i, one := range pairWrites {
			for j, other := range pairWrites[:i+1] {
				if !testkit.Full() && (i+j)%4 != 0 {
					continue
				}
				allowed := map[string]string{}
				w := world()
				codes := [2]int{one.do(w).Code}
				codes[1] = other.do(w).Code
				allowed[w.outcome(codes)] = "in this order"
				w = world()
				codes[1] = other.do(w).Code
				codes[0] = one.do(w).Code
				allowed[w.outcome(codes)] = "in the other order"

				w = world()
				if api.Store.Dialect() == "postgres" {
					api.Exec("ALTER TABLE change ENABLE TRIGGER wait")
				}
				var both sync.WaitGroup
				both.Go(func() { codes[0] = one.do(w).Code })
				both.Go(func() { codes[1] = other.do(w).Code })
				both.Wait()
				if api.Store.Dialect() == "postgres" {
					api.Exec("ALTER TABLE change DISABLE TRIGGER wait")
				}
				if got := w.outcome(codes); allowed[got] == "" {
					t.Errorf("%s and %s at once:\n%s\n\nbut one after the other:\n%s", one.name, other.name, got, allowed)
				}
			}
		}
		(&apitest.Side{API: api}).CheckTotals(t)
	})
}
