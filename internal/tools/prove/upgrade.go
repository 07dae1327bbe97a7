package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"btracker/internal/auth"
	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/pgtest"
	"btracker/internal/store"
	"btracker/internal/tools/program"
)

// upgrades brings databases of every earlier schema up to date with the binary:
// killed a few times on the way, then by several replicas that start at once.
func upgrades(l *lab) {
	latest := store.LatestSchema()
	hash, err := auth.NewHasher(1).Hash(l.Context(), auth.Origin{}, demo.Password)
	l.ok(err)
	killed := 0
	l.figures = func() string {
		return fmt.Sprintf("schemas 1 to %d, with data, brought to %d; %d upgrades killed in the middle, several starting at once; schema 9999 refused, file unchanged", latest-1, latest, killed)
	}
	for version := int64(1); version < latest; version++ {
		targets := []program.Target{l.sqlite(), l.postgres(pgtest.NewDatabase(l))}
		if l.short { // every schema on one of the two
			targets = targets[version%2:][:1]
		}
		for _, t := range targets {
			l.makeOldDatabase(t, version, hash)
			killed += l.killMigrations(t, l.of(1, 5))
			l.serveOldData(t)
		}
	}
	l.newerIsRefused()
}

// makeOldDatabase makes a database as an earlier program left it.
func (l *lab) makeOldDatabase(t program.Target, version int64, passwordHash string) {
	l.ok(os.MkdirAll(t.Data, 0o700))
	open := func() (*store.Store, error) { return store.OpenSQLite(t.Data) }
	if t.DatabaseURL != "" {
		open = func() (*store.Store, error) { return store.OpenPostgres(l.Context(), t.DatabaseURL) }
	}
	s, err := open()
	l.ok(err)
	l.ok(errors.Join(s.MigrateTo(l.Context(), version), s.Close()))
	e := l.open(t)
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

// oldRows is a little of everything, as far as a schema knows it.
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

// killMigrations migrates and kills that at some moment, again and again. It
// counts those that were not done before.
func (l *lab) killMigrations(t program.Target, kills int) (killed int) {
	for range kills {
		victim, err := child.Start(t.Command("migrate"), syscall.SIGKILL)
		l.ok(err)
		select {
		case <-victim.Ended():
		case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
			killed++
		}
		victim.Kill()
	}
	return killed
}

// serveOldData starts replicas at once, and looks at the old rows through them.
func (l *lab) serveOldData(t program.Target) {
	replicas := l.of(1, 3)
	if t.DatabaseURL == "" {
		replicas = 1 // a second one on the same directory is refused
	}
	servers := make([]*program.Server, replicas)
	for i := range servers {
		servers[i] = program.Launch(l, t.Serve())
		defer servers[i].Kill()
	}
	for _, s := range servers {
		s.UntilReady()
	}
	s, e := servers[0], l.open(t)
	token, err := s.SignIn(l.Context(), demo.AdminEmail, demo.Password)
	l.ok(err)
	for _, list := range []struct{ table, path, name string }{{"company", "/company?Search=orthwin", "Northwind"}, {"project", "/project?Search=arbou", "Harbour"}, {"catalogue_item", "/product?Search=anter", "Lantern"}} {
		there := e.number("SELECT count(*) FROM " + list.table)
		var found []struct{ Name string }
		l.ok(s.As(token).Get(l.Context(), "/api/v1"+list.path, &found))
		if len(found) != there || there == 1 && found[0].Name != list.name {
			l.Fatalf("%s: %s finds %v of %d", t, list.path, found, there)
		}
	}
	_, err = newLedger().create(l.Context(), s.As(token))
	l.ok(err)
	tx, err := e.BeginTx(l.Context(), e.oneMoment)
	l.ok(err)
	defer tx.Rollback()
	e.totals(tx)
}

// newerIsRefused shows a database of a later program to this one.
func (l *lab) newerIsRefused() {
	t := l.sqlite()
	t.Run(l, "migrate")
	e := l.open(t)
	e.execute("INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)")
	l.ok(e.Close())
	digest := func() [sha256.Size]byte {
		content, err := os.ReadFile(filepath.Join(t.Data, store.SQLiteFile))
		l.ok(err)
		return sha256.Sum256(content)
	}
	before := digest()
	for _, command := range []string{"serve", "migrate"} {
		if output, err := child.Output(t.Command(command)); err == nil || !bytes.Contains(output, []byte("schema 9999")) {
			l.Fatalf("%s on a newer schema: %v\n%s", command, err, output)
		}
	}
	if digest() != before {
		l.Fatal("a newer database was changed")
	}
}
