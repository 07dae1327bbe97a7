package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

func TestServeDemoAndAgain(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	metrics := testkit.FreeAddress(t)
	s := serving(t, nil, "--data", data, "--demo", "--metrics-addr", metrics)
	if !strings.Contains(s.Stdout(), "Sign in as "+demo.AdminEmail+" with the password "+demo.Password+"\n") {
		t.Errorf("it says:\n%s", s.Stdout())
	}
	if strings.Contains(s.Stdout(), "added nothing") {
		t.Errorf("it says of an empty database:\n%s", s.Stdout())
	}
	token := s.demoToken()
	if n := s.companies(token); n != demoSize {
		t.Errorf("%d companies", n)
	}
	for _, path := range []string{"/healthz", "/readyz", "/btracker", "/btracker/app/dashboard"} {
		if status, body := s.get(path, ""); status != 200 {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
	if _, body := s.get("/metrics", ""); strings.Contains(body, "go_goroutines") {
		t.Error("the metrics are open to everyone")
	}
	own, err := program.NewClient("http://"+metrics).Send(t.Context(), http.MethodGet, "/metrics", nil)
	if body := string(own.Body); err != nil || own.Status != 200 || !strings.Contains(body, "btracker_http_request_seconds") || !strings.Contains(body, "go_goroutines") ||
		!strings.Contains(body, `btracker_hub_connections{transport="WebSockets"} 0`) || !strings.Contains(body, "btracker_hub_events_sent_total 0") {
		t.Errorf("metrics: %v %d %s", err, own.Status, body)
	}
	for path, want := range map[string]os.FileMode{"": os.ModeDir | 0o700, "secret": 0o600, "btracker.db": 0o600, "btracker.db-wal": 0o600, "outbox": os.ModeDir | 0o700} {
		if info, err := os.Stat(filepath.Join(data, path)); err != nil || info.Mode() != want {
			t.Errorf("%s/%s: %v, want %v", data, path, info.Mode(), want)
		}
	}
	if code := s.Stop(); code != 0 || strings.Contains(s.Stderr(), "level=ERROR") {
		t.Errorf("stopped with status %d\n%s", code, s.Stderr())
	}
	for _, left := range []string{"btracker.db-wal", "btracker.db-shm"} {
		if _, err := os.Stat(filepath.Join(data, left)); err == nil {
			t.Errorf("%s is left", left)
		}
	}

	again := serving(t, nil, "--data", data, "--demo")
	if !strings.Contains(again.Stdout(), "Sign in as "+demo.AdminEmail) || !strings.Contains(again.Stdout(), "The database has data already: --demo added nothing.\n") {
		t.Errorf("the second time it says:\n%s", again.Stdout())
	}
	if n := again.companies(token); n != demoSize { // the token of before is still good
		t.Errorf("%d companies", n)
	}
}

func TestServeWithoutDemoHasNobody(t *testing.T) {
	t.Parallel()
	s := serving(t, nil)
	if !strings.Contains(s.Stdout(), `btracker admin create --email you@example.com --name "Your Name" --data ./data`) || strings.Contains(s.Stdout(), "Sign in as") {
		t.Errorf("it says:\n%s", s.Stdout())
	}
	if status, _ := s.do(http.MethodPost, "/api/v1/account/login", "", object{"email": demo.AdminEmail, "password": demo.Password}); status != 401 {
		t.Errorf("the demo user signs in: %d", status)
	}
}

// underWay is a sign-in that the server reads, and that waits for the rest of its body.
func (s *server) underWay(credentials object) (conn net.Conn, rest []byte) {
	s.t.Helper()
	body, err := json.Marshal(credentials)
	if err != nil {
		s.t.Fatal(err)
	}
	conn, err = net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST /api/v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(body))
	const goOn = "HTTP/1.1 100 Continue\r\n\r\n" // what it says when it begins to read the body
	said := make([]byte, len(goOn))
	if _, err := io.ReadFull(conn, said); err != nil || string(said) != goOn {
		s.t.Fatalf("it says %q, %v", said, err)
	}
	if _, err := conn.Write(body[:10]); err != nil {
		s.t.Fatal(err)
	}
	return conn, body[10:]
}

// signal asks it to end, and waits until it has heard that.
func (s *server) signal() {
	s.t.Helper()
	s.Signal(syscall.SIGTERM)
	testkit.Until(s.t, "it takes no new requests", func() bool { status, _ := s.get("/healthz", ""); return status == 0 })
}

// insist asks until it has ended: what comes too soon after the first signal is a part of that.
func (s *server) insist() {
	for again := time.Tick(50 * time.Millisecond); ; {
		s.Signal(syscall.SIGTERM)
		select {
		case <-s.Ended():
			return
		case <-again:
		}
	}
}

// A request that is under way when the supervisor says stop is answered; new
// ones are not taken.
func TestStopFinishesWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	s := serving(t, nil, "--data", demoData(t))
	conn, rest := s.underWay(object{"email": demo.AdminEmail, "password": demo.Password})
	s.signal()
	if _, err := conn.Write(rest); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(answer.Body); err != nil || answer.StatusCode != 200 || !bytes.Contains(text, []byte(`"token"`)) {
		t.Errorf("the request under way: %s %v", answer.Status, err)
	}
	<-s.Ended()
	if code := s.ExitCode(); code != 0 {
		t.Errorf("status %d\n%s", code, s.Stderr())
	}
}

// One that never ends is cut off, and that is no failure of the program's. A
// supervisor that does not want to wait says it twice.
func TestStopWaitsForNobodyForEver(t *testing.T) {
	t.Parallel()
	for name, twice := range map[string]bool{"asked once": false, "asked twice": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := serving(t, nil)
			s.underWay(object{"email": demo.AdminEmail, "password": demo.Password})
			s.signal()
			if twice {
				s.insist()
			}
			<-s.Ended()
			cutOff := strings.Contains(s.Stderr(), "cut off")
			if code := s.ExitCode(); !twice && (code != 0 || !cutOff) || twice && cutOff {
				t.Errorf("status %d\n%s", code, s.Stderr())
			}
		})
	}
}

func TestServeOnPostgresWithTwoReplicas(t *testing.T) {
	t.Parallel()
	env := []string{"BTRACKER_SECRET=" + goodSecret}
	where := []string{"--database-url", pgtest.NewDatabase(t)}
	mistake(t, nil, "BTRACKER_SECRET", append([]string{"serve"}, where...)...)
	// With a mail server as well nothing is kept in files: the disk may be read-only.
	first, second := serving(t, env, where...), serving(t, append(env, "BTRACKER_SMTP_URL=smtp://127.0.0.1:1", "BTRACKER_MAIL_FROM=a@example.com"),
		append(where, "--data", "/proc/nowhere")...)
	if !strings.Contains(first.Stdout(), "admin create") || strings.Contains(first.Stdout(), "postgres") {
		t.Errorf("it says:\n%s", first.Stdout())
	}
	createAdminIn(t, where...)
	token := first.signIn("ada@example.com", goodPassword)
	if status, body := second.get("/api/v1/account", token); status != 200 {
		t.Errorf("on the other replica: %d %s", status, body)
	}
	if status, _ := second.get("/api/v1/account/logout", token); status != 204 && status != 200 {
		t.Errorf("sign-out: %d", status)
	}
	if status, _ := first.get("/api/v1/account", token); status != 401 {
		t.Errorf("after the sign-out on the other replica: %d", status)
	}
	for _, s := range []*server{first, second} {
		if code := s.Stop(); code != 0 {
			t.Errorf("status %d\n%s", code, s.Stderr())
		}
	}
}

// Without a mail server a password can still be reset: the mail is a file, and
// the log says where.
func TestResetByOutbox(t *testing.T) {
	t.Parallel()
	data := demoData(t)
	s := serving(t, nil, "--data", data, "--log-format", "json", "--public-url", "https://tracker.example/tools/")
	if status, body := s.do(http.MethodPost, "/api/v1/account/requestPassReset", "", object{"email": "Owner@example.com"}); status >= 300 {
		t.Fatalf("request: %d %s", status, body)
	}
	file, text := s.mailIn(data)
	testkit.Until(t, "the log names the file", func() bool { return strings.Contains(s.Stderr(), filepath.Base(file)) })
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("the mail is %v, %v", info.Mode(), err)
	}
	link, err := url.Parse(regexp.MustCompile(`https://tracker\.example/tools/btracker/changePassword\?[^\s"<]+`).FindString(text))
	token := link.Query().Get("token")
	if err != nil || token == "" {
		t.Fatalf("no link in the mail: %v\n%s", err, text)
	}
	s.tokens = append(s.tokens, token)
	reset := object{"email": "owner@example.com", "token": token, "newPassword": goodPassword, "confirmNewPassword": goodPassword}
	if status, body := s.do(http.MethodPut, "/api/v1/account/resetPass", "", reset); status >= 300 {
		t.Fatalf("reset: %d %s", status, body)
	}
	s.signIn("owner@example.com", goodPassword)
	if status, _ := s.do(http.MethodPut, "/api/v1/account/resetPass", "", reset); status != 422 {
		t.Errorf("the link a second time: %d", status)
	}

	if log := s.Stderr(); strings.Contains(log, "changePassword?") {
		t.Errorf("the link is in the log:\n%s", log)
	}
	requests := 0
	for line := range bytes.Lines([]byte(s.Stderr())) {
		var entry object
		if err := json.Unmarshal(line, &entry); err != nil {
			t.Errorf("not JSON: %s", line)
		}
		if entry["msg"] == "request" && entry["id"] != "" && entry["path"] != "" {
			requests++
		}
	}
	if requests == 0 {
		t.Error("no request with its id is in the log")
	}
}

// What was acknowledged survives the end of the process, however it came.
func TestKilledServerKeepsWhatItAcknowledged(t *testing.T) {
	t.Parallel()
	data := demoData(t)
	s := serving(t, nil, "--data", data)
	token := s.demoToken()
	acknowledged, enough := demoSize, make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for {
			if acknowledged == demoSize+20 {
				close(enough)
			}
			status, body := s.do(http.MethodPost, "/api/v1/company", token, object{"name": "Written"})
			if status == 0 {
				return // killed
			}
			if status != 201 {
				t.Errorf("create: %d %s", status, body)
				return
			}
			acknowledged++
		}
	})
	testkit.Receive(t, "enough is written", enough)
	s.Kill()
	writer.Wait()
	again := serving(t, nil, "--data", data)
	status, body := again.get("/api/v1/company/export", token)
	// One more may have been committed without its answer getting out.
	if rows := strings.Count(body, "\n") - 1; status != 200 || rows < acknowledged || rows > acknowledged+1 {
		t.Errorf("status %d, %d companies of %d acknowledged", status, rows, acknowledged)
	}
}
