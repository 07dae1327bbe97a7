package hub

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// homes are where Microsoft's client runs: over each transport in Node, and on a page in Chromium.
var homes = append(slices.Sorted(maps.Keys(transports)), "Chromium")

// client is Microsoft's own client in a process of its own.
type client struct {
	*testing.T
	commands io.WriteCloser
	lines    chan string
}

func newClient(t *testing.T, address, transport, token string, skipNegotiation bool) *client {
	t.Helper()
	web := filepath.Join("..", "..", "web")
	if _, err := os.Stat(filepath.Join(web, "node_modules", "@microsoft", "signalr")); err != nil {
		t.Fatal("@microsoft/signalr is not installed: run `npm --prefix web install --no-save`")
	}
	skip := map[bool]string{true: "true", false: "false"}[skipNegotiation]
	cmd := exec.Command("node", "hubtest/client.mjs", address, transport, token, skip)
	cmd.Dir = web
	cmd.Stderr = os.Stderr
	commands, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("node is needed: %v", err)
	}
	c := &client{t, commands, make(chan string, 100)}
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			c.lines <- s.Text()
		}
	}()
	t.Cleanup(func() {
		commands.Close()
		for range c.lines {
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("node: %v", err)
		}
	})
	return c
}

func (c *client) do(command, answer string) {
	c.Helper()
	if _, err := io.WriteString(c.commands, command+"\n"); err != nil {
		c.Fatal(err)
	}
	c.expect(answer)
}

func (c *client) expect(want string) {
	c.Helper()
	select {
	case got := <-c.lines:
		if got != want {
			c.Fatalf("got %q, want %q", got, want)
		}
	case <-time.After(30 * time.Second):
		c.Fatalf("waited for %q", want)
	}
}

func (c *client) expectNothing(during time.Duration) {
	c.Helper()
	select {
	case got := <-c.lines:
		c.Fatalf("unexpected %q", got)
	case <-time.After(during):
	}
}

// TestOfficialClient is the life of a page, over each transport.
func TestOfficialClient(t *testing.T) {
	for _, name := range homes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			c := newClient(t, f.url, name, "ann/1", false)
			c.do("start", "started")
			notification := `{"id":"n1","title":"T\u001e","details":"D\n","createdAt":"2026-11-15T00:00:00Z","isViewed":false,"viewedAt":null,"itemId":"i","itemParentId":"p"}`
			f.Send(f.event("NewNotification", rawJSON(notification)), "ann")
			c.expect("event " + notification)
			f.Send(f.event("NotificationViewed", "n1"), "ann")
			c.expect("viewed n1")
			c.do("invoke", "failed Unknown hub method 'Foo'")
			c.do("stop", "closed cleanly")
			c.expect("stopped")
			within(t, 5*time.Second, "forgotten", func() bool { return f.Connections() == 0 })
			c.do("start", "started")
			f.CloseSession("1")
			c.expect("closed cleanly")
			f.mu.Lock()
			f.revoked["ann/1"] = true
			f.mu.Unlock()
			c.do("start", "refused Failed to complete negotiation with the server: Error: a valid access token is needed: Status code '401'")
		})
	}
}

// TestOfficialClientIdles longer than either side's patience, at the true intervals.
func TestOfficialClientIdles(t *testing.T) {
	f := newFixture(t)
	var clients []*client
	for _, name := range homes {
		c := newClient(t, f.url, name, "ann/1", false)
		c.do("start", "started")
		clients = append(clients, c)
	}
	clients[0].expectNothing(46 * time.Second)
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	for _, c := range clients {
		c.expect("viewed n1")
	}
}

func TestOfficialClientWithoutNegotiation(t *testing.T) {
	f := newFixture(t)
	c := newClient(t, f.url, "WebSockets", "ann/1", true)
	c.do("start", "started")
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	c.expect("viewed n1")
}

// A proxy that does not let upgrades through makes the client take the next transport.
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
	c.do("start", "started")
	f.Send(f.event("NotificationViewed", "n1"), "ann")
	c.expect("viewed n1")
	c.do("stop", "closed cleanly")
	c.expect("stopped")
}

// A server that stops and comes back finds its clients again.
func TestOfficialClientReconnects(t *testing.T) {
	for name := range transports {
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
			c.do("start", "started")
			stop()
			c.expect("reconnecting")
			h, _, stop := serve(address)
			defer stop()
			c.expect("reconnected")
			h.Send(f.event("NotificationViewed", "n2"), "ann")
			c.expect("viewed n2")
		})
	}
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }
