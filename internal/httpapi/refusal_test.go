package httpapi_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
	"btracker/internal/tracker"
)

// A request without an id is a 400 and not a 404, for every operation.
func TestKeysAreRequired(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		term := object{"price": 1, "startAt": "2026-11-15T00:00:00Z", "endAt": "2026-11-16T00:00:00Z", "autoRenew": false}
		for call, body := range map[string]object{
			"PUT /company":                     {"data": object{"name": "N"}},
			"PUT /product":                     {"data": object{"name": "N", "categoryName": "C", "status": 0}},
			"POST /company/moderator":          {"userEmail": apitest.AdminEmail, "role": 1},
			"PUT /company/moderator":           {"role": 1},
			"PUT /project":                     {"name": "N"},
			"POST /project/moderator":          {"userEmail": apitest.AdminEmail, "role": 1},
			"PUT /project/product":             {"price": 1, "cost": 1, "status": 0},
			"PUT /project/subscription":        term,
			"PUT /project/subscription/cancel": {"cancelationReason": "R"},
			"PUT /project/subscription/renew":  {},
			"PUT /project/subscription/plan":   {"price": 1},
			"PUT /company/restore":             {},
		} {
			method, path, _ := strings.Cut(call, " ")
			for _, id := range []any{nil, "", " "} {
				sent := body
				if data, ok := body["data"].(object); ok {
					sent = data
				}
				if delete(sent, "id"); id != nil {
					sent["id"] = id
				}
				admin.Do(method, path, body).FieldError("Id", "Id field is required.")
			}
		}
		for path, body := range map[string]object{
			"/UserManagement":         {"displayName": "N", "gender": 0},
			"/UserManagement/disable": {"reason": 1},
			"/UserManagement/enable":  {},
			"/UserManagement/admin":   {"isAdmin": true},
		} {
			admin.Put(path, body).FieldError("Email", "Email field is required.")
			body["email"] = "nobody"
			admin.Put(path, body).FieldError("Email", "Email value is not an email format.")
			body["email"] = "nobody@example.com"
			admin.Put(path, body).Problem(404, "notFound")
		}
	})
}

func TestSearchTermsHoldNoControlCharacters(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	api.AddUser(apitest.UserEmail, "Grace", false)
	admin := api.Admin()
	admin.AddModerator(admin.AddCompany("Acme"), apitest.UserEmail, tracker.RoleManager)
	for _, path := range []string{"/UserManagement?Search=%00%00%00", "/UserManagement?Search=a%00%00", "/company?Search=a%07b", "/search?Search=a%00b"} {
		api.SignIn(apitest.UserEmail).Get(path).FieldError("Search", "Search must not contain control characters.")
	}
}

// slowly is a body that arrives slowly.
type slowly struct {
	io.Reader
	first time.Duration
}

func (s *slowly) Read(b []byte) (int, error) {
	time.Sleep(s.first)
	s.first = 0
	return s.Reader.Read(b)
}

// The time of the body does not count for RequestTimeout.
func TestSlowBodyLeavesTimeForTheWork(t *testing.T) {
	t.Parallel()
	const patience = 5 * time.Second
	api := apitest.New(t, storetest.SQLite(t), func(c *httpapi.Config) { c.RequestTimeout = patience })
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/v1/company", &slowly{strings.NewReader(`{"name":"Acme"}`), patience + patience/10})
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+api.Admin().Token)
	api.Serve(r).Status(http.StatusCreated)
}

// A body that no handler reads has a deadline too, because net/http waits for it before it
// sends the answer.
func TestUnreadBodyIsNotWaitedForLong(t *testing.T) {
	t.Parallel()
	api := apitest.New(t, storetest.SQLite(t), func(c *httpapi.Config) { c.BodyTimeout = time.Second })
	server := httptest.NewServer(api.Handler)
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() }) // before the server's, which waits for it
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, "POST /api/v1/company HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("%+v, %v", answer, err)
	}
}

// A request whose client left is not logged and counted as a success.
func TestClientsThatLeaveAreLoggedSo(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		admin.AddCompany("Acme")
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		request := func(path string) *http.Request {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
			r.Header.Set("Authorization", "Bearer "+admin.Token)
			return r
		}
		api.Handler.ServeHTTP(httptest.NewRecorder(), request("/api/v1/company").WithContext(gone))
		func() {
			defer func() {
				if p := recover(); p != http.ErrAbortHandler {
					t.Errorf("an export that broke off: %v", p)
				}
			}()
			leaving, cancel := context.WithCancel(t.Context())
			defer cancel()
			api.Handler.ServeHTTP(&hangsUp{httptest.NewRecorder(), cancel}, request("/api/v1/company/export").WithContext(leaving))
		}()
		for _, path := range []string{"/api/v1/company", "/api/v1/company/export"} {
			if !strings.Contains(api.Logs.String(), "path="+path+" status=499") {
				t.Errorf("%s:\n%s", path, api.Logs)
			}
		}
	})
}

// hangsUp is a client that reads nothing.
type hangsUp struct {
	*httptest.ResponseRecorder
	leave func()
}

func (w *hangsUp) Write([]byte) (int, error) {
	w.leave()
	return 0, io.ErrClosedPipe
}

// The stored fingerprint of a request does not reveal its body, which may have a password.
func TestFingerprintsAreKeyed(t *testing.T) {
	api := apitest.New(t, storetest.SQLite(t))
	admin := api.Admin()
	admin.Header = http.Header{"Idempotency-Key": {"k"}}
	const body = `{"email":"b@example.com","displayName":"B","gender":0,"password":"Correct-Horse-1"}`
	admin.Post("/UserManagement/admin", body).Status(201)
	sum := sha256.Sum256([]byte("POST\x00/api/v1/UserManagement/admin\x00" + body))
	if n := api.Count(`SELECT count(*) FROM idempotency WHERE fingerprint <> $1`, hex.EncodeToString(sum[:])); n != 1 {
		t.Error("the fingerprint can be computed by anyone")
	}
}
