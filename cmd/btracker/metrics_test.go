package main_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// watched is a server with its metrics.
type watched struct {
	*server
	metrics program.Client
}

func servingWatched(t *testing.T, env []string, args ...string) watched {
	t.Helper()
	address := testkit.FreeAddress(t)
	return watched{serving(t, env, append(args, "--metrics-addr", address)...), program.NewClient("http://" + address)}
}

// scrape reads all samples, by name and labels as they are written.
func (w watched) scrape() map[string]float64 {
	w.t.Helper()
	samples, err := w.metrics.Metrics(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return samples
}

// The mail server is away: nobody listens at port 1.
var mailIsAway = []string{"BTRACKER_SMTP_URL=smtp://127.0.0.1:1", "BTRACKER_MAIL_FROM=a@example.com", "BTRACKER_SECRET=" + goodSecret}

func TestMetricsOfMailsScansAndConnections(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ where, pools []string }{
		"sqlite":   {[]string{"--data", t.TempDir()}, []string{"readers", "writer"}},
		"postgres": {[]string{"--data", t.TempDir(), "--database-url", pgtest.NewDatabase(t)}, []string{"postgres"}},
	} {
		t.Run(name, func(t *testing.T) {
			began := float64(time.Now().Unix())
			s := servingWatched(t, mailIsAway, append(test.where, "--demo")...)
			if got := s.scrape(); got["btracker_mails_waiting"] != 0 || got["btracker_mails_oldest_waiting_seconds"] != 0 {
				t.Errorf("at first %v mails wait, for %v", got["btracker_mails_waiting"], got["btracker_mails_oldest_waiting_seconds"])
			}
			if status, body := s.do(http.MethodPost, "/api/v1/account/requestPassReset", "", object{"email": demo.AdminEmail}); status >= 300 {
				t.Fatalf("request: %d %s", status, body)
			}
			testkit.Until(t, "a mail waits", func() bool {
				got := s.scrape()
				return got["btracker_mails_waiting"] == 1 && got["btracker_mails_oldest_waiting_seconds"] > 0
			})
			testkit.Until(t, "a scan is finished", func() bool { return s.scrape()["btracker_last_scan_timestamp_seconds"] >= began })
			got := s.scrape()
			for _, pool := range test.pools {
				labels := `{pool="` + pool + `"}`
				if got["btracker_database_connections_max"+labels] == 0 {
					t.Errorf("%s: no connections are allowed", pool)
				}
				for _, sample := range []string{`btracker_database_connections{pool="` + pool + `",state="in_use"}`, `btracker_database_connections{pool="` + pool + `",state="idle"}`,
					"btracker_database_waits_total" + labels, "btracker_database_wait_seconds_total" + labels} {
					if _, there := got[sample]; !there {
						t.Errorf("there is no %s", sample)
					}
				}
			}
			if got["btracker_document_files"] == 0 || got["btracker_document_bytes"] <= got["btracker_document_files"] { // the demo has some
				t.Errorf("%v documents of %v bytes", got["btracker_document_files"], got["btracker_document_bytes"])
			}
			built := false
			for sample, value := range got {
				built = built || value == 1 && strings.HasPrefix(sample, `btracker_build_info{commit="abcdef",goversion="go1.`) && strings.HasSuffix(sample, `",version="v1.2.3"}`)
			}
			if !built {
				t.Errorf("no build info in %v", got)
			}
		})
	}
}

func TestMetricOfTheLastBackup(t *testing.T) {
	t.Parallel()
	const metric = "btracker_last_backup_timestamp_seconds"
	data, dir := t.TempDir(), t.TempDir()
	s := servingWatched(t, nil, "--data", data)
	if at, there := s.scrape()[metric]; !there || at != 0 {
		t.Errorf("before any backup: %v, %v", at, there)
	}
	began := float64(time.Now().Unix())
	succeed(t, nil, "backup", filepath.Join(dir, "copy.db"), "--data", data)
	first := s.scrape()[metric]
	if first < began || first > float64(time.Now().Unix()) {
		t.Errorf("a backup at %v, begun at %v", first, began)
	}
	if r := run(t, nil, "backup", filepath.Join(dir, "copy.db"), "--data", data); r.code == 0 || s.scrape()[metric] != first {
		t.Errorf("a backup that failed is taken for one: status %d, %v", r.code, s.scrape()[metric])
	}
	large := servingWatched(t, []string{"BTRACKER_SECRET=" + goodSecret}, "--data", data, "--database-url", pgtest.NewDatabase(t))
	if at, there := large.scrape()[metric]; there {
		t.Errorf("PostgreSQL is copied by others, and yet a backup was taken at %v", at)
	}
}

// What can be told without the database is worth having while it is away.
func TestMetricsWhileTheDatabaseIsAway(t *testing.T) {
	t.Parallel()
	where := pgtest.NewDatabase(t)
	s := servingWatched(t, mailIsAway, "--data", t.TempDir(), "--database-url", where)
	pgtest.TakeAway(t, where)
	if status, body := s.get("/readyz", ""); status != 503 {
		t.Errorf("ready without a database: %d %s", status, body)
	}
	got := s.scrape()
	for sample, want := range map[string]bool{"btracker_mails_waiting": false, "btracker_mails_oldest_waiting_seconds": false,
		"btracker_mails_dead_total": true, "btracker_last_scan_timestamp_seconds": true, `btracker_database_connections_max{pool="postgres"}`: true} {
		if _, there := got[sample]; there != want {
			t.Errorf("%s is there: %v, want %v", sample, there, want)
		}
	}
}
