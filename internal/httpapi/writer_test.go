package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// A request that is refused, or finds nothing to do, never takes the writer. That
// holds also for each refusal of the authorization matrix.
func TestRefusedRequestsNeverTakeTheWriter(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	api.AddUser(apitest.UserEmail, "Grace", false)
	s := apitest.NewShop(api.Admin())
	keyed := *s.Client
	keyed.Header = http.Header{"Idempotency-Key": {"key"}}
	keyed.Post("/company", object{"name": "Keyed"}).Status(201)
	link := s.AddModerator(s.Company, apitest.UserEmail, tracker.RoleManager)
	marked := s.AddCompany("Marked")
	s.Made("/project", object{"companyId": marked, "name": "Holds it"})
	s.Delete("/company", object{"id": marked}).Status(200)
	product, canceled := s.AttachProduct(2, 1), s.AttachSubscription(100, false)
	s.Put("/project/subscription/cancel", object{"id": canceled, "cancelationReason": "Moved"}).Status(200)
	manager := api.SignIn(apitest.UserEmail)
	term := object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 1, "startAt": "2026-11-16T00:00:00Z", "endAt": "2026-11-15T00:00:00Z"}

	api.WithWriterTaken(func() {
		for _, refused := range []struct {
			by     *apitest.Client
			call   string
			body   object
			status int
		}{
			{s.Client, "POST /company", object{"name": ""}, 400},
			{manager, "POST /company", object{"name": "Mine"}, 403},
			{&keyed, "POST /company", object{"name": "Another"}, 422},
			{&keyed, "POST /company", object{"name": "Keyed"}, 201}, // again: it is there
			{s.Client, "PUT /company", object{"data": object{"id": "unknown", "name": "N"}}, 404},
			{s.Client, "PUT /company", object{"data": object{"id": s.Company, "name": "N", "version": 7}}, 409},
			{s.Client, "PUT /company", object{"data": object{"id": s.Company, "name": "Shop"}}, 200}, // as it is
			{s.Client, "POST /company/moderator", object{"id": s.Company, "userEmail": "nobody@example.com", "role": 0}, 400},
			{s.Client, "POST /company/moderator", object{"id": s.Company, "userEmail": apitest.UserEmail, "role": 0}, 200}, // who is there
			{manager, "PUT /company/moderator", object{"id": link, "role": "Owner"}, 403},
			{s.Client, "PUT /company/moderator", object{"id": link, "role": 0, "version": 9}, 409},
			{s.Client, "DELETE /company/moderator", object{"id": "unknown"}, 204},
			{s.Client, "DELETE /company", object{"id": marked}, 200}, // still marked
			{s.Client, "PUT /company/restore", object{"id": s.Company}, 200},
			{s.Client, "POST /project", object{"companyId": marked, "name": "P"}, 422},
			{s.Client, "PUT /project", object{"id": s.Project, "name": "P", "version": 7}, 409},
			{s.Client, "POST /product", object{"categoryName": "Unknown", "name": "P", "status": 0}, 400},
			{s.Client, "POST /product/categories", object{"name": "hardware"}, 400}, // taken
			{s.Client, "POST /project/product", object{"projectId": s.Project, "productId": "unknown", "price": 1, "cost": 1, "status": 0}, 400},
			{s.Client, "PUT /project/product", object{"id": product, "price": 1, "cost": 1, "status": 9}, 400},
			{s.Client, "POST /project/subscription", term, 400}, // ends before it starts
			{s.Client, "PUT /project/subscription/cancel", object{"id": canceled, "cancelationReason": "Moved again"}, 200},
			{s.Client, "POST /UserManagement", object{"email": apitest.UserEmail, "displayName": "Twice", "gender": 0}, 400},
			{s.Client, "PUT /UserManagement/disable", object{"email": apitest.AdminEmail, "reason": 1}, 422}, // oneself
			{s.Client, "POST /UserManagement/invite", object{"email": apitest.UserEmail}, 422},
			{s.Client, "PUT /account/profile", object{"displayName": "", "gender": 0}, 400},
			{s.Client, "PUT /notification", object{"notificationId": "unknown"}, 404},
		} {
			method, path, _ := strings.Cut(refused.call, " ")
			refused.by.Do(method, path, refused.body).Status(refused.status)
		}
	})
}
