package hub

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/testkit"
)

// needsNoEncoding matches text that the client may paste into an address.
var needsNoEncoding = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func TestNegotiate(t *testing.T) {
	f := newFixture(t)
	for query, version := range map[string]int{"": 0, "?negotiateVersion=0": 0, "?negotiateVersion=1": 1, "?negotiateVersion=7": 1,
		"?negotiateVersion=1&useStatefulReconnect=true": 1} {
		status, body := f.do("POST", f.url+"/negotiate"+query, "user"+query+"/1", "")
		if status != 200 {
			t.Fatalf("%q: %d %s", query, status, body)
		}
		var n negotiated
		if err := json.Unmarshal([]byte(body), &n); err != nil {
			t.Fatal(err)
		}
		if n.NegotiateVersion != version || len(n.ConnectionID) != 22 || (n.ConnectionToken != "") != (version == 1) || n.ConnectionToken == n.ConnectionID {
			t.Errorf("%q: %s", query, body)
		}
		transports := `"availableTransports":[{"transport":"WebSockets","transferFormats":["Text"]},{"transport":"ServerSentEvents","transferFormats":["Text"]},` +
			`{"transport":"LongPolling","transferFormats":["Text"]}]`
		if strings.Contains(body, "useStatefulReconnect") || !strings.Contains(body, transports) || !needsNoEncoding.MatchString(n.ConnectionID+n.ConnectionToken) {
			t.Errorf("%q: %s", query, body)
		}
		id := n.ConnectionToken
		if version == 0 {
			id = n.ConnectionID
		}
		s := f.dial("user"+query+"/1", id)
		s.send(shake)
		s.expect("{}\x1e")
	}
	if status, _ := f.do("GET", f.url+"/negotiate", "ann/1", ""); status != 405 {
		t.Errorf("GET: %d", status)
	}
	if one, another := f.negotiate("ann/1"), f.negotiate("ann/1"); one.ConnectionToken == another.ConnectionToken {
		t.Error("two connections, one token")
	}
}

func TestEveryRequestIsAuthenticated(t *testing.T) {
	f := newFixture(t)
	id := f.negotiate("ann/1").ConnectionToken
	for token, challenge := range map[string]string{"": "Bearer", "garbage": `Bearer error="invalid_token"`} {
		for _, r := range []struct{ method, address, accept string }{
			{"POST", f.url + "/negotiate?negotiateVersion=1", ""},
			{"GET", f.url + "?id=" + id, ""},
			{"GET", f.url + "?id=" + id, "text/event-stream"},
			{"POST", f.url + "?id=" + id, ""},
			{"DELETE", f.url + "?id=" + id, ""},
		} {
			if status, _ := f.do(r.method, r.address, token, "", "Accept", r.accept); status != 401 {
				t.Errorf("%s %s %s with %q: %d", r.method, r.address, r.accept, token, status)
			}
		}
		if _, resp := f.upgrade("?id="+id, "Authorization", "Bearer "+token); resp.StatusCode != 401 || resp.Header.Get("WWW-Authenticate") != challenge {
			t.Errorf("upgrade, token %q in the header: %d %v", token, resp.StatusCode, resp.Header)
		}
		if _, resp := f.upgrade("?id=" + id + "&access_token=" + token); resp.StatusCode != 401 || resp.Header.Get("WWW-Authenticate") != challenge {
			t.Errorf("upgrade, token %q in the query: %d %v", token, resp.StatusCode, resp.Header)
		}
	}
	if _, resp := f.upgrade("?id=" + id + "&access_token=ann/1"); resp.StatusCode != 101 {
		t.Errorf("upgrade with a token in the query: %d", resp.StatusCode)
	}
	if status, _ := f.do("POST", f.url+"/negotiate", "broken", ""); status != 503 {
		t.Errorf("a fault of ours: %d", status)
	}
}

func TestConnectionsBelongToTheirUser(t *testing.T) {
	f := newFixture(t)
	id := f.negotiate("ann/1").ConnectionToken
	for _, thief := range []string{"bob/2", "ann/2"} {
		for _, method := range []string{"GET", "POST", "DELETE"} {
			if status, _ := f.do(method, f.url+"?id="+id, thief, ""); status != 404 {
				t.Errorf("%s by %s: %d", method, thief, status)
			}
		}
		if _, resp := f.upgrade("?id="+id, "Authorization", "Bearer "+thief); resp.StatusCode != 404 {
			t.Errorf("upgrade by %s: %d", thief, resp.StatusCode)
		}
	}
}

func TestRefusals(t *testing.T) {
	f := newFixture(t)
	events := []string{"Accept", "text/event-stream"}
	free := f.negotiate("ann/1").ConnectionToken
	socket := f.negotiate("ann/1").ConnectionToken
	f.dial("ann/1", socket)
	stream := f.stream("ann/1")
	poll := f.poll("ann/1")
	for _, c := range []struct {
		name, method, query string
		header              []string
		want                int
	}{
		{"poll without id", "GET", "", nil, 400},
		{"stream without id", "GET", "", events, 400},
		{"post without id", "POST", "", nil, 400},
		{"unknown id", "GET", "?id=nobody", nil, 404},
		{"stream of an unknown id", "GET", "?id=nobody", events, 404},
		{"poll of a WebSocket", "GET", "?id=" + socket, nil, 400},
		{"stream of a WebSocket", "GET", "?id=" + socket, events, 400},
		{"post to a WebSocket", "POST", "?id=" + socket, nil, 405},
		{"delete of a WebSocket", "DELETE", "?id=" + socket, nil, 400},
		{"second stream", "GET", stream.at[strings.Index(stream.at, "?"):], events, 409},
		{"poll of a stream", "GET", stream.at[strings.Index(stream.at, "?"):], nil, 400},
		{"delete of a stream", "DELETE", stream.at[strings.Index(stream.at, "?"):], nil, 400},
		{"stream of a poll", "GET", poll.at[strings.Index(poll.at, "?"):], events, 400},
		{"post before a transport", "POST", "?id=" + free, nil, 400},
		{"delete before a transport", "DELETE", "?id=" + free, nil, 400},
		{"poll through a proxy that would speak HTTP/2", "GET", "?id=" + f.negotiate("bob/1").ConnectionToken,
			[]string{"Authorization", "Bearer bob/1", "Upgrade", "h2c", "Connection", "Upgrade"}, 200},
		{"another method", "PUT", "?id=" + free, nil, 405},
	} {
		if status, _ := f.do(c.method, f.url+c.query, "ann/1", "", c.header...); status != c.want {
			t.Errorf("%s: %d, want %d", c.name, status, c.want)
		}
	}
	for id, want := range map[string]int{socket: 409, "nobody": 404, strings.TrimPrefix(poll.at, f.url+"?id="): 400} {
		if _, resp := f.upgrade("?id="+id, "Authorization", "Bearer ann/1"); resp.StatusCode != want {
			t.Errorf("upgrade: %d, want %d", resp.StatusCode, want)
		}
	}
}

func TestLimitPerUser(t *testing.T) {
	f := newFixture(t)
	f.ready("ann/1")
	for range 4 {
		f.negotiate("ann/1")
	}
	resp := f.begin("POST", f.url+"/negotiate", "ann/2", "")
	resp.Body.Close()
	if resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("one more: %s", resp.Status)
	}
	if _, resp := f.upgrade("", "Authorization", "Bearer ann/1"); resp.StatusCode != 429 {
		t.Errorf("one more without negotiation: %s", resp.Status)
	}
	f.negotiate("bob/1")
	f.sweep(time.Now().Add(f.timing.unused))
	testkit.Until(t, "unused negotiations are forgotten", func() bool { return f.Connections() == 1 })
	f.negotiate("ann/1")
}

func TestOrigins(t *testing.T) {
	f := newFixture(t)
	host := strings.TrimPrefix(strings.TrimSuffix(f.url, "/hub/notification"), "http://")
	if _, resp := f.upgrade("?access_token=ann/1", "Origin", "http://evil.example"); resp.StatusCode != 403 {
		t.Errorf("a foreign page: %d", resp.StatusCode)
	}
	if _, resp := f.upgrade("?access_token=ann/1", "Origin", "http://"+host); resp.StatusCode != 101 {
		t.Errorf("our own page: %d", resp.StatusCode)
	}
	for origin, allowed := range map[string]bool{"http://" + host: true, "http://evil.example": false} {
		for _, method := range []string{"OPTIONS", "POST"} {
			resp := f.begin(method, f.url+"/negotiate", "", "", "Origin", origin)
			resp.Body.Close()
			if want := map[string]int{"OPTIONS": 204, "POST": 401}[method]; resp.StatusCode != want {
				t.Errorf("%s: %d", method, resp.StatusCode)
			}
			if got := resp.Header.Get("Access-Control-Allow-Origin") == origin; got != allowed || resp.Header.Get("Vary") != "Origin" {
				t.Errorf("%s from %s: %v", method, origin, resp.Header)
			}
			for name, want := range map[string]string{"Credentials": "true", "Methods": "GET, POST, DELETE",
				"Headers": "authorization, content-type, x-requested-with, x-signalr-user-agent"} {
				if got := resp.Header.Get("Access-Control-Allow-" + name); (got == want) != allowed {
					t.Errorf("%s from %s: %s are %q", method, origin, name, got)
				}
			}
		}
	}
}

func TestOversizePost(t *testing.T) {
	for _, size := range []int{maxRecord + 1, maxMessage + 1} {
		f := newFixture(t)
		p, other := f.poll("ann/1"), f.poll("ann/1")
		for _, l := range []*poller{p, other} {
			l.send(shake)
			l.expect("{}\x1e")
		}
		if status, _ := f.do("POST", p.at, "ann/1", strings.Repeat("x", size)); status != 413 {
			t.Errorf("%d bytes: %d", size, status)
		}
		p.expect(byeErr)
		p.expectEnd()
		f.Send(f.event("Changed"), "ann")
		other.expect(string(f.event("Changed")))
		other.send(bye)
		other.expectEnd()
	}
}

func TestPollIsEmptyAfterAWhile(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.poll = 1200 * time.Millisecond }) // beyond the server's WriteTimeout
	p := f.poll("ann/1")
	if status, body := f.do("GET", p.at, "ann/1", ""); status != 200 || body != "" {
		t.Errorf("%d %q", status, body)
	}
}

func TestPollIsReplaced(t *testing.T) {
	f := newFixture(t)
	p := f.poll("ann/1")
	p.send(shake)
	p.expect("{}\x1e")
	last := p.waiting(t.Context())
	for range 2 {
		next := p.waiting(t.Context())
		if status := <-last; status != 204 {
			t.Errorf("a replaced poll: %d", status)
		}
		last = next
	}
	f.Send(f.event("Changed"), "ann")
	if status := <-last; status != 200 {
		t.Errorf("the last poll: %d", status)
	}
}

func TestEventsWaitBetweenPolls(t *testing.T) {
	f := newFixture(t)
	p := f.poll("ann/1")
	p.send(shake)
	p.expect("{}\x1e")
	want := ""
	for i := range 10 {
		f.Send(f.event("Changed", i), "ann")
		want += string(f.event("Changed", i))
	}
	if status, body := f.do("GET", p.at, "ann/1", ""); status != 200 || body != want {
		t.Errorf("%d %q", status, body)
	}
}

func TestDelete(t *testing.T) {
	f := newFixture(t)
	p := f.poll("ann/1")
	waiting := p.waiting(t.Context())
	if status, _ := f.do("DELETE", p.at, "ann/1", ""); status != 202 {
		t.Errorf("DELETE: %d", status)
	}
	if status := <-waiting; status != 204 {
		t.Errorf("the waiting poll: %d", status)
	}
	for _, method := range []string{"POST", "GET", "DELETE"} {
		if status, _ := f.do(method, p.at, "ann/1", bye); status != 404 {
			t.Errorf("a late %s: %d", method, status)
		}
	}
	if strings.Contains(f.log.String(), "level=ERROR") || strings.Contains(f.log.String(), "level=WARN") {
		t.Error(f.log)
	}
}

// A client whose connection is closed between two polls learns of it from the next poll.
func TestCloseWaitsForThePoll(t *testing.T) {
	f := newFixture(t, func(t *timing) { t.linger, t.sweep = 50*time.Millisecond, 10*time.Millisecond })
	p := f.poll("ann/1")
	p.send(shake)
	p.expect("{}\x1e")
	f.CloseSession("1")
	time.Sleep(200 * time.Millisecond)
	p.expect(bye)
	p.expectEnd()
}

// A client that polls and does not read the answer is forgotten like a client that does not poll.
func TestPollerThatDoesNotReadIsForgotten(t *testing.T) {
	f := newFixture(t, func(t *timing) {
		t.poll, t.write, t.unused, t.sweep = 50*time.Millisecond, 100*time.Millisecond, 3*time.Second, 10*time.Millisecond
	})
	p := f.poll("ann/1")
	p.send(shake)
	p.expect("{}\x1e")
	f.Send(bytes.Repeat([]byte("x"), 32<<20), "ann") // more than the system takes on its own
	address := strings.TrimSuffix(strings.TrimPrefix(f.url, "http://"), "/hub/notification")
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer ann/1\r\n\r\n", strings.TrimPrefix(p.at, "http://"+address), address)
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
}

func TestPollerThatGoesAwayIsForgotten(t *testing.T) {
	f := newFixture(t)
	p := f.poll("ann/1")
	p.send(shake)
	p.expect("{}\x1e")
	ctx, goAway := context.WithCancel(t.Context())
	waiting := p.waiting(ctx)
	f.sweep(time.Now().Add(f.timing.unused))
	if f.Connections() != 1 {
		t.Error("a poll that waits counts as a client that is there")
	}
	goAway()
	if status := <-waiting; status != 0 {
		t.Fatalf("the poll was answered with %d", status)
	}
	testkit.Until(t, "the poll is over", func() bool { return f.polling() == nil })
	f.sweep(time.Now().Add(f.timing.unused))
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
}

func TestStreamEndsWithItsRequest(t *testing.T) {
	f := newFixture(t)
	s := f.stream("ann/1")
	s.resp.Body.Close()
	testkit.Until(t, "forgotten", func() bool { return f.Connections() == 0 })
	if status, _ := f.do("POST", s.at, "ann/1", ping); status != 404 {
		t.Errorf("a late POST: %d", status)
	}
}

func TestStreamHeaders(t *testing.T) {
	f := newFixture(t)
	s := f.stream("ann/1")
	if got := s.resp.Header.Get("Cache-Control"); got != "no-cache, no-store" || s.resp.Header.Get("X-Accel-Buffering") != "no" {
		t.Error(s.resp.Header)
	}
	s.resp.Body.Close()
	_, _ = io.Copy(io.Discard, s.br)
	// A client that accepts events gets a stream, even if a proxy adds an upgrade to the request.
	resp := f.begin("GET", f.url+"?id="+f.negotiate("ann/1").ConnectionToken, "ann/1", "", "Accept", "text/event-stream", "Upgrade", "websocket", "Connection", "Upgrade")
	resp.Body.Close()
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("%s %v", resp.Status, resp.Header)
	}
}
