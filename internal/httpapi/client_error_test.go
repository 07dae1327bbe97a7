package httpapi_test

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/tracker"
)

func TestClientErrorsAreLoggedAndCounted(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, root *apitest.API) {
		metrics := prometheus.NewRegistry()
		api := newTestAPIBehind(root, func(c *httpapi.Config) { c.Metrics = metrics })
		admin := api.Admin()
		report := object{"kind": "TypeError", "page": "app/projects/:id", "stack": "a b.js:1:2\nc d.js:3:4"}
		admin.Post("/clientError", report).Status(204)
		for _, want := range []string{`msg="client error"`, "kind=TypeError", "page=app/projects/:id", `stack="a b.js:1:2\nc d.js:3:4"`} {
			if !strings.Contains(api.Logs.String(), want) {
				t.Errorf("%s is not in the log:\n%s", want, api.Logs)
			}
		}
		if n := counterValue(t, metrics, "btracker_client_errors_total"); n != 1 {
			t.Errorf("%v errors were counted instead of 1", n)
		}

		api.Anonymous().Post("/clientError", report).Problem(401, "unauthenticated")
		admin.Post("/clientError", object{"kind": "", "page": "app", "stack": ""}).Problem(400, "invalid")
		admin.Post("/clientError", object{"kind": "Error", "page": "app", "stack": strings.Repeat("x", tracker.MaxStack+1)}).Problem(400, "invalid")
		admin.Post("/clientError", object{"kind": "Error", "page": "app", "stack": strings.Repeat("x", tracker.MaxClientErrorBody)}).Problem(413, "tooLarge")
		if n := counterValue(t, metrics, "btracker_client_errors_total"); n != 1 {
			t.Errorf("refused reports were counted: %v", n)
		}
	})
}

func TestClientErrorsOfOneUserAreLimited(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		report := object{"kind": "TypeError", "page": "app", "stack": ""}
		api.AddUser(apitest.UserEmail, "Grace", false)
		user := api.SignIn(apitest.UserEmail)
		// A new minute may begin in between, once.
		refused := 0
		for range 2*tracker.MaxReportsPerMinute + 1 {
			if answer := user.Post("/clientError", report); answer.Code == 429 {
				answer.Problem(429, "tooMany")
				refused++
			}
		}
		if refused == 0 {
			t.Error("no report was refused")
		}
		api.Admin().Post("/clientError", report).Status(204)
	})
}

func counterValue(t *testing.T, from prometheus.Gatherer, name string) float64 {
	t.Helper()
	families, err := from.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetCounter().GetValue()
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}
