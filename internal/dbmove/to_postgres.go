package dbmove

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"btracker/internal/backup"
	"btracker/internal/datadir"
	"btracker/internal/store"
)

// ToPostgres fills an empty PostgreSQL of the latest schema with a backup of SQLite, of this schema or an earlier one. All
// access ends, as after a restore. Mails that were waiting are not imported: the job queue has its own tables.
func ToPostgres(ctx context.Context, s *store.Store, file string, o Options) (r Result, err error) {
	if s.Dialect() != "postgres" {
		return r, errors.New("only PostgreSQL is filled in this way")
	}
	source, err := latestCopy(ctx, file)
	if err != nil {
		return r, err
	}
	defer source.remove()
	tables, err := tablesOf(ctx, source.db)
	if err != nil {
		return r, err
	}
	isBegun, err := isHalfFilled(ctx, s)
	if err != nil {
		return r, err
	}
	db := stdlib.OpenDBFromPool(s.Pool())
	defer db.Close()
	m := &move{Options: o, source: source.db, sourceName: file, tables: tables,
		destination: destination{DB: db, isPostgres: true, takeOff: takeOffPostgres},
		command:     "btracker import " + file, beginAgain: "import into another, empty database",
		last: func(tx *sql.Tx) error {
			if err := continueNumbers(ctx, tx, source.db, namesOf(tables)); err != nil {
				return err
			}
			return store.EndAccess(time.Now(), func(_, statement string, args ...any) error {
				_, err := tx.ExecContext(ctx, statement, args...)
				return err
			})
		}}
	if r, err = m.run(ctx, isBegun); err != nil {
		return r, err
	}
	r.Source, r.Destination = file, s.Location()
	s.VacuumFilled(ctx, namesOf(tables))
	return r, nil
}

// isHalfFilled reports whether an earlier run was interrupted.
func isHalfFilled(ctx context.Context, s *store.Store) (bool, error) {
	_, err := s.Pending(ctx)
	if _, ok := errors.AsType[*store.HalfFilledError](err); ok {
		return true, nil
	}
	return false, err
}

// scratchCopy is a temporary database for one import.
type scratchCopy struct {
	db   *sql.DB
	dir  string
	lock *datadir.Lock
}

func (c scratchCopy) remove() {
	if c.db != nil {
		_ = c.db.Close()
	}
	c.lock.Release() // before: Windows removes no file that is open
	_ = os.RemoveAll(c.dir)
}

// latestCopy checks a backup and brings a copy of it to this program's schema. A run that was killed may have left one,
// which is used if it is whole and of the same backup.
func latestCopy(ctx context.Context, file string) (c scratchCopy, err error) {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return c, fmt.Errorf("there is no backup file %s", file)
	}
	c.dir = file + ".importing" // beside the backup, where there is probably room for another one
	if err := os.Mkdir(c.dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return c, err
	}
	if err := onlyOurs(c.dir); err != nil {
		return c, err
	}
	if c.lock, err = datadir.Use(c.dir, "import", time.Now()); err != nil {
		return c, err
	}
	defer func() {
		if err != nil {
			c.remove()
		}
	}()
	database, note := filepath.Join(c.dir, store.SQLiteFile), filepath.Join(c.dir, "btracker.whole")
	of := fmt.Sprintf("%d bytes of %s, schema %d", info.Size(), info.ModTime().Format(time.RFC3339Nano), store.LatestSchema())
	noted, err := os.ReadFile(note) // #nosec G304 -- in our own directory
	if err != nil || string(noted) != of {
		if err := os.Remove(note); err != nil && !errors.Is(err, os.ErrNotExist) {
			return c, err
		}
		if err := makeCopy(ctx, file, c.dir); err != nil {
			return c, err
		}
		if err := os.WriteFile(note, []byte(of), 0o600); err != nil {
			return c, err
		}
	}
	c.db, err = sql.Open("sqlite", store.SQLiteURI(database))
	return c, err
}

// makeCopy replaces what is in the directory.
func makeCopy(ctx context.Context, file, dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), store.SQLiteFile) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	if err == nil {
		err = backup.Copy(ctx, file, dir)
	}
	if err != nil {
		return err
	}
	s, err := store.OpenSQLite(dir)
	if err != nil {
		return err
	}
	return errors.Join(s.Migrate(ctx), s.Close())
}

// onlyOurs refuses a directory with other files than those of a database.
func onlyOurs(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("%s is in the way: move it away", dir)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "btracker.") {
			return fmt.Errorf("%s has files of somebody else: move it away", dir)
		}
	}
	return nil
}
