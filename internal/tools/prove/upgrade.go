package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"btracker/internal/auth"
	"btracker/internal/child"
	"btracker/internal/demo"
	"btracker/internal/store"
	"btracker/internal/tools/program"
)

// upgrades brings databases of every earlier schema up to date with the binary:
// killed a few times on the way, then by several replicas that start at once.
func upgrades(ctx context.Context, l *lab) (string, error) {
	latest := store.LatestSchema()
	hash, err := auth.NewHasher(1).Hash(ctx, auth.Origin{}, demo.Password)
	if err != nil {
		return "", err
	}
	killed := 0
	for version := int64(1); version < latest; version++ {
		url, err := l.database(ctx)
		if err != nil {
			return "", err
		}
		file, server := l.sqlite(fmt.Sprint("file", version)), l.postgres(fmt.Sprint("server", version), url)
		targets := []program.Target{file, server}
		if l.short { // every schema on one of the two
			targets = targets[version%2:][:1]
		}
		for _, t := range targets {
			if err := oldDatabase(ctx, t, version, hash); err != nil {
				return "", fmt.Errorf("schema %d, %s: %w", version, t, err)
			}
			n, err := upgradeUnderKills(ctx, l, t, l.of(1, 5))
			killed += n
			if err != nil {
				return "", fmt.Errorf("from schema %d, %s: %w", version, t, err)
			}
		}
	}
	if err := newerIsRefused(ctx, l); err != nil {
		return "", err
	}
	return fmt.Sprintf("schemas 1 to %d, with data, brought to %d; %d upgrades killed in the middle, several starting at once; schema 9999 refused, file unchanged", latest-1, latest, killed), nil
}

// oldDatabase makes a database as an earlier program left it.
func oldDatabase(ctx context.Context, t program.Target, version int64, passwordHash string) error {
	if err := os.MkdirAll(t.Data, 0o700); err != nil {
		return err
	}
	open := func() (*store.Store, error) { return store.OpenSQLite(t.Data) }
	if t.DatabaseURL != "" {
		open = func() (*store.Store, error) { return store.OpenPostgres(ctx, t.DatabaseURL) }
	}
	s, err := open()
	if err != nil {
		return err
	}
	if err := errors.Join(s.MigrateTo(ctx, version), s.Close()); err != nil {
		return err
	}
	e, err := openEvidence(t)
	if err != nil {
		return err
	}
	defer e.Close()
	for _, old := range oldRows {
		if old.since > version {
			continue
		}
		args := []any{}
		if strings.Contains(old.sql, "$1") {
			args = append(args, passwordHash)
		}
		if _, err := e.ExecContext(ctx, old.sql, args...); err != nil {
			return fmt.Errorf("%s: %w", old.sql, err)
		}
	}
	return nil
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

// upgradeUnderKills migrates, killed at some moment each time, and then serves.
func upgradeUnderKills(ctx context.Context, l *lab, t program.Target, kills int) (killed int, err error) {
	for range kills {
		victim, err := child.Start(t.Command("migrate"), syscall.SIGKILL)
		if err != nil {
			return killed, err
		}
		select {
		case <-victim.Ended(): // it was done before
		case <-time.After(time.Duration(5+rand.IntN(60)) * time.Millisecond):
			killed++
		}
		victim.Kill()
	}
	replicas := l.of(1, 3)
	if t.DatabaseURL == "" {
		replicas = 1 // a second one on the same directory is refused
	}
	servers := make([]*program.Server, replicas)
	for i := range servers {
		if servers[i], err = program.Launch(t); err != nil {
			return killed, err
		}
		l.later(func() error { servers[i].Kill(); return nil })
	}
	for _, s := range servers {
		if err := s.UntilReady(ctx); err != nil {
			return killed, err
		}
	}
	err = oldDataIsThere(ctx, t, servers[0])
	for _, s := range servers {
		s.Kill()
	}
	return killed, err
}

// oldDataIsThere looks at the old rows through the program of today.
func oldDataIsThere(ctx context.Context, t program.Target, s *program.Server) (err error) {
	if s.Token, err = s.SignIn(ctx, demo.AdminEmail, demo.Password); err != nil {
		return err
	}
	e, err := openEvidence(t)
	if err != nil {
		return err
	}
	defer e.Close()
	for _, list := range []struct{ table, path, name string }{{"company", "/company?Search=orthwin", "Northwind"}, {"project", "/project?Search=arbou", "Harbour"}, {"catalogue_item", "/product?Search=anter", "Lantern"}} {
		var there int
		if err := e.QueryRowContext(ctx, "SELECT count(*) FROM "+list.table).Scan(&there); err != nil {
			return err
		}
		var found []struct{ Name string }
		if err := s.Call(ctx, http.MethodGet, "/api/v1"+list.path, nil, &found); err != nil {
			return err
		}
		if len(found) != there || there == 1 && found[0].Name != list.name {
			return fmt.Errorf("%s finds %v of %d", list.path, found, there)
		}
	}
	if _, err := newLedger().create(ctx, s.Client); err != nil {
		return err
	}
	return e.totalsNow(ctx)
}

// newerIsRefused shows a database of a later program to this one.
func newerIsRefused(ctx context.Context, l *lab) error {
	t := l.sqlite("newer")
	if _, err := t.Run("migrate"); err != nil {
		return err
	}
	e, err := openEvidence(t)
	if err != nil {
		return err
	}
	_, err = e.ExecContext(ctx, "INSERT INTO schema_version (version_id, is_applied) VALUES (9999, 1)")
	if err = errors.Join(err, e.Close()); err != nil {
		return err
	}
	file := filepath.Join(t.Data, store.SQLiteFile)
	before, err := digest(file)
	if err != nil {
		return err
	}
	for _, command := range []string{"serve", "migrate"} {
		if output, err := t.Run(command); err == nil || !strings.Contains(output, "schema 9999") {
			return fmt.Errorf("%s on a newer schema: %w\n%s", command, err, output)
		}
	}
	if after, err := digest(file); err != nil || after != before {
		return fmt.Errorf("a newer database was changed: %w", err)
	}
	return nil
}

func digest(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return string(sum.Sum(nil)), err
}
