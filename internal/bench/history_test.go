package bench

import (
	"context"
	"fmt"
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
// the history over HTTP.
func BenchmarkHistory(b *testing.B) {
	if len(binaries) == 0 {
		binaries = []string{"bin/btracker"}
	}
	target := program.Target{Binary: binaries[0], Data: filepath.Join(b.TempDir(), "data")}
	if *data == "" {
		seed(b, target, *scale)
	} else if err := os.CopyFS(target.Data, os.DirFS(*data)); err != nil {
		b.Fatal(err)
	}
	if err := fillHistory(b.Context(), target.Data); err != nil {
		b.Fatal(err)
	}
	s := start(b, target, 0)
	fmt.Printf("load average before: %s\n", testkit.LoadAverage())
	defer func() { fmt.Printf("load average after: %s\n", testkit.LoadAverage()) }()
	table := newTable()
	page := func(token func(s *server) string, query func(s *server) string) func(context.Context, *server, int64) error {
		return func(ctx context.Context, s *server, _ int64) error {
			var rows []struct{ Seq int64 }
			err := s.As(token(s)).Get(ctx, "/api/v1/change?PageSize=25"+query(s), &rows)
			if err == nil && len(rows) == 0 { // it costs the server next to nothing, and would pass for speed
				err = fmt.Errorf("no change for %q", query(s))
			}
			return err
		}
	}
	administrator := func(s *server) string { return s.Token }
	all := func(*server) string { return "" }
	recent := func(*server) string { return "&From=" + time.Now().Add(-time.Hour).UTC().Format(time.RFC3339) }
	for _, op := range []operation{
		{"history of a record", page(administrator, func(s *server) string { return "&Within=true&Entity=company&EntityId=" + pick(s.companies) }), bar{p50: 5 * time.Millisecond}},
		{"activity, administrator", page(administrator, all), bar{p50: 5 * time.Millisecond}},
		{"activity of the last hour", page(administrator, recent), bar{}},
		{"activity of one field", page(administrator, func(*server) string { return "&Field=details" }), bar{}},
		{fmt.Sprintf("activity, moderator of %d companies", moderated), page(func(s *server) string { return s.moderator }, all), bar{p50: 20 * time.Millisecond}},
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
// moderator exactly as many companies as the bar says.
func fillHistory(ctx context.Context, dir string) error {
	s, err := store.OpenSQLite(dir)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.Migrate(ctx); err != nil {
		return err
	}
	before := `'{"name":"Name","details":"` + text(400) + `","version":1}'`
	after := `'{"name":"Name","details":"` + text(420) + `","version":2}'`
	for _, sql := range []string{
		fmt.Sprintf(`DELETE FROM company_moderator WHERE user_id = (SELECT id FROM users WHERE email = '%s')`, demo.Moderators[0].Email),
		fmt.Sprintf(`DELETE FROM project_moderator WHERE user_id = (SELECT id FROM users WHERE email = '%s')`, demo.Moderators[0].Email),
		fmt.Sprintf(`INSERT INTO company_moderator (id, company_id, user_id, role, created_at, updated_at)
			SELECT 'bench' || c.rowno, c.id, u.id, 1, 1, 1 FROM users u CROSS JOIN (SELECT id, rowno FROM company WHERE deleted_at IS NULL ORDER BY rowno * 7919 %% 10007 LIMIT %d) c WHERE u.email = '%s'`, moderated, demo.Moderators[0].Email),
		fmt.Sprintf(`INSERT INTO change (at, actor_id, action, entity, entity_id, before, after, request_id, company_id, project_id, entity_name, fields)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT %d - (%[1]d - i) * 1000, u.id, 'edit', CASE WHEN i %% 50 = 0 THEN 'product' WHEN i %% 4 = 0 THEN 'company' ELSE 'project' END,
				CASE WHEN i %% 50 = 0 THEN 'item' || i %% 1000 WHEN i %% 4 = 0 THEN p.company_id ELSE p.id END, %[3]s, %[4]s, 'bench',
				CASE WHEN i %% 50 > 0 THEN p.company_id END, CASE WHEN i %% 50 > 0 AND i %% 4 > 0 THEN p.id END, 'Name', CASE WHEN i %% 1000 = 0 THEN ',details,' ELSE ',name,' END
			FROM n JOIN project p ON p.rowno = 1 + i * 7919 %% (SELECT MAX(rowno) FROM project) JOIN users u ON u.rowno = 1 + i %% 500`, *changes, time.Now().UnixMilli(), before, after),
	} {
		if _, err := s.WriterDB().ExecContext(ctx, sql); err != nil {
			return err
		}
	}
	_, err = audit.Seal(ctx, s, time.Now)
	return err
}

// text is so many characters.
func text(n int) string { return fmt.Sprintf("%-*s", n, "Runs the shop.") }
