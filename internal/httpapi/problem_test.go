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

	"btracker/internal/apitest"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// Every kind of error has its status, and all have the same form.
func TestEveryKindHasItsStatus(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Invented = true
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
			api.Mail.Fail = func() error {
				return fmt.Errorf("wrapped: %w", &tracker.Error{Kind: kind, Code: "code", Title: "Title", Reason: tracker.ErrErased.Reason,
					RetryAfter: 1500 * time.Millisecond, Context: map[string]any{"blockedBy": "x"}})
			}
			answer := api.RequestReset()
			p := answer.Problem(status, "code")
			if p["error"] != "Title" || p["reason"] != tracker.ErrErased.Reason.String() || p["reasonText"].(object)["key"] != "erased" ||
				p["blockedBy"] != "x" || p["traceId"] != nil || answer.Header().Get("Retry-After") != "2" {
				t.Errorf("%d: %v %v", status, p, answer.Header())
			}
		}
		api.Mail.Fail = nil
		api.RequestReset().Status(200) // each refusal was rolled back, so no attempt was counted
		if n := api.Count(`SELECT max(failures) FROM throttle`); n != 1 {
			t.Errorf("%d counted", n)
		}
	})
}

var traceID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// expectDefect expects a 500 with an id, under which the log has the error.
func expectDefect(api *apitest.API, a *apitest.Answer, cause string) {
	api.T.Helper()
	p := a.Problem(500, "defect")
	id, _ := p["traceId"].(string)
	if p["title"] != "An error occurred in the server." || len(p) != 5 || !traceID.MatchString(id) || a.Header().Get("X-Request-Id") != id {
		api.T.Errorf("500 %v", p)
	}
	logged := false
	for line := range strings.Lines(api.Logs.String()) {
		logged = logged || strings.Contains(line, id) && strings.Contains(line, cause)
	}
	if !logged {
		api.T.Errorf("no line with %s and %q in\n%s", id, cause, api.Logs)
	}
}

func TestDefects(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.Mail.Fail = func() error { return errors.New(`SELECT secret FROM table`) }
		expectDefect(api, api.RequestReset(), "SELECT secret")

		// A panic inside a transaction ends the request. The server goes on, and its
		// connection to the database works.
		api.Mail.Fail = func() error { panic("boom") }
		for range 20 {
			expectDefect(api, api.RequestReset(), "boom")
		}
		api.Mail.Fail = nil
		api.RequestReset().Status(200)
		api.Admin().AddCompany("Still here")
	})
}

func TestClosedDatabase(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		api.Anonymous().Get("//readyz").Status(200)
		api.Store.Close()
		for _, answer := range []*apitest.Answer{
			admin.Get("/company"), admin.Post("/company", object{"name": "N"}), api.RequestReset(),
			api.Anonymous().Login(apitest.AdminEmail, apitest.Password), api.Anonymous().Get("//photo/x"),
		} {
			p := answer.Problem(500, "defect")
			for _, leak := range []string{"sql", "select", "pool", "closed", "goroutine"} {
				if strings.Contains(strings.ToLower(answer.Body.String()), leak) {
					t.Errorf("%s: %s tells %s", answer.Request, answer.Body, leak)
				}
			}
			if p["traceId"] == nil {
				t.Errorf("%s: %v", answer.Request, p)
			}
		}
		api.Anonymous().Get("//healthz").Status(200) // the process lives
		if answer := api.Anonymous().Get("//readyz").Status(503); answer.Header().Get("Retry-After") == "" {
			t.Errorf("readyz %v", answer.Header())
		}
	})
}

func TestDatabaseAway(t *testing.T) {
	api := apitest.New(t, storetest.Postgres(t))
	admin := api.Admin()
	pgtest.TakeAway(t, api.Store.Pool().Config().ConnString())
	for _, send := range []func() *apitest.Answer{
		func() *apitest.Answer { return admin.Get("/company") },
		func() *apitest.Answer { return admin.Post("/company", object{"name": "N"}) },
	} {
		answer := send()
		if p := answer.Problem(503, "away"); p["reason"] == "" || answer.Header().Get("Retry-After") == "" {
			t.Errorf("503 %v %v", p, answer.Header())
		}
	}
}

func TestSlowDatabase(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		entered, leave := make(chan struct{}), make(chan struct{})
		done := make(chan error)
		go func() { // someone holds the writer, or the row
			done <- api.Store.Write(context.Background(), func(tx *store.Tx) error {
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
		answer := api.Serve(r)
		close(leave)
		if err := <-done; err != nil {
			t.Error(err)
		}
		// On SQLite the only writer was never free; PostgreSQL began to write, and waited for the row.
		if api.Store.Dialect() == "sqlite" {
			answer.Problem(503, "busy")
		} else {
			answer.Problem(504, "timeout")
		}
		admin.AddCompany("Afterwards")
	})
}

type slowBody struct{}

func (slowBody) Read([]byte) (int, error) { return 0, os.ErrDeadlineExceeded }

func TestBodyThatComesTooSlowly(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	r := httptest.NewRequest(http.MethodPost, "/api/v1/account/login", io.NopCloser(slowBody{}))
	api.Serve(r).Problem(408, "bodyTooSlow")
	r = httptest.NewRequest(http.MethodPost, "/api/v1/account/login", io.NopCloser(io.MultiReader(strings.NewReader("{"), brokenBody{})))
	api.Serve(r).FieldError("Body", "The request body could not be read.")
}

type brokenBody struct{}

func (brokenBody) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Outside of the API errors are text.
func TestNotFoundElsewhereIsText(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	for request, want := range map[string]struct {
		status int
		allow  string
	}{
		"GET /nowhere": {404, ""}, "GET /apis/v1": {404, ""}, "GET /btracker/assets/gone.js": {404, ""},
		"POST /healthz": {405, "GET, HEAD"}, "DELETE /photo/x": {405, "GET, HEAD"}, "PUT /btracker/app": {405, "GET, HEAD"},
	} {
		method, path, _ := strings.Cut(request, " ")
		answer := api.Anonymous().Do(method, "/"+path, nil)
		if h := answer.Header(); answer.Code != want.status || h.Get("Allow") != want.allow || h.Get("Content-Type") != "text/plain; charset=utf-8" {
			t.Errorf("%s: %d %v", request, answer.Code, h)
		}
	}
}

func TestShapeOfCommonProblems(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser(apitest.UserEmail, "Grace", false)
		admin, user := api.Admin(), api.SignIn(apitest.UserEmail)
		id := admin.AddCompany("Acme")
		admin.AddModerator(id, apitest.UserEmail, tracker.RoleNone)
		for name, c := range map[string]struct {
			answer  *apitest.Answer
			status  int
			code    string
			members []string
		}{
			"400": {admin.Post("/company", object{}), 400, "invalid", []string{"errors", "codes", "errorTexts"}},
			"401": {api.Anonymous().Get("/company"), 401, "unauthenticated", []string{"error", "reason", "reasonText"}},
			"403": {user.Put("/company", object{"data": object{"id": id, "name": "N"}}), 403, "forbidden", []string{"error", "reason", "reasonText", "needs"}},
			"404": {admin.Get("/company/unknown"), 404, "notFound", []string{"error", "reason", "reasonText"}},
			"405": {admin.Do("PATCH", "/company", nil), 405, "method", []string{"error", "reason", "reasonText"}},
			"409": {admin.Put("/company", object{"data": object{"id": id, "name": "N", "version": 0}}), 409, "versionConflict",
				[]string{"error", "reason", "reasonText", "changedBy", "changedAt", "current"}},
			"413":         {admin.Post("/company", `{"name":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "tooLarge", []string{"error", "reason", "reasonText"}},
			"no call":     {admin.Get("/nothing"), 404, "noSuchOperation", []string{"error", "reason", "reasonText"}},
			"no version":  {admin.Get("//api/v2/company"), 404, "noSuchOperation", []string{"error", "reason", "reasonText"}},
			"no writing":  {admin.Post("//api/docs", object{}), 405, "method", []string{"error", "reason", "reasonText"}},
			"no call two": {api.Anonymous().Post("/company/a/b/c", object{}), 404, "noSuchOperation", []string{"error", "reason", "reasonText"}},
		} {
			p := c.answer.Problem(c.status, c.code)
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
