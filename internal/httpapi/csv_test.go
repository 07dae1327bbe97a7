package httpapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// An export has the rows of all pages of the list of the same caller.
func TestExportsOfCategoriesAndNotifications(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		api.AddUser("plain@example.com", "Plain", false)
		admin := api.Admin()
		company := admin.AddCompany("Acme")
		admin.AddModerator(company, apitest.UserEmail, tracker.RoleSupport)
		moderator, plain := api.SignIn(apitest.UserEmail), api.SignIn("plain@example.com")
		for _, kind := range []string{"product", "subscription"} {
			for _, name := range []string{"Printers", "=1+1"} {
				admin.Post("/"+kind+"/categories", object{"name": name}).Status(201)
			}
			path := "/" + kind + "/categories/export"
			for _, c := range []struct {
				caller *apitest.Client
				query  string
				want   string
			}{
				{admin, "", "Name,Removed At\n'=1+1,\nPrinters,\n"},
				{moderator, "?SortDescending=true", "Name,Removed At\nPrinters,\n'=1+1,\n"},
				{moderator, "?Search=pri", "Name,Removed At\nPrinters,\n"},
				{moderator, "?Removed=only", "Name,Removed At\n"},
				{plain, "", "Name,Removed At\n"},
			} {
				if got := c.caller.Get(path + c.query).Status(200).Body.String(); got != c.want {
					t.Errorf("%s%s: %q, want %q", path, c.query, got, c.want)
				}
			}
			admin.Get(path + "?SortBy=price").Status(400)
		}

		project := api.AddProject(company, "p")
		api.Notify("n1", apitest.UserEmail, project)
		api.Notify("n2", apitest.UserEmail, project)
		moderator.Put("/notification", object{"notificationId": "n1"}).Status(200)
		const (
			header = "Id,Title,Details,Created At,Viewed At,Project Id,Project Subscription Id\n"
			viewed = "n1,Title n1,Details,2026-11-15T12:00:00Z,2026-11-15T12:00:02Z,,\n"
			unread = "n2,Title n2,Details,2026-11-15T12:00:01Z,,,\n"
		)
		for query, want := range map[string]string{"": header + unread + viewed, "?UnreadOnly=true": header + unread, "?SortDescending=false": header + viewed + unread,
			"?Search=E%20N2": header + unread} {
			if got := moderator.Get("/notification/export" + query).Status(200).Body.String(); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		if got := plain.Get("/notification/export").Status(200).Body.String(); got != header {
			t.Errorf("somebody else's: %q", got)
		}
		moderator.Get("/notification/export?UnreadOnly=maybe").Status(400)
	})
}

// deadlines is a connection that notes its write deadlines.
type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetWriteDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

// A client gets a new deadline for each part of an export.
func TestExportsHaveADeadlineForEachPart(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	admin := api.Admin()
	for i := range 3 {
		admin.AddCompany(fmt.Sprint("Company ", i))
	}
	for range 10 { // 3, 6, 12, … 3072
		api.Exec(`INSERT INTO company (id, name, name_key, search_text, created_at, updated_at)
			SELECT lower(hex(randomblob(16))), name, name_key, search_text, created_at, updated_at FROM company`)
	}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/v1/company/export", nil)
	r.Header.Set("Authorization", "Bearer "+admin.Token)
	w := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	began := time.Now()
	api.Handler.ServeHTTP(w, r)
	if rows := strings.Count(w.Body.String(), "\n"); rows != 3073 || len(w.set) < w.Body.Len()/(64<<10) || len(w.set) < 2 {
		t.Errorf("%d rows, %d bytes, %d deadlines", rows, w.Body.Len(), len(w.set))
	}
	if !slices.IsSortedFunc(w.set, func(a, b time.Time) int { return a.Compare(b) }) || !w.set[0].After(began) {
		t.Errorf("from %s on the parts have time until %s", began, w.set)
	}
}
