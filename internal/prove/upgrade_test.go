package prove

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"btracker/internal/auth"
	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/testkit"
	"btracker/internal/tools/program"
)

// Databases of every earlier schema are brought up to date with their data: killed a
// few times on the way, then by several replicas that start at once. A newer schema
// is refused, and its file stays as it is.
func TestUpgrade(t *testing.T) {
	begin(t)
	latest := store.LatestSchema()
	hash, err := auth.NewHasher(1).Hash(t.Context(), auth.Origin{}, demo.Password)
	ok(t, err)
	killed := 0
	defer func() {
		t.Logf("schemas 1 to %d, with data, brought to %d; %d upgrades killed in the middle, several starting at once; schema 9999 refused, file unchanged", latest-1, latest, killed)
	}()
	for version := int64(1); version < latest; version++ {
		back := latest - version
		if !testkit.Full() && back != 1 && back%8 != 0 { // the last one, and every eighth on one of the two
			continue
		}
		targets := []program.Target{onSQLite(t), onPostgres(t, pgtest.NewDatabase(t))}
		if !testkit.Full() && back != 1 {
			targets = targets[back/8%2:][:1]
		}
		for _, target := range targets {
			makeOldDatabase(t, target, version, hash)
			killed += killMigrations(t, target, shortOrFull(1, 5))
			serveOldData(t, target)
		}
	}
	newerIsRefused(t)
}

// makeOldDatabase creates a database with an earlier schema and some data.
func makeOldDatabase(t *testing.T, target program.Target, version int64, passwordHash string) {
	ok(t, os.MkdirAll(target.Data, 0o700))
	var s *store.Store
	var err error
	if target.DatabaseURL == "" {
		s, err = store.OpenSQLite(target.Data)
	} else {
		s, err = store.OpenPostgres(t.Context(), target.DatabaseURL)
	}
	ok(t, err)
	ok(t, errors.Join(s.MigrateTo(t.Context(), version), s.Close()))
	e := open(t, target)
	for _, old := range oldRows {
		if old.since > version {
			continue
		}
		args := []any{}
		if strings.Contains(old.sql, "$1") {
			args = append(args, passwordHash)
		}
		e.execute(old.sql, args...)
	}
}

// oldRows are some rows of each table, with the schema that introduced it.
var oldRows = []struct {
	since int64
	sql   string
}{
	{1, `INSERT INTO users (id, email, display_name, name_key, search_text, is_admin, created_at, updated_at)
		VALUES ('u1', 'admin@example.com', 'Ada Admin', 'ada admin', 'ada admin admin@example.com', TRUE, 1, 1)`},
	{1, `INSERT INTO credential (user_id, password_hash, updated_at) VALUES ('u1', $1, 1)`},
	{1, `INSERT INTO tally (name, shard, n) VALUES ('users', 0, 1), ('users.admin', 0, 1)`},
	{1, `INSERT INTO change (at, action, entity, entity_id, request_id) VALUES (1, 'create', 'user', 'u1', 'r1')`},
	{2, `INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ('c1', 'Northwind', 'northwind', 'northwind', 1, 1)`},
	{2, `INSERT INTO tally (name, shard, n) VALUES ('company', 0, 1)`},
	{3, `INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at) VALUES ('p1', 'c1', 'Harbour', 'harbour', 'harbour', 1, 1)`},
	{3, `INSERT INTO tally (name, shard, n) VALUES ('project', 0, 1)`},
	{4, `INSERT INTO notification (id, recipient_id, kind, threshold, title, details, item_id, item_parent_id, created_at)
		VALUES ('n1', 'u1', 'ended', 1, 'Ended', 'It ended', 's1', 'p1', 1)`},
	{6, `INSERT INTO category (id, kind, name, name_key, created_at, updated_at) VALUES ('k1', 'product', 'Lamps', 'lamps', 1, 1)`},
	{6, `INSERT INTO catalogue_item (id, kind, category_id, name, name_key, search_text, status, created_at, updated_at)
		VALUES ('i1', 'product', 'k1', 'Lantern', 'lantern', 'lantern', 0, 1, 1)`},
}

// A migration holds neither the rows nor the indexes that it writes in memory.
func TestUpgradeMemory(t *testing.T) {
	begin(t)
	const changes, most = 60_000, 120
	target := onSQLite(t)
	makeOldDatabase(t, target, 22, "")
	e := open(t, target)
	e.execute(`INSERT INTO project_subscription (id, project_id, subscription_id, start_at, end_at, anchor_day, auto_renew, price, cost, live, created_at, updated_at)
		VALUES ('s1', 'p1', 'i1', 1, 2, 0, FALSE, 3, 4, TRUE, 1, 1)`)
	e.execute(`
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1), edit(before, after) AS (SELECT $2, $3)
		INSERT INTO change (at, action, entity, entity_id, request_id, before, after)
		SELECT i, 'edit', 'projectSubscription', 's1', 'request', before, after FROM n, edit`, changes,
		`{"price":3,"cost":4,"subscription":{"name":"VPS"},"details":"`+strings.Repeat("before ",
			100)+`"}`, `{"price":3,"cost":4,"subscription":{"name":"VPS"},"details":"`+strings.Repeat("after ", 100)+`"}`)
	ok(t, e.Close())
	migration, err := child.Start(target.Command("migrate"), syscall.SIGKILL)
	ok(t, err)
	defer migration.Kill()
	peak := 0.0
	for running := true; running; {
		select {
		case <-migration.Ended():
			running = false
		case <-time.After(5 * time.Millisecond):
			peak = max(peak, child.PeakMiB(migration.PID()))
		}
	}
	if migration.ExitCode() != 0 || peak > most {
		t.Fatalf("status %d, %.0f MiB at most, where %d are allowed", migration.ExitCode(), peak, most)
	}
	t.Logf("%d changes brought to the latest schema with %.0f MiB at most", changes, peak)
}

// killMigrations starts a migration and kills it after a random time, again and
// again. It returns how many were killed before they had ended.
func killMigrations(t *testing.T, target program.Target, kills int) (killed int) {
	for range kills {
		victim, err := child.Start(target.Command("migrate"), syscall.SIGKILL)
		ok(t, err)
		select {
		case <-victim.Ended():
		case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
			killed++
		}
		victim.Kill()
	}
	return killed
}

// serveOldData starts replicas at once, and reads the old rows through one of them.
func serveOldData(t *testing.T, target program.Target) {
	replicas := shortOrFull(1, 3)
	if target.DatabaseURL == "" {
		replicas = 1 // a second one on the same directory is refused
	}
	servers := make([]*program.Server, replicas)
	for i := range servers {
		servers[i] = program.Launch(t, target.Serve())
		defer servers[i].Kill()
	}
	for _, s := range servers {
		s.UntilReady()
	}
	s, e := servers[0], open(t, target)
	token, err := s.SignIn(t.Context(), demo.AdminEmail, demo.Password)
	ok(t, err)
	for _, list := range []struct{ table, path, name string }{{"company", "/company?Search=orthwin", "Northwind"},
		{"project", "/project?Search=arbou", "Harbour"}, {"catalogue_item", "/product?Search=anter", "Lantern"}} {
		there := e.number("SELECT count(*) FROM " + list.table)
		var found []struct{ Name string }
		ok(t, s.As(token).Get(t.Context(), "/api/v1"+list.path, &found))
		if len(found) != there || there == 1 && found[0].Name != list.name {
			t.Fatalf("%s: %s finds %v of %d", target, list.path, found, there)
		}
	}
	_, err = newLedger().create(t.Context(), s.As(token))
	ok(t, err)
	tx, err := e.BeginTx(t.Context(), e.snapshot)
	ok(t, err)
	defer tx.Rollback()
	e.totals(tx)
}

// newerIsRefused shows that a database with a later schema is refused and unchanged.
func newerIsRefused(t *testing.T) {
	target := onSQLite(t)
	target.Run(t, "migrate")
	e := open(t, target)
	e.execute("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)")
	ok(t, e.Close())
	digest := func() [sha256.Size]byte {
		content, err := os.ReadFile(filepath.Join(target.Data, store.SQLiteFile))
		ok(t, err)
		return sha256.Sum256(content)
	}
	before := digest()
	for _, command := range []string{"serve", "migrate"} {
		if output, err := child.Output(target.Command(command)); err == nil || !bytes.Contains(output, []byte("schema 9999")) {
			t.Fatalf("%s on a newer schema: %v\n%s", command, err, output)
		}
	}
	if digest() != before {
		t.Fatal("a newer database was changed")
	}
}
