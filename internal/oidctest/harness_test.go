package oidctest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"btracker/internal/app"
	"btracker/internal/auth"
	"btracker/internal/change"
	"btracker/internal/httpapi"
	"btracker/internal/identity"
	"btracker/internal/oidc"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
	"btracker/internal/tracker"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const (
	adminEmail = "ada@example.com"
	password   = "Correct-Horse-1"
)

var ada = Person{Subject: "id-ada", Username: "ada", Email: "Ada@Example.com", Verified: true, FirstName: "Ada", LastName: "Admin"}

// console is a whole server beside a real provider.
type console struct {
	*testing.T
	store    *store.Store
	app      *app.App
	provider *Provider
	tamper   *tamper
	url      string
	logs     *testkit.Buffer
	mails    *mails

	mu     sync.Mutex
	offset time.Duration // of the console's clock
}

func (c *console) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.offset)
}

func (c *console) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.offset += d
}

// mails is a queue that only remembers.
type mails struct {
	mu   sync.Mutex
	jobs []change.MailJob
}

func (m *mails) EnqueueMail(_ context.Context, _ *store.Tx, job change.MailJob) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.jobs = append(m.jobs, job)
	return nil
}

func (*mails) EnqueueBulk(context.Context, *store.Tx, string) error { return nil }

// setup changes a console before it starts.
type setup func(*app.Deps, *oidc.Settings, *httpapi.Config)

// onBoth runs a test on SQLite and on PostgreSQL.
func onBoth(t *testing.T, test func(c *console), change ...setup) {
	for name, open := range storetest.Openers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(newConsole(t, open(t), change...))
		})
	}
}

func newConsole(t *testing.T, s *store.Store, change ...setup) *console {
	t.Helper()
	c := &console{T: t, store: s, logs: &testkit.Buffer{}, mails: &mails{}}
	web := httptest.NewUnstartedServer(nil)
	c.url = "http://" + web.Listener.Addr().String()
	callback := c.url + "/" + httpapi.SignOnCallback
	listener, issuer, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c.provider = NewProvider(issuer, []string{callback}, ada)
	c.tamper = &tamper{next: c.provider.Handler}
	there := &httptest.Server{Listener: listener, Config: &http.Server{Handler: c.tamper}}
	there.Start()
	t.Cleanup(there.Close)

	log := slog.New(slog.NewTextHandler(c.logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	signer, err := auth.NewSigner([]byte(strings.Repeat("s", 32)), time.Hour, c.now)
	if err != nil {
		t.Fatal(err)
	}
	settings := oidc.Settings{Issuer: issuer, ClientID: ClientID, ClientSecret: ClientSecret, RedirectURL: callback, Now: c.now}
	deps := app.Deps{Store: s, Hasher: auth.NewHasher(2), Signer: signer, Queue: c.mails, Now: c.now, Log: log, BasePath: "/", PublicURL: c.url + "/",
		SignOn: identity.SignOnRules{Name: "Example"}}
	config := httpapi.Config{BasePath: "/", Web: fstest.MapFS{"index.html": {Data: []byte("<p>")}}, Log: log, Metrics: prometheus.NewRegistry(), RequestTimeout: 5 * time.Minute}
	for _, change := range change {
		change(&deps, &settings, &config)
	}
	deps.Provider = oidc.New(settings)
	c.app = app.New(deps)
	if web.Config.Handler, err = httpapi.New(c.app, config); err != nil {
		t.Fatal(err)
	}
	web.Start()
	t.Cleanup(web.Close)
	if err := c.app.CreateAdministrator(t.Context(), adminEmail, "Ada Admin", password); err != nil {
		t.Fatal(err)
	}
	return c
}

// browser keeps cookies, and follows no redirect by itself.
type browser struct {
	*console
	client http.Client
}

func (c *console) browser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{c, http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// answer is what a request got.
type answer struct {
	status   int
	location string
	header   http.Header
	body     []byte
}

func (b *browser) do(method, address, contentType, body string) answer {
	b.Helper()
	r, err := http.NewRequestWithContext(b.Context(), method, address, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	got, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer got.Body.Close()
	content, err := io.ReadAll(got.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer{got.StatusCode, got.Header.Get("Location"), got.Header, content}
}

func (b *browser) get(address string) answer { b.Helper(); return b.do("GET", address, "", "") }

// start goes to the provider, and returns its address with all parameters.
func (b *browser) start() string {
	b.Helper()
	got := b.get(b.url + "/api/v1/account/oidc/start")
	if got.status != http.StatusSeeOther || !strings.HasPrefix(got.location, b.provider.Issuer) {
		b.Fatalf("start: %d %s %s", got.status, got.location, got.body)
	}
	return got.location
}

var requestID = regexp.MustCompile(`name="id" value="([^"]+)"`)

// at signs in on the provider's own pages, and returns where the provider leads back to.
func (b *browser) at(authorize, username string) string {
	b.Helper()
	page := b.get(authorize)
	if page.status != http.StatusFound {
		b.Fatalf("the provider does not ask to sign in: %d %s", page.status, page.body)
	}
	form := b.get(b.provider.Issuer + page.location)
	id := requestID.FindSubmatch(form.body)
	if id == nil {
		b.Fatalf("no form: %s", form.body)
	}
	fields := url.Values{"id": {string(id[1])}, "username": {username}, "password": {Password}}
	done := b.do("POST", b.provider.Issuer+"/login/username", "application/x-www-form-urlencoded", fields.Encode())
	back := b.get(done.location)
	if back.status != http.StatusFound {
		b.Fatalf("the provider does not lead back: %d %s", back.status, back.body)
	}
	return back.location
}

// comeBack follows the provider's answer, which must always lead to the sign-in page.
func (b *browser) comeBack(callback string) {
	b.Helper()
	got := b.get(callback)
	if got.status != http.StatusSeeOther || got.location != "/btracker/login?signOn=done" {
		b.Fatalf("callback: %d %q %s", got.status, got.location, got.body)
	}
}

func (b *browser) finish() answer {
	b.Helper()
	return b.do("POST", b.url+"/api/v1/account/oidc/finish", "", "")
}

// signOn is the whole way.
func (b *browser) signOn(username string) answer {
	b.Helper()
	b.comeBack(b.at(b.start(), username))
	return b.finish()
}

// signedIn is the token of a sign-in that succeeded for somebody.
func (b *browser) signedIn(got answer, email string) (token string) {
	b.Helper()
	var account tracker.Account
	if err := json.Unmarshal(got.body, &account); err != nil || got.status != http.StatusOK || account.Email != email || account.Token == "" {
		b.Fatalf("not signed in as %s: %d %s", email, got.status, got.body)
	}
	return account.Token
}

// refused checks the code of a problem.
func (b *browser) refused(got answer, want *tracker.Error) {
	b.Helper()
	var problem struct{ Code, Reason string }
	if err := json.Unmarshal(got.body, &problem); err != nil || problem.Code != want.Code || problem.Reason != want.Reason.String() || bytes.Contains(got.body, []byte(`"token"`)) {
		b.Errorf("want %s: %d %s", want.Code, got.status, got.body)
	}
}

// call is a JSON request with a token.
func (b *browser) call(method, path, token string, body any) answer {
	b.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		b.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.Context(), method, b.url+"/api/v1"+path, bytes.NewReader(raw))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	got, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer got.Body.Close()
	content, err := io.ReadAll(got.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer{got.StatusCode, "", got.Header, content}
}

// events lists security events, newest first, as kind, person and details.
func (c *console) events() (list []string) {
	c.Helper()
	events, err := c.store.SecurityEvents(c.Context(), tracker.SecurityEventFilter{}, 200, 0)
	if err != nil {
		c.Fatal(err)
	}
	for _, e := range events {
		list = append(list, strings.TrimSpace(e.Kind+" "+e.Email+" "+e.Details))
	}
	return list
}

// addUser adds an ordinary user without a password.
func (c *console) addUser(email string) {
	c.Helper()
	admin, err := c.store.UserByEmail(c.Context(), adminEmail)
	if err == nil {
		_, err = c.app.CreateUser(c.Context(), change.Caller{User: admin}, tracker.UserInput{Email: email, DisplayName: email, Gender: tracker.Some(tracker.GenderNone)})
	}
	if err != nil {
		c.Fatal(err)
	}
}

func (c *console) disable(email string) {
	c.Helper()
	admin, err := c.store.UserByEmail(c.Context(), adminEmail)
	if err == nil {
		_, err = c.app.DisableUser(c.Context(), change.Caller{User: admin}, tracker.DisableInput{Email: email, Reason: tracker.Some(tracker.DisableAdminRemoval)})
	}
	if err != nil {
		c.Fatal(err)
	}
}
