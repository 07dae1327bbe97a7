package bench

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"btracker/internal/audit"
	"btracker/internal/demo"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// moderated is how many companies the moderator of the history has.
const moderated = 50

// BenchmarkHistory fills a copy of the seeded data with -changes changes, seals them, and measures the first pages of
// the history over HTTP. With -database-url start it does so on PostgreSQL as well.
func BenchmarkHistory(b *testing.B) { onSeededData(b, fillHistory, benchHistory) }

// onSeededData prepares a copy of the seeded data and measures it, on SQLite, and with -database-url start on PostgreSQL as well.
// prepare gets the store as it was opened, with a way to run other statements on it, and closes it.
func onSeededData(b *testing.B, prepare func(b *testing.B, s *store.Store, err error, exec func(sql string) error),
	measure func(b *testing.B, target program.Target, database int)) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	target := program.Target{Binary: binaries[0], Data: filepath.Join(b.TempDir(), "data")}
	if *data == "" {
		seed(b, target, *scale)
	} else if err := os.CopyFS(target.Data, os.DirFS(*data)); err != nil {
		b.Fatal(err)
	}
	s, err := store.OpenSQLite(target.Data)
	prepare(b, s, err, func(sql string) error { _, err := s.WriterDB().ExecContext(b.Context(), sql); return err })
	measure(b, target, 0)
	if *databaseURL == "start" {
		cluster := startPostgres(b)
		target := program.Target{Binary: binaries[0], Data: b.TempDir(), DatabaseURL: cluster.Database("measured")}
		s, err := store.OpenPostgres(b.Context(), target.DatabaseURL)
		prepare(b, s, err, func(sql string) error { _, err := s.Pool().Exec(b.Context(), sql); return err })
		if err := cluster.Execute("VACUUM ANALYZE", "CHECKPOINT"); err != nil {
			b.Fatal(err)
		}
		measure(b, target, cluster.PID())
	}
}

func benchHistory(b *testing.B, target program.Target, database int) {
	s := start(b, target, database)
	type change struct {
		EntityID string
		Actor    struct{ Email string }
	}
	list := func(ctx context.Context, token, query string) (rows []change, err error) {
		if err = s.As(token).Get(ctx, "/api/v1/change?PageSize=25"+query, &rows); err == nil && len(rows) == 0 {
			err = fmt.Errorf("no change for %q", query) // it costs the server next to nothing, and would pass for speed
		}
		return rows, err
	}
	first := func(token, query string) []change {
		rows, err := list(b.Context(), token, query)
		if err != nil {
			b.Fatal(err)
		}
		return rows
	}
	var companies []string
	for _, c := range first(s.Token, "&Entity=company") {
		companies = append(companies, c.EntityID)
	}
	actor := "&Actor=" + url.QueryEscape(first(s.moderator, "")[0].Actor.Email)
	page := func(token, query string) func(context.Context, *server, int64) error {
		return func(ctx context.Context, _ *server, _ int64) error { _, err := list(ctx, token, query); return err }
	}
	record := func(ctx context.Context, _ *server, _ int64) error {
		_, err := list(ctx, s.Token, "&Within=true&Entity=company&EntityId="+pick(companies))
		return err
	}
	recent := "&From=" + time.Now().Add(-time.Hour).UTC().Format(time.RFC3339)
	long := "&To=" + time.Now().Add(-time.Duration(*changes/2)*time.Second).UTC().Format(time.RFC3339)
	fmt.Printf("%s, load average before: %s\n", target, testkit.LoadAverage())
	defer func() { fmt.Printf("load average after: %s\n", testkit.LoadAverage()) }()
	table := newTable()
	for _, op := range []operation{
		{"history of a record", record, bar{p50: 5 * time.Millisecond}},
		{"activity, administrator", page(s.Token, ""), bar{p50: 5 * time.Millisecond}},
		{"the same: last hour", page(s.Token, recent), bar{}},
		{"the same: long ago", page(s.Token, long), bar{}},
		{"the same: one field", page(s.Token, "&Field=details"), bar{}},
		{"the same: one person", page(s.Token, actor), bar{}},
		{fmt.Sprintf("activity, moderator of %d companies", moderated), page(s.moderator, ""), bar{p50: 20 * time.Millisecond}},
		{"the same: last hour", page(s.moderator, recent), bar{}},
		{"the same: long ago", page(s.moderator, long), bar{}},
		{"the same: one field", page(s.moderator, "&Field=details"), bar{}},
		{"the same: one person", page(s.moderator, actor), bar{}},
	} {
		for _, n := range []int{1, 4} {
			r := s.load(b.Context(), op, n, time.Duration(*seconds*float64(time.Second)))
			table.operation(op, n, 0, &r, s.residentMiB())
		}
	}
	if table.failures > 0 {
		b.Fatalf("%d requests failed", table.failures)
	}
}

// fillHistory logs a change of a company, project or product for each second until now, seals them, and gives the first demo
// moderator exactly as many companies as the bar says. It closes the store.
func fillHistory(b *testing.B, s *store.Store, err error, exec func(sql string) error) {
	ok := func(err error) {
		b.Helper()
		if err != nil {
			b.Fatal(err)
		}
	}
	ok(err)
	defer s.Close()
	ok(s.Migrate(b.Context()))
	before := `'{"name":"Name","details":"` + text(400) + `","version":1}'`
	after := `'{"name":"Name","details":"` + text(420) + `","version":2}'`
	order := "" // SQLite keeps that of n, and would sort a gigabyte
	if s.Dialect() == "postgres" {
		order = "ORDER BY i"
	}
	for _, sql := range append(moderatorOfCompanies(),
		fmt.Sprintf(`INSERT INTO change (at, actor_id, action, entity, entity_id, before, after, request_id, company_id, project_id, entity_name, fields)
			WITH RECURSIVE n(i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT %d - (%[1]d - i) * 1000, u.id, 'edit', CASE WHEN i %% 50 = 0 THEN 'product' WHEN i %% 4 = 0 THEN 'company' ELSE 'project' END,
				CASE WHEN i %% 50 = 0 THEN 'item' || (i %% 1000) WHEN i %% 4 = 0 THEN p.company_id ELSE p.id END, %[3]s, %[4]s, 'bench',
				CASE WHEN i %% 50 > 0 THEN p.company_id END, CASE WHEN i %% 50 > 0 AND i %% 4 > 0 THEN p.id END, 'Name', CASE WHEN i %% 1000 < 3 THEN ',details,' ELSE ',name,' END
			FROM n JOIN project p ON p.rowno = 1 + i * 7919 %% (SELECT MAX(rowno) FROM project) JOIN users u ON u.rowno = 1 + i %% 500 %[5]s`, *changes, time.Now().UnixMilli(), before, after, order)) {
		ok(exec(sql))
	}
	for sealed := 0; sealed < *changes; { // changes may not be settled yet
		n, err := audit.Seal(b.Context(), s, time.Now)
		ok(err)
		sealed += n
	}
}

// moderatorOfCompanies are the statements that give the first demo moderator exactly as many companies as the bars say.
func moderatorOfCompanies() []string {
	user := fmt.Sprintf(`(SELECT id FROM users WHERE email = '%s')`, demo.Moderators[0].Email)
	return []string{
		`DELETE FROM company_moderator WHERE user_id = ` + user,
		`DELETE FROM project_moderator WHERE user_id = ` + user,
		fmt.Sprintf(`INSERT INTO company_moderator (id, company_id, user_id, role, created_at, updated_at)
			SELECT 'bench' || c.rowno, c.id, %s, 1, 1, 1 FROM (SELECT id, rowno FROM company WHERE deleted_at IS NULL ORDER BY rowno * 7919 %% 10007 LIMIT %d) AS c`, user, moderated),
	}
}

// text is so many characters.
func text(n int) string { return fmt.Sprintf("%-*s", n, "Runs the shop.") }
