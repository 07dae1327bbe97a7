package httpapi_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"btracker/internal/store"
)

const (
	mostReading = 5
	mostWriting = 11 // the checks, rows, totals, notifications and log of one transaction
)

// A reading request runs a handful of statements, whatever the number of rows
// and whoever asks. What writes runs more, and no more for many rows than for few.
func TestStatementsPerRequest(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newWorld(api)
		for i := range 30 { // more of everything that one answer shows
			company := w.admin.addCompany(fmt.Sprintf("Matrix more %d", i))
			project := w.admin.made("/project", object{"companyId": w.ids["company"][own], "name": fmt.Sprintf("Matrix more %d", i)})
			w.admin.post("/project/product", object{"projectId": w.ids["project"][own], "productId": w.ids["product"][own], "price": 1, "cost": 1, "status": 0}).status(201)
			w.admin.post("/project/subscription", w.term(object{"projectId": w.ids["project"][own], "subscriptionId": w.ids["subscription"][own]})).status(201)
			w.admin.made("/product", w.item("product", w.ids["productCategory"][own], fmt.Sprintf("Matrix more %d", i)))
			email := fmt.Sprintf("more%d@people.example", i)
			api.addUser(email, "Matrix more", false)
			for path, id := range map[string]string{"/company": w.ids["company"][own], "/project": w.ids["project"][own]} {
				w.admin.post(path+"/moderator", object{"id": id, "userEmail": email, "role": 0}).status(201)
			}
			w.admin.post("/company/moderator", object{"id": company, "userEmail": "companyowner@callers.example", "role": 1}).status(201)
			w.admin.post("/project/moderator", object{"id": project, "userEmail": "projectowner@callers.example", "role": 1}).status(201)
		}
		var report []string
		for _, call := range slices.Sorted(maps.Keys(rules)) {
			most := 0
			for _, r := range rules[call] {
				for _, c := range w.callers {
					if !c.admin && c.name != "companyOwner" && c.name != "projectOwner" {
						continue
					}
					for _, query := range []string{r.query, "?Removed=exclude", "?Removed=only", "?CategoryName=Matrix%20product%20category%20own&Status=0", "?Search=matrix"} {
						n, status := w.statements(call, query, r, c)
						most = max(most, n)
						reads := strings.HasPrefix(call, "GET ") && !r.session
						if n > mostWriting || reads && n > mostReading {
							t.Errorf("%s%s by %s: %d statements, status %d", call, query, c.name, n, status)
						}
						if !reads {
							break // one body is enough
						}
					}
				}
			}
			report = append(report, fmt.Sprintf("%2d %s", most, call))
		}
		slices.Sort(report)
		t.Logf("statements at most:\n%s", strings.Join(report, "\n"))
	})
}

// statements counts what a request about an own object runs in the database.
func (w *world) statements(call, query string, r rule, c *caller) (n, status int) {
	var count atomic.Int64
	counting := *c.client
	counting.ctx = store.CountStatements(w.api.t.Context(), &count)
	answer := w.send(counting, call, r, c, own, query)
	if _, allowed := r.want(c, own); allowed && r.undo != nil && answer.Code < 300 {
		r.undo(w, own, answer)
	}
	return int(count.Load()), answer.Code
}
