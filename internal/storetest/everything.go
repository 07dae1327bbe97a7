package storetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"btracker/internal/store"
)

// Everything copies the whole database: the file of a backup on SQLite, every row as text on PostgreSQL.
func Everything(t testing.TB, s *store.Store) string {
	t.Helper()
	if s.Dialect() == "sqlite" {
		file := filepath.Join(t.TempDir(), "copy.db")
		_, err := s.WriterDB().ExecContext(t.Context(), `VACUUM INTO $1`, file)
		if err != nil {
			t.Fatal(err)
		}
		copied, err := os.ReadFile(file) // #nosec G304 -- the file is the test's own
		if err != nil {
			t.Fatal(err)
		}
		return string(copied)
	}
	rows, err := s.Pool().Query(t.Context(), `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, table := range tables {
		var text string
		if err := s.Pool().QueryRow(t.Context(), `SELECT COALESCE(string_agg(r::text, ' '), '') FROM "`+table+`" r`).Scan(&text); err != nil {
			t.Fatal(err)
		}
		all.WriteString(text)
	}
	return all.String()
}
