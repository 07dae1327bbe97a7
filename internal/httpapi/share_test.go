package httpapi_test

import (
	"bytes"
	"cmp"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

// heldBody is a body that has arrived but for its end, which the test lets come.
type heldBody struct {
	io.Reader
	arrived, letGo chan struct{}
}

func (b heldBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		close(b.arrived)
		<-b.letGo
	}
	return n, err
}

// holdBody sends a request whose body stays on its way. The function that it returns ends it, and returns the status.
func holdBody(c *apitest.Client, method, path string, body []byte) (end func() int) {
	held := heldBody{bytes.NewReader(body), make(chan struct{}), make(chan struct{})}
	r := httptest.NewRequestWithContext(c.API.T.Context(), method, c.API.Base+"api/v1"+path, held)
	r.ContentLength, r.RemoteAddr = int64(len(body)), cmp.Or(c.Addr, "192.0.2.1")+":4000"
	r.Header.Set("Authorization", "Bearer "+c.Token)
	w, done := httptest.NewRecorder(), make(chan struct{})
	go func() {
		defer close(done)
		c.API.Handler.ServeHTTP(w, r)
	}()
	select {
	case <-held.arrived:
	case <-done:
		c.API.T.Fatalf("%s %s: %s", method, path, w.Body)
	}
	return func() int {
		close(held.letGo)
		<-done
		return w.Code
	}
}

// A user who sends files slowly keeps nobody else from sending theirs.
func TestEachUserUploadsOneFile(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("other@example.com", "Other", true)
		slow, other := api.Admin(), api.SignIn("other@example.com")
		file := []byte("Name\nAcme\n")
		end := holdBody(slow, http.MethodPost, "/import?List=company", file)
		again := slow.Upload("company", string(file))
		again.Problem(429, "tooMany")
		if again.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		other.Upload("company", string(file)).Status(201)
		if status := end(); status != http.StatusCreated {
			t.Errorf("status %d", status)
		}
		slow.Upload("company", string(file)).Status(201)
	})
}

// The bodies that one user sends at once are bounded, whatever they are. Usual ones pass beside them, and those of others.
func TestBodiesOfOneUserAreBounded(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("other@example.com", "Other", true)
		slow, other := api.Admin(), api.SignIn("other@example.com")
		photo := make([]byte, tracker.MaxPhotoBody)
		held := []func() int{holdBody(slow, http.MethodPut, "/account/photo", photo), holdBody(slow, http.MethodPut, "/account/photo", photo)}
		large := object{"name": "Acme", "details": strings.Repeat("d", 100<<10)}
		refused := slow.Post("/company", large)
		refused.Problem(429, "tooMany")
		if refused.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		slow.Post("/company", object{"name": "Acme"}).Status(201)
		other.Post("/company", large).Status(400)
		for _, end := range held {
			end()
		}
		slow.Post("/company", large).Status(400)
	})
}

// Without a token little can be sent, by one address and in all. Signing in needs less than is counted.
func TestBodiesOfStrangersAreBounded(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		server := httptest.NewServer(api.Handler)
		t.Cleanup(server.Close)
		stranger := &apitest.Client{API: api, Addr: "127.0.0.1"}
		for _, path := range []string{"/account/login", "/account/requestPassReset", "/account/login/passkey", "/account/login/second"} {
			if status := beginSlowly(t, server, "", http.MethodPost, path, tracker.MaxPublicBody+1).answer(); status != http.StatusRequestEntityTooLarge {
				t.Errorf("%s: status %d", path, status)
			}
		}
		large := []byte(`{"email":"` + strings.Repeat("x", tracker.MaxPublicBody-20) + `"}`)
		for range 1 << 20 / (len(large) - 2<<10) {
			defer holdBody(stranger, http.MethodPost, "/account/login", large)()
		}
		stranger.Post("/account/login", string(large)).Problem(429, "tooMany")
		stranger.Post("/account/login", object{"email": apitest.AdminEmail, "password": apitest.Password}).Status(200)
		elsewhere := &apitest.Client{API: api, Addr: "192.0.2.7"}
		elsewhere.Post("/account/login", string(large)).Status(400)
	})
}

// A user has four exports at a time. One that nobody reads keeps its place until its client leaves, and no other user waits for it.
func TestExportsOfOneUserAreBounded(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		api.AddUser("other@example.com", "Other", true)
		fillForExports(t, api, "other@example.com")
		server, sender := slowReader(t, api)
		begin := func(c *apitest.Client, path string) *http.Response {
			t.Helper()
			response, err := sender.Do(requestTo(c, server.URL, path))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { response.Body.Close() })
			return response
		}
		greedy, other := api.Admin(), api.SignIn("other@example.com")
		paths := []string{"/company/export", "/company/export?Format=xlsx&SortBy=createdAt,name", "/company/export?SortBy=monthlyPrice,margin,name", "/subscription/export"}
		var held []*http.Response
		for _, path := range paths {
			if response := begin(greedy, path); response.StatusCode == http.StatusOK {
				held = append(held, response)
			}
		}
		if len(held) != tracker.MaxExports {
			t.Fatalf("%d exports began", len(held))
		}
		for _, path := range paths {
			if fifth := begin(greedy, path); fifth.StatusCode != http.StatusTooManyRequests || fifth.Header.Get("Retry-After") == "" {
				t.Errorf("the fifth, %s: status %d, Retry-After %q", path, fifth.StatusCode, fifth.Header.Get("Retry-After"))
			}
		}
		whole, err := io.ReadAll(begin(other, "/company/export").Body)
		if rows := strings.Count(string(whole), "\n"); err != nil || rows != exportedRows+1 {
			t.Errorf("another user's export: %d rows, %v", rows, err)
		}
		other.Get("/company?Search=company&SortBy=createdAt,name").Status(200)
		greedy.Get("/company?Search=company&SortBy=createdAt,name").Status(200) // who does not read holds no turn
		held[0].Body.Close()
		testkit.Until(t, "the place is given back", func() bool {
			response := begin(greedy, "/company/export")
			defer response.Body.Close()
			return response.StatusCode == http.StatusOK
		})
	})
}

// Reads that may take long run two at a time of one user; the others wait, and nobody else does. The lock of a table makes
// them long.
func TestLongReadsOfOneUserTakeTurns(t *testing.T) {
	api := apitest.New(t, storetest.Postgres(t))
	api.AddUser("other@example.com", "Other", true)
	greedy, other := api.Admin(), api.SignIn("other@example.com")
	company := greedy.AddCompany("Acme")
	lock, err := api.Store.Pool().Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Exec(t.Context(), "LOCK TABLE catalogue_item"); err != nil {
		t.Fatal(err)
	}
	const many = 10
	statuses := make(chan int, many)
	for range many {
		go func() { statuses <- greedy.Get("/product?Search=port&SortBy=createdAt,name").Code }()
	}
	waiting := func() int {
		return api.Count(`SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'catalogue_item'::regclass AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
	}
	testkit.Until(t, "two of them run", func() bool { return waiting() == 2 })
	other.Get("/company?SortBy=createdAt,name&PageNumber=100").Status(200)
	greedy.Get("/company/" + company).Status(200)
	greedy.Get("/company").Status(200)
	if n := waiting(); n > 2 {
		t.Errorf("%d of them run at once", n)
	}
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range many { // one that waited long for the lock is a 503
		if status := <-statuses; status != http.StatusOK && status != http.StatusServiceUnavailable {
			t.Errorf("status %d", status)
		}
	}
}
