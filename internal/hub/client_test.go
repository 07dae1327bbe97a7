package hub

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"btracker/internal/hubtest"
	"btracker/internal/testkit"
)

func newClient(t *testing.T, address, transport, token string, skipNegotiation bool) *hubtest.Client {
	t.Helper()
	return hubtest.New(t, filepath.Join("..", "..", "web"), address, transport, token, skipNegotiation)
}

// TestOfficialClient leads the life of a page, over each transport.
func TestOfficialClient(t *testing.T) {
	for _, name := range hubtest.Homes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			c := newClient(t, f.url, name, "ann/1", false)
			c.Do("start", "started")
			notification := `{"id":"n1","title":"T\u001e","details":"D\n","createdAt":"2026-11-15T00:00:00Z","isViewed":false,"viewedAt":null,"itemId":"i","itemParentId":"p"}`
			f.Send(f.event("NewNotification", rawJSON(notification)), "ann")
			c.Expect("event " + notification)
			f.Send(f.event("NotificationViewed", "n1"), "ann")
			c.Expect("viewed n1")
			c.Do("invoke", "failed Unknown hub method 'Foo'")
			c.Do("stop", "closed cleanly")
			c.Expect("stopped")
			testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
			c.Do("start", "started")
			f.expireAll()
			c.Expect("reconnecting") // and fetches a new token
			c.Expect("reconnected")
			f.Send(f.event("NotificationViewed", "n2"), "ann")
			c.Expect("viewed n2")
			f.CloseSession("1")
			c.Expect("closed cleanly")
			f.mu.Lock()
			f.revoked["ann/1"] = true
			f.mu.Unlock()
			c.Do("start", "refused Failed to complete negotiation with the server: Error: a valid access token is needed: Status code '401'")
		})
	}
}

// TestOfficialClientIdles for longer than client or server wait for a sign of life,
// at the true intervals.
func TestOfficialClientIdles(t *testing.T) {
	f := newFixture(t, withPings)
	var clients []*hubtest.Client
	for _, name := range hubtest.Homes {
		c := newClient(t, f.url, name, "ann/1", false)
		c.Do("start", "started")
		clients = append(clients, c)
	}
	clients[0].ExpectNothing(46 * time.Second)
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	for _, c := range clients {
		c.Expect("viewed n1")
	}
}

func TestOfficialClientWithoutNegotiation(t *testing.T) {
	f := newFixture(t)
	c := newClient(t, f.url, "WebSockets", "ann/1", true)
	c.Do("start", "started")
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	c.Expect("viewed n1")
}

// The client takes the next transport when a proxy refuses the upgrade.
func TestOfficialClientFallsBack(t *testing.T) {
	f := newFixture(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	proxy := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		f.ServeHTTP(w, r)
	})}
	go proxy.Serve(listener)
	t.Cleanup(func() { proxy.Close() })
	c := newClient(t, "http://"+listener.Addr().String()+"/hub/notification", "any", "ann/1", false)
	c.Do("start", "started")
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	c.Expect("viewed n1")
	c.Do("stop", "closed cleanly")
	c.Expect("stopped")
}

// Clients reconnect to a server that stops and starts again.
func TestOfficialClientReconnects(t *testing.T) {
	for _, name := range hubtest.Homes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fixture{T: t, revoked: map[string]bool{}}
			config := Config{Authenticate: f.authenticate, Log: slog.New(slog.DiscardHandler)}
			serve := func(address string) (*Hub, string, func()) {
				listener, err := net.Listen("tcp", address)
				if err != nil {
					t.Fatal(err)
				}
				h := New(config)
				server := &http.Server{Handler: h}
				go server.Serve(listener)
				return h, listener.Addr().String(), func() {
					_ = h.Shutdown(context.Background())
					server.Close()
				}
			}
			_, address, stop := serve("127.0.0.1:0")
			c := newClient(t, "http://"+address+"/hub/notification", name, "ann/1", false)
			c.Do("start", "started")
			stop()
			c.Expect("reconnecting")
			h, _, stop := serve(address)
			defer stop()
			c.Expect("reconnected")
			h.Send(f.event("NotificationViewed", "n2"), "ann")
			c.Expect("viewed n2")
		})
	}
}

// expireAll makes the tokens of all connections expire now.
func (f *fixture) expireAll() {
	f.Hub.mu.RLock()
	defer f.Hub.mu.RUnlock()
	for _, c := range f.list() {
		c.mu.Lock()
		c.expires = time.Now()
		c.mu.Unlock()
	}
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
