package httpapi_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/auth"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// slowRequest is a request on a connection of its own. The test decides when to send its body.
type slowRequest struct {
	t    *testing.T
	conn net.Conn
	in   *bufio.Reader
}

// beginSlowly sends the head of a request, with Expect: 100-continue. The server answers that
// when it begins to read the body.
func beginSlowly(t *testing.T, server *httptest.Server, token, method, path string, length int) *slowRequest {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "%s /api/v1%s HTTP/1.1\r\nHost: tracker.example\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n", method, path, length)
	if token != "" {
		fmt.Fprintf(conn, "Authorization: Bearer %s\r\n", token)
	}
	fmt.Fprint(conn, "\r\n")
	return &slowRequest{t, conn, bufio.NewReader(conn)}
}

// answer reads the next answer; 100 says that the server reads the body.
func (r *slowRequest) answer() int {
	r.t.Helper()
	line, err := r.in.Peek(len("HTTP/1.1 100"))
	if err == nil && string(line) == "HTTP/1.1 100" {
		_, err = r.in.Discard(len("HTTP/1.1 100 Continue\r\n\r\n"))
		if err == nil {
			return http.StatusContinue
		}
	}
	if err != nil {
		r.t.Fatal(err)
	}
	response, err := http.ReadResponse(r.in, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode
}

// revocations are the ways to take rights from a user; lost is the answer that the user then
// gets from an operation for administrators.
var revocations = map[string]struct {
	revoke func(admin, who *apitest.Client, email string)
	lost   int
}{
	"disabled": {func(admin, _ *apitest.Client, email string) {
		admin.Put("/UserManagement/disable", object{"email": email, "reason": 1}).Status(200)
	}, 401},
	"demoted": {func(admin, _ *apitest.Client, email string) {
		admin.Put("/UserManagement/admin", object{"email": email, "isAdmin": false}).Status(200)
	}, 403},
	"signed out": {func(_, who *apitest.Client, _ string) { who.Get("/account/logout").Status(200) }, 401},
}

// The rights of a caller are those at the time when the whole body has arrived.
func TestRightsEndWhileTheBodyArrives(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		server := httptest.NewServer(api.Handler)
		t.Cleanup(server.Close)
		admin := api.Admin()
		api.AddUser("friend@example.com", "Friend", false)
		body, err := json.Marshal(object{"email": "friend@example.com", "isAdmin": true})
		if err != nil {
			t.Fatal(err)
		}
		for how, revocation := range revocations {
			email := strings.ReplaceAll(how, " ", "-") + "@example.com"
			api.AddUser(email, "Former", true)
			former := api.SignIn(email)
			request := beginSlowly(t, server, former.Token, http.MethodPut, "/UserManagement/admin", len(body))
			if status := request.answer(); status != http.StatusContinue {
				t.Fatalf("%s: status %d before the body", how, status)
			}
			fmt.Fprintf(request.conn, "%s", body[:1])
			revocation.revoke(admin, former, email)
			fmt.Fprintf(request.conn, "%s", body[1:])
			if status := request.answer(); status != revocation.lost {
				t.Errorf("%s: status %d, want %d", how, status, revocation.lost)
			}
		}
		if n := api.Count(`SELECT count(*) FROM users WHERE is_admin AND email = 'friend@example.com'`); n != 0 {
			t.Error("somebody without rights made an administrator")
		}
	})
}

// A body is read only for a token whose session or key exists.
func TestNoBodyIsReadWithoutAToken(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		server := httptest.NewServer(api.Handler)
		t.Cleanup(server.Close)
		good := api.Admin().Token
		madeUp, _ := auth.NewKey()
		removed := api.Admin().AddKey(object{"name": "Program", "scope": "write"})
		api.Admin().Delete("/account/key", object{"id": removed.ID}).Status(204)
		ended := api.Admin()
		ended.Get("/account/logout").Status(200)
		for name, token := range map[string]string{"none": "", "forged": good[:len(good)-4] + "AAAA", "malformed": "x", "made up": madeUp,
			"removed": removed.Secret, "ended": ended.Token} {
			for path, method := range map[string]string{"/company": http.MethodPost, "/import?List=company": http.MethodPost,
				"/document?Entity=company": http.MethodPost, "/account/photo": http.MethodPut} {
				if status := beginSlowly(t, server, token, method, path, 1<<20).answer(); status != http.StatusUnauthorized {
					t.Errorf("%s, %s: status %d", name, path, status)
				}
			}
		}
		if status := beginSlowly(t, server, api.Admin().WithKey("read", nil).Token, http.MethodPost, "/company", 1<<20).answer(); status != http.StatusForbidden {
			t.Errorf("a key that only reads: status %d", status)
		}
		if status := beginSlowly(t, server, good, http.MethodPost, "/company", 1<<20).answer(); status != http.StatusContinue {
			t.Errorf("a good token: status %d", status)
		}
	})
}

// slowReader is a server and a client with small buffers between them: the server can not
// write far ahead of the client.
func slowReader(t *testing.T, api *apitest.API) (*httptest.Server, *http.Client) {
	server := httptest.NewUnstartedServer(api.Handler)
	server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		if err := conn.(*net.TCPConn).SetWriteBuffer(32 << 10); err != nil {
			t.Error(err)
		}
		return ctx
	}
	server.Start()
	t.Cleanup(server.Close)
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(32 << 10)
		}
		return conn, err
	}}
	t.Cleanup(transport.CloseIdleConnections)
	return server, &http.Client{Transport: transport}
}

const exportedRows = 30 * store.PieceRows

// fillForExports makes companies that one user moderates, and subscriptions.
func fillForExports(t *testing.T, api *apitest.API, moderator string) {
	t.Helper()
	details, cost, by, now := strings.Repeat("d", tracker.MaxDetails), tracker.Money(100), "user-"+apitest.AdminEmail, api.Clock.Now()
	admin := api.Admin()
	admin.Post("/subscription/categories", object{"name": "Hosting"}).Status(201)
	var companies []tracker.Company
	var links []store.Link
	var items []tracker.CatalogueItem
	err := api.Store.Write(t.Context(), func(tx *store.Tx) error {
		category, err := tx.Category(t.Context(), tracker.Subscriptions, "Hosting")
		if err != nil {
			return err
		}
		for i := range exportedRows {
			id := fmt.Sprintf("%05d", i)
			companies = append(companies, tracker.Company{ID: "c" + id, Name: "Company " + id, Details: &details, CreatedAt: now})
			links = append(links, store.Link{ID: "l" + id, ParentID: "c" + id, UserID: "user-" + moderator, Role: tracker.RoleOwner, CreatedAt: now})
			items = append(items, tracker.CatalogueItem{ID: "s" + id, Kind: tracker.Subscriptions, CategoryID: category.ID, Name: "Item " + id,
				Details: &details, Cost: &cost, CreatedAt: now})
		}
		return errors.Join(tx.LoadCompanies(t.Context(), companies, by), tx.InsertLinks(t.Context(), store.CompanyModeration, by, links...), tx.LoadItems(t.Context(), items, by))
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The connection of an export is cut when its caller loses the rights that it began with.
func TestExportsEndWithTheRightsOfTheirCaller(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		const moderator = "moderator@example.com"
		api.AddUser(moderator, "Moderator", false)
		fillForExports(t, api, moderator)
		server, http := slowReader(t, api)
		admin := api.Admin()
		// torn begins an export, takes rights away, and reads on.
		torn := func(how string, c *apitest.Client, path string, revoke func()) {
			t.Helper()
			request := requestTo(c, server.URL, path)
			response, err := http.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			head := make([]byte, 1<<10)
			if _, err := io.ReadFull(response.Body, head); err != nil || response.StatusCode != 200 {
				t.Fatalf("%s: status %d, %v", how, response.StatusCode, err)
			}
			revoke()
			later := "Zz written after somebody was " + how
			admin.AddCompany(later)
			rest, err := io.ReadAll(response.Body)
			if rows := strings.Count(string(rest), "\n"); !errors.Is(err, io.ErrUnexpectedEOF) || rows > exportedRows/2 {
				t.Errorf("%s: %d rows and %v: the client takes it for whole", how, rows, err)
			}
			if strings.Contains(string(rest), later) {
				t.Errorf("%s: the export holds what was written later", how)
			}
		}
		for how, revocation := range revocations {
			email := strings.ReplaceAll(how, " ", "-") + "@example.com"
			api.AddUser(email, "Former", true)
			former := api.SignIn(email)
			torn(how, former, "/company/export", func() { revocation.revoke(admin, former, email) })
		}
		torn("deprived of a role", api.SignIn(moderator), "/company/export", func() { admin.Delete("/company/moderator", object{"id": "l05999"}).Status(204) })
		torn("given a lower role", api.SignIn(moderator), "/subscription/export", func() { admin.Put("/company/moderator", object{"id": "l00000", "role": 0}).Status(200) })

		// Exports of other callers go on.
		response, err := http.Do(requestTo(admin, server.URL, "/company/export"))
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		whole, err := io.ReadAll(response.Body)
		if rows := strings.Count(string(whole), "\n"); err != nil || rows != exportedRows+1+5 {
			t.Errorf("%d rows, %v", rows, err)
		}
	})
}

// requestTo is a GET to a real server.
func requestTo(c *apitest.Client, server, path string) *http.Request {
	c.API.T.Helper()
	r, err := http.NewRequestWithContext(c.API.T.Context(), http.MethodGet, server+"/api/v1"+path, nil)
	if err != nil {
		c.API.T.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Token)
	return r
}
