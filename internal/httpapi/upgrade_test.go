package httpapi_test

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/storetest"
	"btracker/internal/testkit"
)

// logLines lets a test wait for log lines, because an upgraded request has no end that a test
// could wait for.
type logLines chan string

func (l logLines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func (l logLines) next(t *testing.T) string {
	t.Helper()
	return testkit.Receive(t, "something is logged", l)
}

// upgrading is a server whose hub takes a connection over and then calls the function.
func upgrading(t *testing.T, then func()) (address string, logged logLines) {
	t.Helper()
	logged = make(logLines, 100)
	api := apitest.New(t, storetest.SQLite(t), func(c *httpapi.Config) {
		c.Log = slog.New(slog.NewTextHandler(logged, &slog.HandlerOptions{Level: slog.LevelDebug}))
		c.Hub = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer conn.Close()
			fmt.Fprint(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nlast words")
			then()
		})
	})
	server := httptest.NewServer(api.Handler)
	t.Cleanup(server.Close)
	return server.Listener.Addr().String(), logged
}

// upgrade asks for a WebSocket with both credentials in the URL, and returns everything after
// the head of the answer.
func upgrade(t *testing.T, address string) (rest string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprint(conn, "GET /hub/notification?id=s3cret-connection&access_token=s3cret-token HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	br := bufio.NewReader(conn)
	resp, err := http.ReadResponse(br, nil)
	if err != nil || resp.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%v %v", resp, err)
	}
	b, err := io.ReadAll(br)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// An upgrade is logged in one line, without the credentials of its URL.
func TestUpgradeIsLoggedOnceWithoutSecrets(t *testing.T) {
	address, logged := upgrading(t, func() {})
	upgrade(t, address)
	line := logged.next(t)
	if !strings.Contains(line, "msg=request method=GET path=/hub/notification status=101 ") || strings.Contains(line, "s3cret") {
		t.Errorf("logged %s", line)
	}
	upgrade(t, address)
	if next := logged.next(t); !strings.Contains(next, "status=101") { // the second request's: there was one line of the first
		t.Errorf("also logged %s", next)
	}
}

// A panic after an upgrade is logged and ends the connection, without an HTTP answer in it.
func TestPanicBehindAnUpgrade(t *testing.T) {
	address, logged := upgrading(t, func() { panic("a fault of ours") })
	for range 2 { // the server is still there
		if rest := upgrade(t, address); rest != "last words" {
			t.Errorf("got %q", rest)
		}
		if line := logged.next(t); !strings.Contains(line, `level=ERROR msg=panic panic="a fault of ours"`) || strings.Contains(line, "s3cret") {
			t.Errorf("logged %s", line)
		}
		if line := logged.next(t); !strings.Contains(line, "status=101") || strings.Contains(line, "s3cret") {
			t.Errorf("logged %s", line)
		}
	}
}
