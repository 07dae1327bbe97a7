package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

var quietRiver = &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)}

// SchemaError refuses a database whose schema is newer than this program.
type SchemaError struct{ Found, Known int64 }

func (e *SchemaError) Error() string {
	return fmt.Sprintf("the database has schema %d, this program knows %d at most: run a newer btracker; nothing was changed", e.Found, e.Known)
}

// HalfFilledError refuses a database that is not whole yet.
type HalfFilledError struct{ Command string }

func (e *HalfFilledError) Error() string {
	return "the database is half filled: wait for " + e.Command + ", or run that again if it was interrupted; nothing was changed"
}

// FillingTable is in a database that is being filled from another one, with the command that does so. See internal/dbmove.
const FillingTable = "filling"

// refuseHalfFilled refuses a database that is being filled.
func refuseHalfFilled(ctx context.Context, db *sql.DB, d dialect) error {
	var isFilling bool
	if err := db.QueryRowContext(ctx, d.words()["has_filling"]).Scan(&isFilling); err != nil || !isFilling {
		return err
	}
	var command string
	if err := db.QueryRowContext(ctx, "SELECT command FROM "+FillingTable).Scan(&command); err != nil {
		return err
	}
	return &HalfFilledError{command}
}

var (
	migrationName    = regexp.MustCompile(`^(\d+)_(\w+)(?:\.(\w+))?\.sql$`)
	migrationWord    = regexp.MustCompile(`\{\{(\w+)\}\}`)
	migrationRows    = regexp.MustCompile(`\{\{rows ([\w.]+)\}\}`)
	migrationDrop    = regexp.MustCompile(`\{\{drop (\w+) ON (\w+)\}\}`)
	migrationTrigger = regexp.MustCompile(`(?s)\{\{trigger (\w+) ([^\n]*?) WHEN (\([^\n]*\))\}\}\n(.*?)\{\{end\}\}`)
)

// migrationEnds are the parts of migrations that SQL alone can not do, by their names.
var migrationEnds = map[string]func(ctx context.Context, d dialect, tx *sql.Tx) error{"money": fillMoney, "planned_price": fillSums, "ahead": fillAhead}

// inDialect puts a database's own words into the text of a migration: {{word}} is one
// of its words, {{rows column}} a table of the arrays in a JSON array, and
// {{trigger NAME EVENT WHEN (CONDITION)}} BODY {{end}} a trigger for each row, which {{drop NAME ON TABLE}} drops.
func inDialect(d dialect, text string) string {
	text = migrationRows.ReplaceAllStringFunc(text, func(m string) string { return d.lists(migrationRows.FindStringSubmatch(m)[1]) })
	text = migrationTrigger.ReplaceAllStringFunc(text, func(m string) string {
		parts := migrationTrigger.FindStringSubmatch(m)
		return d.trigger(parts[1], parts[2], parts[3], parts[4])
	})
	text = migrationDrop.ReplaceAllString(text, d.words()["drop_trigger"])
	return migrationWord.ReplaceAllStringFunc(text, func(m string) string { return d.words()[strings.Trim(m, "{}")] })
}

// migrations turns the files into goose migrations. NNNN_name.sql runs on both
// databases, NNNN_name.sqlite.sql and NNNN_name.postgres.sql on one.
func migrations(d dialect) ([]*goose.Migration, []string, error) {
	files, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, nil, err
	}
	slices.Sort(files)
	var list []*goose.Migration
	var names []string
	for _, file := range files {
		parts := migrationName.FindStringSubmatch(strings.TrimPrefix(file, "migrations/"))
		if parts == nil {
			return nil, nil, fmt.Errorf("migration %s: unexpected name", file)
		}
		if parts[3] != "" && parts[3] != d.name() {
			continue
		}
		text, err := migrationFiles.ReadFile(file)
		if err != nil {
			return nil, nil, err
		}
		statement := inDialect(d, string(text))
		version, _ := strconv.ParseInt(parts[1], 10, 64)
		finish := migrationEnds[parts[2]]
		up := func(ctx context.Context, tx *sql.Tx) error {
			if _, err := tx.ExecContext(ctx, statement); err != nil || finish == nil {
				return err
			}
			return finish(ctx, d, tx)
		}
		list = append(list, goose.NewGoMigration(version, &goose.GoFunc{RunTx: up}, nil))
		names = append(names, parts[1]+" "+parts[2])
	}
	return list, names, nil
}

func migrationProvider(g goose.Dialect, db *sql.DB, d dialect) (*goose.Provider, []string, error) {
	list, names, err := migrations(d)
	if err != nil {
		return nil, nil, err
	}
	p, err := goose.NewProvider(g, db, nil, goose.WithGoMigrations(list...), goose.WithDisableGlobalRegistry(true),
		goose.WithTableName("schema_version"))
	return p, names, err
}

func migrateUp(ctx context.Context, g goose.Dialect, db *sql.DB, d dialect, version int64) error {
	p, _, err := migrationProvider(g, db, d)
	if err != nil {
		return err
	}
	if err := refuseHalfFilled(ctx, db, d); err != nil {
		return err
	}
	if _, err := checkSchema(ctx, p); err != nil {
		return err
	}
	_, err = p.UpTo(ctx, version)
	return err
}

// LatestSchema is the schema that this program works with.
var LatestSchema = sync.OnceValue(func() int64 {
	list, _, err := migrations(&sqliteDialect{})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return list[len(list)-1].Version
})

// lastMigration reads the version of a database that has the table. Migrations are
// never undone, so the highest number is the last.
const lastMigration = "SELECT max(version_id) FROM schema_version"

// SQLiteSchema is the schema of a database file; 0 if it has none of btracker.
func SQLiteSchema(ctx context.Context, db *sql.DB) (version int64, err error) {
	var tables int
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'schema_version'").Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, lastMigration).Scan(&version)
	return version, err
}

// CheckSQLiteSchema refuses a file that is the database of another program, or of a newer btracker.
func CheckSQLiteSchema(ctx context.Context, db *sql.DB) error {
	found, err := SQLiteSchema(ctx, db)
	if err != nil || found == 0 {
		return errors.New("it is not a backup of btracker")
	}
	if known := LatestSchema(); found > known {
		return &SchemaError{Found: found, Known: known}
	}
	return refuseHalfFilled(ctx, db, &sqliteDialect{})
}

// checkSchema refuses a schema that is newer than this program.
func checkSchema(ctx context.Context, p *goose.Provider) (found int64, err error) {
	found, err = p.GetDBVersion(ctx)
	if err != nil {
		return 0, err
	}
	sources := p.ListSources()
	if known := sources[len(sources)-1].Version; found > known {
		return found, &SchemaError{Found: found, Known: known}
	}
	return found, nil
}

func pendingMigrations(ctx context.Context, g goose.Dialect, db *sql.DB, d dialect) ([]string, error) {
	p, names, err := migrationProvider(g, db, d)
	if err != nil {
		return nil, err
	}
	if err := refuseHalfFilled(ctx, db, d); err != nil {
		return nil, err
	}
	var found int64 // stays zero without the table, because asking goose would create it
	var known bool
	if err := db.QueryRowContext(ctx, d.words()["has_schema_version"]).Scan(&known); err != nil {
		return nil, err
	}
	if known {
		if found, err = checkSchema(ctx, p); err != nil {
			return nil, err
		}
	}
	for i, source := range p.ListSources() {
		if source.Version > found {
			return names[i:], nil
		}
	}
	return nil, nil
}
