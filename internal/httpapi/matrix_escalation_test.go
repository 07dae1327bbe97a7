package httpapi_test

import (
	"maps"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// Nobody becomes an administrator by sending a field for it, in any spelling, with any call
// that writes a user or account.
func TestNobodySendsThemselvesRights(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w, tried := newWorld(api), 0
		callers := map[string]*caller{}
		for _, c := range w.callers {
			callers[c.name] = c
		}
		administrators := func() int { return api.count(`SELECT count(*) FROM users WHERE is_admin`) }
		before := administrators()
		for call, list := range rules {
			writes := strings.Contains(call, " /account") || strings.Contains(call, " /UserManagement")
			if !writes || strings.HasPrefix(call, "GET ") || strings.HasSuffix(call, "/UserManagement/admin") {
				continue
			}
			by := callers["plain"]
			if strings.Contains(call, "UserManagement") {
				by = callers["administrator"]
			}
			for _, spelling := range []string{"isAdmin", "IsAdmin", "is_admin"} {
				r := list[0]
				sent := r.body
				r.body = func(w *world, c *caller, id string) any {
					body := object{spelling: true, "user": object{spelling: true}, "data": object{spelling: true}}
					if own, ok := fromRule(sent, w, c, id).(object); ok {
						maps.Copy(body, own)
					}
					return body
				}
				w.send(*by.client, call, r, by, own, "")
				tried++
				if n := administrators(); n != before {
					t.Fatalf("%s with %s made %d administrators of %d", call, spelling, n, before)
				}
			}
		}
		if tried < 30 {
			t.Errorf("%d tries", tried)
		}
	})
}

func fromRule(body func(*world, *caller, string) any, w *world, c *caller, id string) any {
	if body == nil {
		return nil
	}
	return body(w, c, id)
}

// No role gives a right that it does not have, and nobody attaches a foreign object to an own parent.
func TestNobodyEscalates(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		for _, role := range roleNames {
			for _, on := range []string{"company", "project"} {
				w.tryEscalation(on, role)
			}
		}
	})
}

func (w *world) tryEscalation(on, role string) {
	t := w.api.t
	var c *caller
	for _, x := range w.callers {
		if x.name == on+role {
			c = x
		}
	}
	var link struct{ ID string }
	w.admin.post("/"+on+"/moderator", object{"id": w.ids[on][own], "userEmail": c.email, "role": 0}).status(200).into(&link)
	may := manage.allows(role)
	status := func(ok int) int {
		if may {
			return ok
		}
		return 403
	}
	product := func(id, project string, more ...string) object {
		body := object{"id": id, "projectId": project, "price": 10, "cost": nil, "status": 1}
		if may {
			body["cost"] = 5
		}
		if len(more) > 0 {
			body["productId"] = more[0]
		}
		return body
	}
	foreignProduct, ownProduct := w.ids["projectProduct"][foreign], w.ids["projectProduct"][own]
	foreignSub, ownSub := w.ids["projectSubscription"][foreign], w.ids["projectSubscription"][own]
	ownProject, foreignProject, foreignCompany := w.ids["project"][own], w.ids["project"][foreign], w.ids["company"][foreign]
	before := w.fingerprint()
	type try struct {
		call string
		body object
		want int
	}
	tries := []try{
		{"PUT /project/product", product(foreignProduct, ownProject), 404},
		{"PUT /project/product", product(foreignProduct, foreignProject), 404},
		{"PUT /project/subscription", w.term(object{"id": foreignSub, "projectId": ownProject}), 404},
		{"POST /project", object{"companyId": foreignCompany, "name": "Mine"}, 404},
		{"POST /project/product", object{"projectId": foreignProject, "productId": w.ids["product"][own], "price": 1, "cost": 1, "status": 0}, 404},
		{"POST /project/subscription", w.term(object{"projectId": foreignProject, "subscriptionId": w.ids["subscription"][own]}), 404},
		{"POST /company/moderator", object{"id": foreignCompany, "userEmail": c.email, "role": "Owner"}, 404},
		{"POST /project/moderator", object{"id": foreignProject, "userEmail": c.email, "role": "Owner"}, 404},
		{"PUT /company/moderator", object{"id": w.ids["companyLink"][foreign], "role": "Owner"}, 404},
		{"PUT /project/moderator", object{"id": w.ids["projectLink"][foreign], "role": "Owner"}, 404},
		{"PUT /project/subscription/cancel", object{"id": foreignSub, "cancelationReason": "mine"}, 404},
	}
	if role != "Owner" { // their own link, a new one, and the one above them
		tries = append(tries,
			try{"PUT /" + on + "/moderator", object{"id": link.ID, "role": "Owner"}, 403},
			try{"POST /" + on + "/moderator", object{"id": w.ids[on][own], "userEmail": "newcomer@people.example", "role": "Owner"}, 403},
			try{"DELETE /" + on + "/moderator", object{"id": w.ids[on+"Owner"][own]}, 403})
	}
	if on == "project" { // a role on a project is not a role on its company
		tries = append(tries,
			try{"POST /company/moderator", object{"id": w.ids["company"][own], "userEmail": c.email, "role": 0}, 404},
			try{"PUT /company/moderator", object{"id": w.ids["companyLink"][own], "role": 0}, 404},
			try{"POST /project", object{"companyId": w.ids["company"][own], "name": "Mine"}, 404})
	}
	if setStatus.allows(role) {
		tries = append(tries,
			try{"PUT /project/product", product(ownProduct, foreignProject), 404},
			try{"PUT /project/product", product(ownProduct, ownProject, w.ids["product"][sibling]), 400})
	}
	if changeSub.allows(role) {
		tries = append(tries,
			try{"PUT /project/subscription", w.term(object{"id": ownSub, "projectId": foreignProject}), 404},
			try{"PUT /project/subscription", w.term(object{"id": ownSub, "subscriptionId": w.ids["subscription"][sibling]}), 400})
	}
	for _, x := range tries {
		method, path, _ := strings.Cut(x.call, " ")
		if answer := c.do(method, path, x.body); answer.Code != x.want {
			t.Errorf("%s by %s %v: %d, want %d\n%s", x.call, c.name, x.body, answer.Code, x.want, answer.Body)
		}
	}
	if after := w.fingerprint(); after != before {
		t.Errorf("%s changed something\nfrom %s\n  to %s", c.name, before, after)
	}
	// An edit never moves a project.
	answer := c.put("/project", object{"id": ownProject, "name": "Matrix project own", "companyId": foreignCompany}).status(status(200))
	var moved tracker.ProjectDetails
	if answer.Code == 200 {
		answer.into(&moved)
		if moved.CompanyID != w.ids["company"][own] {
			t.Errorf("%s moved a project: %+v", c.name, moved.Project)
		}
	}
}
