package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// requestReset is the shortest request with a transaction. The test decides what the queue
// returns in it.
func (api *testAPI) requestReset() *answer {
	api.t.Helper()
	return api.anonymous().post("/account/requestPassReset", object{"email": adminEmail})
}

// Every kind of error has its status, and all have the same form.
func TestEveryKindHasItsStatus(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.invented = true
		for kind, status := range map[tracker.Kind]int{
			tracker.KindUnauthenticated: 401,
			tracker.KindInvalidToken:    401,
			tracker.KindRefused:         422,
			tracker.KindTooMany:         429,
			tracker.KindTooLarge:        413,
			tracker.KindUnsupported:     415,
			tracker.KindUnavailable:     503,
			tracker.KindTimeout:         504,
			tracker.KindDiskFull:        507,
			tracker.KindNotFound:        404,
		} {
			api.mail.fail = func() error {
				return fmt.Errorf("wrapped: %w", &tracker.Error{Kind: kind, Code: "code", Title: "Title", Reason: "Reason.", RetryAfter: 1500 * time.Millisecond, Context: map[string]any{"blockedBy": "x"}})
			}
			answer := api.requestReset()
			p := answer.problem(status, "code")
			if p["error"] != "Title" || p["reason"] != "Reason." || p["blockedBy"] != "x" || p["traceId"] != nil || answer.Header().Get("Retry-After") != "2" {
				t.Errorf("%d: %v %v", status, p, answer.Header())
			}
		}
		api.mail.fail = nil
		api.requestReset().status(200) // each refusal was rolled back, so no attempt was counted
		if n := api.count(`SELECT max(failures) FROM throttle`); n != 1 {
			t.Errorf("%d counted", n)
		}
	})
}

var traceID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// defect expects a 500 with an id, under which the log has the error.
func (api *testAPI) defect(a *answer, cause string) {
	api.t.Helper()
	p := a.problem(500, "defect")
	id, _ := p["traceId"].(string)
	if p["title"] != "An error occurred in the server." || len(p) != 5 || !traceID.MatchString(id) || a.Header().Get("X-Request-Id") != id {
		api.t.Errorf("500 %v", p)
	}
	logged := false
	for line := range strings.Lines(api.logs.String()) {
		logged = logged || strings.Contains(line, id) && strings.Contains(line, cause)
	}
	if !logged {
		api.t.Errorf("no line with %s and %q in\n%s", id, cause, api.logs)
	}
}

func TestDefects(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.mail.fail = func() error { return errors.New(`SELECT secret FROM table`) }
		api.defect(api.requestReset(), "SELECT secret")

		// A panic inside a transaction ends the request. The server goes on, and its
		// connection to the database works.
		api.mail.fail = func() error { panic("boom") }
		for range 20 {
			api.defect(api.requestReset(), "boom")
		}
		api.mail.fail = nil
		api.requestReset().status(200)
		api.admin().addCompany("Still here")
	})
}

func TestClosedDatabase(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		api.anonymous().get("//readyz").status(200)
		api.store.Close()
		for _, answer := range []*answer{
			admin.get("/company"), admin.post("/company", object{"name": "N"}), api.requestReset(),
			api.anonymous().login(adminEmail, password), api.anonymous().get("//photo/x"),
		} {
			p := answer.problem(500, "defect")
			for _, leak := range []string{"sql", "select", "pool", "closed", "goroutine"} {
				if strings.Contains(strings.ToLower(answer.Body.String()), leak) {
					t.Errorf("%s: %s tells %s", answer.request, answer.Body, leak)
				}
			}
			if p["traceId"] == nil {
				t.Errorf("%s: %v", answer.request, p)
			}
		}
		api.anonymous().get("//healthz").status(200) // the process lives
		if answer := api.anonymous().get("//readyz").status(503); answer.Header().Get("Retry-After") == "" {
			t.Errorf("readyz %v", answer.Header())
		}
	})
}

func TestDatabaseAway(t *testing.T) {
	api := newTestAPI(t, storetest.Postgres(t))
	admin := api.admin()
	pgtest.TakeAway(t, api.store.Pool().Config().ConnString())
	for _, send := range []func() *answer{
		func() *answer { return admin.get("/company") },
		func() *answer { return admin.post("/company", object{"name": "N"}) },
	} {
		answer := send()
		if p := answer.problem(503, "away"); p["reason"] == "" || answer.Header().Get("Retry-After") == "" {
			t.Errorf("503 %v %v", p, answer.Header())
		}
	}
}

func TestSlowDatabase(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		entered, leave := make(chan struct{}), make(chan struct{})
		done := make(chan error)
		go func() { // someone holds the writer, or the row
			done <- api.store.Write(context.Background(), func(tx *store.Tx) error {
				err := tx.PutThrottles(context.Background(), map[string]store.Throttle{"reset 192.0.2.1": {}})
				close(entered)
				<-leave
				return err
			})
		}()
		<-entered
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/v1/account/requestPassReset", strings.NewReader(`{"email":"a@example.com"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = "192.0.2.1:4000"
		answer := api.serve(r)
		close(leave)
		if err := <-done; err != nil {
			t.Error(err)
		}
		// On SQLite the only writer was never free; PostgreSQL began to write, and waited for the row.
		if api.store.Dialect() == "sqlite" {
			answer.problem(503, "busy")
		} else {
			answer.problem(504, "timeout")
		}
		admin.addCompany("Afterwards")
	})
}

type slowBody struct{}

func (slowBody) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

func TestBodyThatComesTooSlowly(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	r := httptest.NewRequest(http.MethodPost, "/api/v1/account/login", io.NopCloser(slowBody{}))
	api.serve(r).problem(408, "bodyTooSlow")
	r = httptest.NewRequest(http.MethodPost, "/api/v1/account/login", io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenBody{})))
	api.serve(r).fieldError("Body", "The request body could not be read.")
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Outside of the API errors are text.
func TestNotFoundElsewhereIsText(t *testing.T) {
	api := newTestAPI(t, storetest.SQLite(t))
	for request, want := range map[string]struct {
		status int
		allow  string
	}{
		"GET /nowhere": {404, ""}, "GET /apis/v1": {404, ""}, "GET /btracker/assets/gone.js": {404, ""},
		"POST /healthz": {405, "GET, HEAD"}, "DELETE /photo/x": {405, "GET, HEAD"}, "PUT /btracker/app": {405, "GET, HEAD"},
	} {
		method, path, _ := strings.Cut(request, " ")
		answer := api.anonymous().do(method, "/"+path, nil)
		if h := answer.Header(); answer.Code != want.status || h.Get("Allow") != want.allow || h.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %v", request, answer.Code, h)
		}
	}
}

func TestShapeOfCommonProblems(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		api.addUser(userEmail, "Grace", false)
		admin, user := api.admin(), api.signIn(userEmail)
		id := admin.addCompany("Acme")
		admin.addModerator(id, userEmail, tracker.RoleNone)
		for name, c := range map[string]struct {
			answer  *answer
			status  int
			code    string
			members []string
		}{
			"400": {admin.post("/company", object{}), 400, "invalid", []string{"errors", "codes"}},
			"401": {api.anonymous().get("/company"), 401, "unauthenticated", []string{"error", "reason"}},
			"403": {user.put("/company", object{"data": object{"id": id, "name": "N"}}), 403, "forbidden", []string{"error", "reason", "needs"}},
			"404": {admin.get("/company/unknown"), 404, "notFound", []string{"error", "reason"}},
			"405": {admin.do("PATCH", "/company", nil), 405, "method", []string{"error", "reason"}},
			"409": {admin.put("/company", object{"data": object{"id": id, "name": "N", "version": 0}}), 409, "versionConflict",
				[]string{"error", "reason", "changedBy", "changedAt", "current"}},
			"413":         {admin.post("/company", `{"name":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "tooLarge", []string{"error", "reason"}},
			"no call":     {admin.get("/nothing"), 404, "noSuchOperation", []string{"error", "reason"}},
			"no version":  {admin.get("//api/v2/company"), 404, "noSuchOperation", []string{"error", "reason"}},
			"no writing":  {admin.post("//api/docs", object{}), 405, "method", []string{"error", "reason"}},
			"no call two": {api.anonymous().post("/company/a/b/c", object{}), 404, "noSuchOperation", []string{"error", "reason"}},
		} {
			p := c.answer.problem(c.status, c.code)
			for _, member := range c.members {
				if p[member] == nil || p[member] == "" {
					t.Errorf("%s: no %s in %v", name, member, p)
				}
			}
			if len(p) != 4+len(c.members) {
				t.Errorf("%s: %v", name, p)
			}
		}
	})
}
