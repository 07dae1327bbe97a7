package dbmove_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"btracker/internal/backup"
	"btracker/internal/dbmove"
	"btracker/internal/store"
	"btracker/internal/storetest"
)

func imported(t *testing.T, s *store.Store, file string) dbmove.Result {
	t.Helper()
	r, err := dbmove.ToPostgres(t.Context(), s, file, dbmove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func exported(t *testing.T, s *store.Store, file string) dbmove.Result {
	t.Helper()
	r, err := dbmove.ToSQLite(t.Context(), s, file, dbmove.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func newFile(t *testing.T) string { return filepath.Join(t.TempDir(), "moved [1]?.db") }

// Every table goes there and back with every value, and both ends say so by equal checksums.
func TestThereAndBack(t *testing.T) {
	original, file := filledPostgres(t), newFile(t)
	there := exported(t, original, file)
	for _, table := range there.SourceSum.Tables {
		if table.Rows < worldRows {
			t.Errorf("%s was tried with %d rows", table.Name, table.Rows)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
	second := storetest.Postgres(t)
	back := imported(t, second, file)
	for _, sum := range []dbmove.Checksum{there.DestinationSum, back.SourceSum, back.DestinationSum} {
		if diff := cmp.Diff(there.SourceSum, sum); diff != "" {
			t.Errorf("-before +after\n%s", diff)
		}
	}
	// An import ends all access; nothing else changes on another round.
	again := newFile(t)
	ended := exported(t, second, again).SourceSum.Differences(there.SourceSum)
	if want := []string{"api_key", "calendar_feed", "change_preview", "passkey_challenge", "password_token", "session", "setup_code",
		"sign_in_ticket", "webhook_delivery"}; !slices.Equal(ended, want) {
		t.Errorf("%v changed, want %v", ended, want)
	}
	exported(t, second, newFile(t))
	if left, err := os.ReadDir(filepath.Dir(again)); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// A database that was moved has the indexes, triggers and constraints of one that was not, and finds what it is searched for.
func TestNothingOfTheSchemaIsLost(t *testing.T) {
	original, file, dir := filledPostgres(t), newFile(t), t.TempDir()
	exported(t, original, file)
	if err := backup.Restore(t.Context(), file, dir); err != nil {
		t.Fatal(err)
	}
	restored, err := store.OpenSQLite(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	if diff := cmp.Diff(sqliteSchema(t, storetest.SQLite(t).WriterDB()), sqliteSchema(t, restored.WriterDB())); diff != "" {
		t.Errorf("SQLite: -new +exported\n%s", diff)
	}
	var found int
	if err := restored.WriterDB().QueryRow(`SELECT count(*) FROM company_search WHERE company_search MATCH '"company.search_text"'`).Scan(&found); err != nil || found != worldRows {
		t.Errorf("%d are found, %v", found, err)
	}
	back, fresh := storetest.Postgres(t), storetest.Postgres(t)
	imported(t, back, file)
	if diff := cmp.Diff(postgresSchema(t, fresh), postgresSchema(t, back)); diff != "" {
		t.Errorf("PostgreSQL: -new +imported\n%s", diff)
	}
	for name, s := range map[string]*store.Store{"exported": restored, "imported": back} {
		if seq := logged(t, s); seq != 4712 {
			t.Errorf("the next change of the %s is %d", name, seq)
		}
	}
}

func sqliteSchema(t *testing.T, db *sql.DB) []string {
	t.Helper()
	return world{T: t}.texts(db, "SELECT type || ' ' || name || ' ' || COALESCE(sql, '') FROM sqlite_schema ORDER BY 1")
}

func postgresSchema(t *testing.T, s *store.Store) []string {
	t.Helper()
	rows, err := s.Pool().Query(t.Context(), `
		SELECT 'table ' || table_name FROM information_schema.tables WHERE table_schema = 'public'
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
		UNION ALL SELECT tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// interrupted ends a move in the middle of each of its steps.
func interrupted(t *testing.T, move func(ctx context.Context, o dbmove.Options) (dbmove.Result, error)) {
	t.Helper()
	for _, step := range []string{"rows copied", "indexes built", "rows compared"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if _, err := move(ctx, dbmove.Options{Report: func(p dbmove.Progress) {
			if p.Step == step {
				cancel()
			}
		}}); !errors.Is(err, context.Canceled) {
			t.Fatalf("it was not interrupted: %v", err)
		}
	}
}

func refuses(t *testing.T, says string, err error) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
		t.Errorf("it says %v, want %q", err, says)
	}
}

// refusesHalf expects that nobody opens a half filled database, but the command that fills it.
func refusesHalf(t *testing.T, s *store.Store, command string) {
	t.Helper()
	_, err := s.Pending(t.Context())
	if half, ok := errors.AsType[*store.HalfFilledError](err); !ok || !strings.HasPrefix(half.Command, command) {
		t.Errorf("pending: %v", err)
	}
	refuses(t, "half filled: wait for "+command, s.Migrate(t.Context()))
}

func TestAnInterruptedExportGoesOn(t *testing.T) {
	s, file := filledPostgres(t), newFile(t)
	export := func(ctx context.Context, o dbmove.Options) (dbmove.Result, error) {
		return dbmove.ToSQLite(ctx, s, file, o)
	}
	interrupted(t, export)
	half, err := store.OpenSQLite(file + ".partial")
	if err != nil {
		t.Fatal(err)
	}
	refusesHalf(t, half, "btracker export")
	half.Close()
	refuses(t, "half filled", backup.Restore(t.Context(), filepath.Join(file+".partial", store.SQLiteFile), t.TempDir()))

	change := func(name string) {
		if _, err := s.Pool().Exec(t.Context(), "UPDATE company SET details = $1 WHERE rowno = 2", name); err != nil {
			t.Fatal(err)
		}
	}
	change("others write meanwhile")
	_, err = dbmove.ToSQLite(t.Context(), s, file, dbmove.Options{})
	refuses(t, "other rows of company than when this began", err)
	refuses(t, "remove "+file+".partial", err)
	if err := os.RemoveAll(file + ".partial"); err != nil {
		t.Fatal(err)
	}
	interrupted(t, export)
	there := exported(t, s, file)
	_, err = dbmove.ToSQLite(t.Context(), s, file, dbmove.Options{})
	refuses(t, "never overwrites", err)
	if back := imported(t, storetest.Postgres(t), file); back.DestinationSum.Sum != there.SourceSum.Sum {
		t.Error("what went on is not the same")
	}
}

func TestAnInterruptedImportGoesOn(t *testing.T) {
	original, file, other := filledPostgres(t), newFile(t), newFile(t)
	there := exported(t, original, file)
	if _, err := original.Pool().Exec(t.Context(), "UPDATE company SET details = 'another' WHERE rowno = 2"); err != nil {
		t.Fatal(err)
	}
	exported(t, original, other)
	s := storetest.Postgres(t)
	interrupted(t, func(ctx context.Context, o dbmove.Options) (dbmove.Result, error) {
		return dbmove.ToPostgres(ctx, s, file, o)
	})
	refusesHalf(t, s, "btracker import "+file)
	_, err := dbmove.ToPostgres(t.Context(), s, other, dbmove.Options{})
	refuses(t, "other rows of company than when this began", err)
	served := errors.New("somebody serves it")
	_, err = dbmove.ToPostgres(t.Context(), s, file, dbmove.Options{Alone: func(context.Context) error { return served }})
	refuses(t, served.Error(), err)
	// What a kill left of a copy is used only if it is whole and of this file.
	if err := os.Mkdir(file+".importing", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{store.SQLiteFile, "btracker.whole"} {
		if err := os.WriteFile(filepath.Join(file+".importing", name), []byte("of another file"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if back := imported(t, s, file); back.DestinationSum.Sum != there.SourceSum.Sum {
		t.Error("what went on is not the same")
	}
	_, err = dbmove.ToPostgres(t.Context(), s, file, dbmove.Options{})
	refuses(t, "not empty", err)
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) != 1 {
		t.Errorf("beside the file: %v, %v", left, err)
	}
}

// A damaged copy is never taken for a whole one.
func TestACopyWithOtherRowsIsRefused(t *testing.T) {
	s, file := filledPostgres(t), newFile(t)
	interrupted(t, func(ctx context.Context, o dbmove.Options) (dbmove.Result, error) {
		return dbmove.ToSQLite(ctx, s, file, o)
	})
	db, err := sql.Open("sqlite", store.SQLiteURI(filepath.Join(file+".partial", store.SQLiteFile)))
	if err == nil {
		_, err = db.Exec("UPDATE company SET version = version + 1 WHERE rowno = 2")
	}
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	_, err = dbmove.ToSQLite(t.Context(), s, file, dbmove.Options{})
	refuses(t, "not the same as postgres", err)
	refuses(t, "in company, so", err)
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a file: %v", err)
	}
}

func TestWhatBelongsToOthersIsLeftAlone(t *testing.T) {
	s, file := filledPostgres(t), newFile(t)
	if err := os.Mkdir(file+".partial", 0o700); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(file+".partial", "mine.txt")
	if err := os.WriteFile(mine, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := dbmove.ToSQLite(t.Context(), s, file, dbmove.Options{})
	refuses(t, "files of somebody else", err)
	if text, err := os.ReadFile(mine); err != nil || string(text) != "precious" {
		t.Errorf("%q, %v", text, err)
	}
	dangling := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("nowhere", dangling); err != nil {
		t.Fatal(err)
	}
	_, err = dbmove.ToSQLite(t.Context(), s, dangling, dbmove.Options{})
	refuses(t, "exists already", err)
	_, err = dbmove.ToSQLite(t.Context(), storetest.SQLite(t), newFile(t), dbmove.Options{})
	refuses(t, "only PostgreSQL", err)
}
