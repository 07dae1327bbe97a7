package dbmove

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/stdlib"

	"btracker/internal/backup"
	"btracker/internal/datadir"
	"btracker/internal/store"
)

// ToSQLite writes all rows of a PostgreSQL of the latest schema into a new SQLite file, as they are at one moment: others may
// write meanwhile. The file is like a backup, which backup.Restore takes. Mails that wait are not exported.
func ToSQLite(ctx context.Context, s *store.Store, file string, o Options) (r Result, err error) {
	if s.Dialect() != "postgres" {
		return r, errors.New("only PostgreSQL is exported in this way")
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return r, fmt.Errorf("%s exists already; an export never overwrites", file)
	}
	dir := file + ".partial"
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return r, err
	}
	if err := onlyOurs(dir); err != nil {
		return r, err
	}
	lock, err := datadir.Use(dir, "export", time.Now())
	if err != nil {
		return r, err
	}
	whole := filepath.Join(dir, store.SQLiteFile)
	r, err = exportInto(ctx, s, file, dir, o)
	if err == nil {
		err = toOneFile(ctx, whole)
	}
	if err == nil {
		err = backup.PutInPlace(whole, file)
	}
	lock.Release() // before: Windows removes no file that is open
	if err == nil {
		err = os.RemoveAll(dir)
	}
	return r, err
}

// exportInto fills a database in a directory, or goes on with it.
func exportInto(ctx context.Context, s *store.Store, file, dir string, o Options) (r Result, err error) {
	target, err := store.OpenSQLite(dir)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	isBegun, err := isHalfFilled(ctx, target)
	if err != nil {
		return r, err
	}
	if !isBegun {
		if err := target.Migrate(ctx); err != nil {
			return r, err
		}
	}
	inMemory, err := target.SortOnDisk(ctx)
	if err != nil {
		return r, err
	}
	defer inMemory()
	tables, err := tablesOf(ctx, target.WriterDB())
	if err != nil {
		return r, err
	}
	db := stdlib.OpenDBFromPool(s.Pool())
	defer db.Close()
	snapshot, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return r, err
	}
	defer func() { _ = snapshot.Rollback() }() // it only reads
	if is, err := sealedOutOfOrder(ctx, snapshot); err != nil || is {
		return r, errors.Join(err, errors.New("changes of this moment are sealed in part; run the same command again"))
	}
	number, err := lastNumber(ctx, snapshot)
	if err != nil {
		return r, err
	}
	m := &move{Options: o, source: snapshot, sourceName: s.Location(), tables: tables, mayBeWhole: true,
		destination: destination{DB: target.WriterDB(), takeOff: takeOffSQLite},
		command:     "btracker export " + file, beginAgain: "remove " + dir + " and run it again",
		last: func(tx *sql.Tx) error { return endSQLite(ctx, tx, number) }}
	r, err = m.run(ctx, isBegun)
	r.Source, r.Destination = s.Location(), file
	return r, err
}

// toOneFile moves what is still in SQLite's log into the database itself.
func toOneFile(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", store.SQLiteURI(file))
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA journal_mode = DELETE")
	return errors.Join(err, db.Close())
}
