package hub

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/testkit"

	"go.uber.org/goleak"
)

const (
	shake   = "{\"protocol\":\"json\",\"version\":1}\x1e"
	ping    = "{\"type\":6}\x1e"
	bye     = "{\"type\":7}\x1e"
	byeBack = "{\"type\":7,\"allowReconnect\":true}\x1e"
	byeErr  = "{\"type\":7,\"error\":\"Connection closed with an error.\"}\x1e"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

// fixture is a hub behind a real HTTP server. A token is "user/session". Tokens in
// revoked and tokens without a slash are refused.
type fixture struct {
	*testing.T
	*Hub
	url     string
	client  *http.Client
	log     *testkit.Buffer
	mu      sync.Mutex
	revoked map[string]bool
	expires time.Time
	wrap    func(net.Conn) net.Conn // wraps the server's side of new connections, unless nil
}

// withPings is for tests of pings, in which the server sends them when it does in truth.
func withPings(t *timing) { t.ping = protocolTiming.ping }

func newFixture(t *testing.T, change ...func(*timing)) *fixture {
	t.Helper()
	f := &fixture{T: t, client: &http.Client{Transport: &http.Transport{}}, revoked: map[string]bool{}, log: &testkit.Buffer{}}
	times := protocolTiming
	times.linger = 300 * time.Millisecond
	times.ping = time.Hour // a busy machine takes longer than the true one, and the ping would come between what tests expect
	for _, c := range change {
		c(&times)
	}
	log := slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	f.Hub = newHub(Config{Authenticate: f.authenticate, MaxPerUser: 5, Log: log}, times)
	server := f.newServer()
	server.Start()
	f.url = server.URL + "/hub/notification"
	t.Cleanup(func() {
		_ = f.Shutdown(context.Background())
		server.CloseClientConnections()
		server.Close()
		f.client.CloseIdleConnections()
		if n := f.Connections(); n != 0 {
			t.Errorf("%d connections left behind", n)
		}
		if users, sessions := f.Users(), f.Sessions(); len(users)+len(sessions) != 0 {
			t.Errorf("left in the indexes: %v %v", users, sessions)
		}
	})
	return f
}

func (f *fixture) newServer() *httptest.Server {
	server := httptest.NewUnstartedServer(wrapped{f.Hub})
	server.Config.WriteTimeout = time.Second // streams and polls must outlive it
	server.Listener = wrappingListener{server.Listener, f}
	return server
}

type wrappingListener struct {
	net.Listener
	f *fixture
}

func (l wrappingListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	if err == nil && l.f.wrap != nil {
		conn = l.f.wrap(conn)
	}
	return conn, err
}

// wrapping wraps the server's side of the connection that open opens.
func (f *fixture) wrapping(wrap func(net.Conn) net.Conn, open func() *rawSocket) *rawSocket {
	set := func(w func(net.Conn) net.Conn) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.wrap = w
	}
	set(wrap)
	defer set(nil)
	return open()
}

// wrapped hides all methods of the ResponseWriter except Unwrap, as middleware does.
type wrapped struct{ next http.Handler }

func (h wrapped) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.next.ServeHTTP(struct {
		http.ResponseWriter
		unwrapper
	}{w, unwrapper{w}}, r)
}

type unwrapper struct{ w http.ResponseWriter }

func (u unwrapper) Unwrap() http.ResponseWriter { return u.w }

func (f *fixture) authenticate(_ context.Context, token string) (Identity, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if token == "broken" {
		return Identity{}, errors.New("the database is away")
	}
	user, session, ok := strings.Cut(token, "/")
	if !ok || f.revoked[token] {
		return Identity{}, fmt.Errorf("sign in: %w", ErrUnauthorized)
	}
	return Identity{UserID: user, SessionID: session, Expires: f.expires}, nil
}

// do sends a request with a token in the header and returns status and body.
func (f *fixture) do(method, address, token, body string, header ...string) (int, string) {
	f.Helper()
	resp := f.begin(method, address, token, body, header...)
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		f.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func (f *fixture) begin(method, address, token, body string, header ...string) *http.Response {
	f.Helper()
	req, err := http.NewRequestWithContext(f.Context(), method, address, strings.NewReader(body))
	if err != nil {
		f.Fatal(err)
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := f.client.Do(req)
	if err != nil {
		f.Fatal(err)
	}
	return resp
}

type negotiated struct {
	NegotiateVersion    int
	ConnectionID        string `json:"connectionId"`
	ConnectionToken     string `json:"connectionToken"`
	AvailableTransports []offer
}

func (f *fixture) negotiate(token string) negotiated {
	f.Helper()
	status, body := f.do("POST", f.url+"/negotiate?negotiateVersion=1", token, "")
	if status != 200 {
		f.Fatalf("negotiate: %d %s", status, body)
	}
	var n negotiated
	if err := json.Unmarshal([]byte(body), &n); err != nil {
		f.Fatal(err)
	}
	return n
}

// link is one connection over any transport, as a client sees it.
type link interface {
	send(data string)
	// expect reads until the text has arrived, and fails on anything else.
	expect(text string)
	// expectEnd waits for the end of the transport.
	expectEnd()
}

var transports = map[string]func(f *fixture, token string) link{
	"WebSockets": func(f *fixture, token string) link { return f.dial(token, f.negotiate(token).ConnectionToken) },
	"WebSockets over TLS": func(f *fixture, token string) link {
		return f.dialTLS(token, f.negotiate(token).ConnectionToken)
	},
	"ServerSentEvents": func(f *fixture, token string) link { return f.stream(token) },
	"LongPolling":      func(f *fixture, token string) link { return f.poll(token) },
}

// onEach runs a test over every transport.
func onEach(t *testing.T, change func(*timing), test func(t *testing.T, f *fixture, open func(token string) link)) {
	if change == nil {
		change = func(*timing) {}
	}
	for name, open := range transports {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, change)
			test(t, f, func(token string) link {
				l := open(f, token)
				l.send(shake)
				l.expect("{}\x1e")
				return l
			})
		})
	}
}

// event makes a record.
func (f *fixture) event(target string, arguments ...any) []byte {
	f.Helper()
	r, err := Invocation(target, arguments...)
	if err != nil {
		f.Fatal(err)
	}
	return r
}

// Connections counts the connections, including those that are only negotiated.
func (h *Hub) Connections() int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return len(h.byToken)
}
