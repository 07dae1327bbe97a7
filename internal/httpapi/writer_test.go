package httpapi_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// withWriterTaken runs fn while somebody holds SQLite's writer: a request that needs
// it waits, and is told at its deadline that the database is busy. PostgreSQL has no
// such writer.
func (api *testAPI) withWriterTaken(fn func()) {
	api.t.Helper()
	if api.store.Dialect() != "sqlite" {
		fn()
		return
	}
	taken, release := make(chan struct{}), make(chan struct{})
	var holder sync.WaitGroup
	holder.Go(func() {
		if err := api.store.Write(api.t.Context(), func(*store.Tx) error {
			close(taken)
			<-release
			return nil
		}); err != nil {
			api.t.Error(err)
		}
	})
	<-taken
	defer holder.Wait()
	defer close(release)
	fn()
}

// A request that is refused, or finds nothing to do, never takes the writer. That
// holds also for each refusal of the authorization matrix.
func TestRefusedRequestsNeverTakeTheWriter(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	api.addUser(userEmail, "Grace", false)
	s := newShop(api.admin())
	keyed := *s.client
	keyed.header = http.Header{"Idempotency-Key": {"key"}}
	keyed.post("/company", object{"name": "Keyed"}).status(201)
	link := s.addModerator(s.company, userEmail, tracker.RoleManager)
	marked := s.addCompany("Marked")
	s.made("/project", object{"companyId": marked, "name": "Holds it"})
	s.delete("/company", object{"id": marked}).status(200)
	product, canceled := s.attachProduct(2, 1), s.attachSubscription(100, false)
	s.put("/project/subscription/cancel", object{"id": canceled, "cancelationReason": "Moved"}).status(200)
	manager := api.signIn(userEmail)
	term := object{"projectId": s.project, "subscriptionId": s.subscription, "price": 1, "startAt": "2026-11-16T00:00:00Z", "endAt": "2026-11-15T00:00:00Z"}

	api.withWriterTaken(func() {
		for _, refused := range []struct {
			by     *client
			call   string
			body   object
			status int
		}{
			{s.client, "POST /company", object{"name": ""}, 400},
			{manager, "POST /company", object{"name": "Mine"}, 403},
			{&keyed, "POST /company", object{"name": "Another"}, 422},
			{&keyed, "POST /company", object{"name": "Keyed"}, 201}, // again: it is there
			{s.client, "PUT /company", object{"data": object{"id": "unknown", "name": "N"}}, 404},
			{s.client, "PUT /company", object{"data": object{"id": s.company, "name": "N", "version": 7}}, 409},
			{s.client, "PUT /company", object{"data": object{"id": s.company, "name": "Shop"}}, 200}, // as it is
			{s.client, "POST /company/moderator", object{"id": s.company, "userEmail": "nobody@example.com", "role": 0}, 400},
			{s.client, "POST /company/moderator", object{"id": s.company, "userEmail": userEmail, "role": 0}, 200}, // who is there
			{manager, "PUT /company/moderator", object{"id": link, "role": "Owner"}, 403},
			{s.client, "PUT /company/moderator", object{"id": link, "role": 0, "version": 9}, 409},
			{s.client, "DELETE /company/moderator", object{"id": "unknown"}, 204},
			{s.client, "DELETE /company", object{"id": marked}, 200}, // still marked
			{s.client, "PUT /company/restore", object{"id": s.company}, 200},
			{s.client, "POST /project", object{"companyId": marked, "name": "P"}, 422},
			{s.client, "PUT /project", object{"id": s.project, "name": "P", "version": 7}, 409},
			{s.client, "POST /product", object{"categoryName": "Unknown", "name": "P", "status": 0}, 400},
			{s.client, "POST /product/categories", object{"name": "hardware"}, 400}, // taken
			{s.client, "POST /project/product", object{"projectId": s.project, "productId": "unknown", "price": 1, "cost": 1, "status": 0}, 400},
			{s.client, "PUT /project/product", object{"id": product, "price": 1, "cost": 1, "status": 9}, 400},
			{s.client, "POST /project/subscription", term, 400}, // ends before it starts
			{s.client, "PUT /project/subscription/cancel", object{"id": canceled, "cancelationReason": "Moved again"}, 200},
			{s.client, "POST /UserManagement", object{"email": userEmail, "displayName": "Twice", "gender": 0}, 400},
			{s.client, "PUT /UserManagement/disable", object{"email": adminEmail, "reason": 1}, 422}, // oneself
			{s.client, "POST /UserManagement/invite", object{"email": userEmail}, 422},
			{s.client, "PUT /account/profile", object{"displayName": "", "gender": 0}, 400},
			{s.client, "PUT /notification", object{"notificationId": "unknown"}, 404},
		} {
			method, path, _ := strings.Cut(refused.call, " ")
			refused.by.do(method, path, refused.body).status(refused.status)
		}
	})
}
