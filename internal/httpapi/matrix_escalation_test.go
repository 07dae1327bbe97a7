package httpapi_test

import (
	"maps"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Nobody becomes an administrator by sending a field for it, in any spelling, with any call
// that writes a user or account.
func TestNobodySendsThemselvesRights(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w, tried := apitest.NewWorld(api), 0
		callers := map[string]*apitest.Caller{}
		for _, c := range w.Callers {
			callers[c.Name] = c
		}
		administrators := func() int { return api.Count(`SELECT count(*) FROM users WHERE is_admin`) }
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
				r.body = func(w *apitest.World, c *apitest.Caller, id string) any {
					body := object{spelling: true, "user": object{spelling: true}, "data": object{spelling: true}}
					if own, ok := fromRule(sent, w, c, id).(object); ok {
						maps.Copy(body, own)
					}
					return body
				}
				sendAs(w, *by.Client, call, r, by, apitest.Own, "")
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

func fromRule(body func(*apitest.World, *apitest.Caller, string) any, w *apitest.World, c *apitest.Caller, id string) any {
	if body == nil {
		return nil
	}
	return body(w, c, id)
}

// No role gives a right that it does not have, and nobody attaches a foreign object to an own parent.
func TestNobodyEscalates(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewWorld(api)
		for _, role := range apitest.RoleNames {
			for _, on := range []string{"company", "project"} {
				tryEscalation(w, on, role)
			}
		}
	})
}

func tryEscalation(w *apitest.World, on, role string) {
	t := w.API.T
	var c *apitest.Caller
	for _, x := range w.Callers {
		if x.Name == on+role {
			c = x
		}
	}
	var link struct{ ID string }
	w.Admin.Post("/"+on+"/moderator", object{"id": w.IDs[on][apitest.Own], "userEmail": c.Email, "role": 0}).Status(200).Into(&link)
	may := apitest.Manage.Allows(role)
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
	foreignProduct, ownProduct := w.IDs["projectProduct"][apitest.Foreign], w.IDs["projectProduct"][apitest.Own]
	foreignSub, ownSub := w.IDs["projectSubscription"][apitest.Foreign], w.IDs["projectSubscription"][apitest.Own]
	ownProject, foreignProject, foreignCompany := w.IDs["project"][apitest.Own], w.IDs["project"][apitest.Foreign], w.IDs["company"][apitest.Foreign]
	before := w.Fingerprint()
	type try struct {
		call string
		body object
		want int
	}
	tries := []try{
		{"PUT /project/product", product(foreignProduct, ownProject), 404},
		{"PUT /project/product", product(foreignProduct, foreignProject), 404},
		{"PUT /project/subscription", w.Term(object{"id": foreignSub, "projectId": ownProject}), 404},
		{"POST /project", object{"companyId": foreignCompany, "name": "Mine"}, 404},
		{"POST /project/product", object{"projectId": foreignProject, "productId": w.IDs["product"][apitest.Own], "price": 1, "cost": 1, "status": 0}, 404},
		{"POST /project/subscription", w.Term(object{"projectId": foreignProject, "subscriptionId": w.IDs["subscription"][apitest.Own]}), 404},
		{"POST /company/moderator", object{"id": foreignCompany, "userEmail": c.Email, "role": "Owner"}, 404},
		{"POST /project/moderator", object{"id": foreignProject, "userEmail": c.Email, "role": "Owner"}, 404},
		{"PUT /company/moderator", object{"id": w.IDs["companyLink"][apitest.Foreign], "role": "Owner"}, 404},
		{"PUT /project/moderator", object{"id": w.IDs["projectLink"][apitest.Foreign], "role": "Owner"}, 404},
		{"PUT /project/subscription/cancel", object{"id": foreignSub, "cancelationReason": "mine"}, 404},
	}
	if role != "Owner" { // their own link, a new one, and the one above them
		tries = append(tries,
			try{"PUT /" + on + "/moderator", object{"id": link.ID, "role": "Owner"}, 403},
			try{"POST /" + on + "/moderator", object{"id": w.IDs[on][apitest.Own], "userEmail": "newcomer@people.example", "role": "Owner"}, 403},
			try{"DELETE /" + on + "/moderator", object{"id": w.IDs[on+"Owner"][apitest.Own]}, 403})
	}
	if on == "project" { // a role on a project is not a role on its company
		tries = append(tries,
			try{"POST /company/moderator", object{"id": w.IDs["company"][apitest.Own], "userEmail": c.Email, "role": 0}, 404},
			try{"PUT /company/moderator", object{"id": w.IDs["companyLink"][apitest.Own], "role": 0}, 404},
			try{"POST /project", object{"companyId": w.IDs["company"][apitest.Own], "name": "Mine"}, 404})
	}
	if apitest.SetStatus.Allows(role) {
		tries = append(tries,
			try{"PUT /project/product", product(ownProduct, foreignProject), 404},
			try{"PUT /project/product", product(ownProduct, ownProject, w.IDs["product"][apitest.Sibling]), 400})
	}
	if apitest.ChangeSub.Allows(role) {
		tries = append(tries,
			try{"PUT /project/subscription", w.Term(object{"id": ownSub, "projectId": foreignProject}), 404},
			try{"PUT /project/subscription", w.Term(object{"id": ownSub, "subscriptionId": w.IDs["subscription"][apitest.Sibling]}), 400})
	}
	for _, x := range tries {
		method, path, _ := strings.Cut(x.call, " ")
		if answer := c.Do(method, path, x.body); answer.Code != x.want {
			t.Errorf("%s by %s %v: %d, want %d\n%s", x.call, c.Name, x.body, answer.Code, x.want, answer.Body)
		}
	}
	if after := w.Fingerprint(); after != before {
		t.Errorf("%s changed something\nfrom %s\n  to %s", c.Name, before, after)
	}
	// An edit never moves a project.
	answer := c.Put("/project", object{"id": ownProject, "name": "Matrix project own", "companyId": foreignCompany}).Status(status(200))
	var moved tracker.ProjectDetails
	if answer.Code == 200 {
		answer.Into(&moved)
		if moved.CompanyID != w.IDs["company"][apitest.Own] {
			t.Errorf("%s moved a project: %+v", c.Name, moved.Project)
		}
	}
}
