package main_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/pgtest"
	"btracker/internal/smtptest"
	"btracker/internal/store"
)

// examined runs the doctor, and returns its verdicts by what it looked at.
func examined(t *testing.T, env []string, args ...string) (verdicts, says map[string]string, code int) {
	t.Helper()
	r := run(t, env, append([]string{"doctor"}, args...)...)
	noSecretIn(t, r.stdout+r.stderr)
	verdicts, says = map[string]string{}, map[string]string{}
	for line := range strings.Lines(r.stdout) {
		parts := regexp.MustCompile(`^(ok|note|FIX) +(\w+) +(.+)\n$`).FindStringSubmatch(line)
		if parts == nil {
			t.Fatalf("not one line of a finding: %q", line)
		}
		verdicts[parts[2]], says[parts[2]] = parts[1], parts[3]
	}
	return verdicts, says, r.code
}

func TestDoctorOfAHealthyServer(t *testing.T) {
	t.Parallel()
	for name, where := range map[string][]string{"sqlite": {"--data", t.TempDir()}, "postgres": {"--database-url", pgtest.NewDatabase(t)}} {
		t.Run(name, func(t *testing.T) {
			if name == "sqlite" {
				if err := os.Chmod(where[1], 0o700); err != nil {
					t.Fatal(err)
				}
			}
			server := serving(t, []string{"BTRACKER_SECRET=" + strings.Repeat("s3cret", 8)}, where...)
			mail := smtptest.New(t)
			mail.Start()
			verdicts, says, code := examined(t, []string{"BTRACKER_SECRET=" + strings.Repeat("s3cret", 8), "BTRACKER_SMTP_URL=" + "smtp://" + mail.Addr,
				"BTRACKER_MAIL_FROM=tracker@example.com"},
				append(where, "--public-url", server.Base)...)
			if code != 0 || len(verdicts) != 12 {
				t.Errorf("status %d, %d lines", code, len(verdicts))
			}
			for what, verdict := range verdicts {
				if verdict != "ok" {
					t.Errorf("%s: %s %s", what, verdict, says[what])
				}
			}
		})
	}
}

func TestDoctorSaysWhatToDo(t *testing.T) {
	t.Parallel()
	older := olderDatabase(t)
	open := t.TempDir()
	if err := os.Chmod(open, 0o755); err != nil { // #nosec G302 -- that is the mistake
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(open, "secret"), []byte("x"), 0o644); err != nil { // #nosec G306 -- so is that
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := closed.Addr().String()
	closed.Close()
	for _, test := range []struct {
		what, verdict, says string
		env, args           []string
	}{
		{"configuration", "FIX", "BTRACKER_SMPT_URL (perhaps BTRACKER_SMTP_URL?)", []string{"BTRACKER_SMPT_URL=x"}, nil},
		{"address", "FIX", "without TLS", nil, []string{"--public-url", "http://tracker.example.com/"}},
		{"address", "FIX", "not as btracker does", nil, []string{"--public-url", other.URL}},
		{"address", "note", "nothing answers", nil, []string{"--public-url", "http://" + nobody}},
		{"proxy", "FIX", "set --trusted-proxies", nil, []string{"--public-url", "https://" + nobody}},
		{"proxy", "FIX", "trusts everybody", nil, []string{"--trusted-proxies", "0.0.0.0/0"}},
		{"proxy", "note", "open to the network", nil, []string{"--addr", "0.0.0.0:8080"}},
		{"rights", "note", "serve makes it", nil, []string{"--data", filepath.Join(open, "missing", "deep")}},
		{"disk", "ok", "MiB are free", nil, []string{"--data", filepath.Join(open, "missing", "deep")}},
		{"rights", "FIX", "chmod 700", nil, []string{"--data", open}},
		{"secret", "FIX", "chmod 600", nil, []string{"--data", open}},
		{"schema", "note", "1 migrations wait", nil, []string{"--data", older}},
		{"mail", "note", "nobody receives them", nil, nil},
		{"mail", "FIX", nobody, []string{"BTRACKER_SMTP_URL=smtp://" + nobody, "BTRACKER_MAIL_FROM=tracker@example.com"}, nil},
	} {
		args := test.args
		if !strings.Contains(strings.Join(args, " "), "--data") {
			args = append(args, "--data", t.TempDir())
		}
		verdicts, says, code := examined(t, test.env, args...)
		if verdicts[test.what] != test.verdict || !strings.Contains(says[test.what], test.says) {
			t.Errorf("%v: %s is %s %q, want %s %q", args, test.what, verdicts[test.what], says[test.what], test.verdict, test.says)
		}
		if test.verdict == "FIX" && code != 1 {
			t.Errorf("%v: status %d, want 1", args, code)
		}
	}
	if entries, err := os.ReadDir(open); err != nil || len(entries) != 1 {
		t.Errorf("the doctor left something: %v, %v", entries, err)
	}
}

func TestDoctorOfADatabase(t *testing.T) {
	t.Parallel()
	inAnHour := time.Now().Add(time.Hour).UnixMilli()
	for _, test := range []struct{ statement, what, verdict, says string }{
		{fmt.Sprintf("INSERT INTO change (at, action, entity, entity_id, request_id) VALUES (%d, 'create', 'company', 'x', 'y')", inAnHour), "clock", "FIX", "NTP"},
		{"PRAGMA user_version = 0", "schema", "note", "free space"},
		{"INSERT INTO content (id, size, type, is_whole, touched_at) VALUES ('x', 3 << 30, 'text/plain', TRUE, 0)", "documents", "ok", "1 files of documents have 3072 MiB of 5120"},
		{"INSERT INTO content (id, size, type, is_whole, touched_at) VALUES ('x', 4900 << 20, 'text/plain', TRUE, 0)", "documents", "note", "remove some, or raise --documents-gb"},
	} {
		dir := t.TempDir()
		succeed(t, nil, "migrate", "--data", dir)
		s, err := store.OpenSQLite(dir)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.WriterDB().Exec(test.statement); err != nil {
			t.Fatal(err)
		}
		s.Close()
		if verdicts, says, _ := examined(t, nil, "--data", dir); verdicts[test.what] != test.verdict || !strings.Contains(says[test.what], test.says) {
			t.Errorf("%s: %s %s", test.statement, verdicts[test.what], says[test.what])
		}
	}
}
