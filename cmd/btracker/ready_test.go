package main_test

import (
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"

	"btracker/internal/pgtest"
)

// A newer replica brings the schema up to date while older ones serve. They go on,
// and say so alike, whether anybody had asked them before or not; an older one that
// starts afterwards refuses.
func TestReadyWhileANewerReplicaMigrates(t *testing.T) {
	t.Parallel()
	data, url := t.TempDir(), pgtest.NewDatabase(t)
	for _, test := range []struct {
		name, driver, source string
		env, where           []string
		replicas             int
	}{
		{"sqlite", "sqlite", sqliteSource(data), nil, []string{"--data", data}, 1},
		{"postgres", "pgx", url, []string{"BTRACKER_SECRET=" + goodSecret}, []string{"--data", data, "--database-url", url}, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var servers []*server
			for range test.replicas {
				s := starting(t, test.env, test.where...)
				s.UntilAnswers("/healthz") // and nobody asks for /readyz
				servers = append(servers, s)
			}
			if len(servers) > 1 {
				servers[1].UntilReady()
			}
			db, err := sql.Open(test.driver, test.source)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			// What a newer program leaves that has added a table.
			for _, statement := range []string{"CREATE TABLE of_tomorrow (id TEXT)", "INSERT INTO schema_version (version_id, is_applied) VALUES (9999, TRUE)"} {
				if _, err := db.ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			for i, s := range servers {
				if status, body := s.get("/readyz", ""); status != 200 {
					t.Errorf("replica %d: %d %s", i, status, body)
				}
			}
			for _, s := range servers {
				s.Stop()
			}
			mistake(t, test.env, "schema 9999", append([]string{"serve", "--addr", "127.0.0.1:0"}, test.where...)...)
		})
	}
}
