package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"btracker/internal/datadir"
	"btracker/internal/store"
)

// Restore puts a backup into a data directory that has no database. All sessions and mailed links end; see
// store.EndAccess.
func Restore(ctx context.Context, file, dir string) error { return restore(ctx, file, dir, endAccess) }

// Copy is Restore, but nothing ends: the caller does that later.
func Copy(ctx context.Context, file, dir string) error {
	return restore(ctx, file, dir, func(context.Context, string) error { return nil })
}

func restore(ctx context.Context, file, dir string, change func(ctx context.Context, partial string) error) error {
	target := filepath.Join(dir, store.SQLiteFile)
	// A log left behind would be replayed into the restored file.
	for _, name := range []string{target, target + "-wal", target + "-shm"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s has a database already; restore goes into an empty directory", dir)
		}
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("there is no backup file %s", file)
	}
	source, err := sql.Open("sqlite", store.SQLiteURI(file)+"?mode=ro")
	if err != nil {
		return err
	}
	defer source.Close()
	if err := checkIntegrity(ctx, source); err != nil {
		return fmt.Errorf("%s is not a whole backup: %w", file, err)
	}
	if err := store.CheckSQLiteSchema(ctx, source); err != nil {
		return fmt.Errorf("%s can not be restored: %w", file, err)
	}
	partial, err := copyTo(ctx, source, target, datadir.Create)
	if err != nil {
		return fmt.Errorf("restore: %w", err)
	}
	if err := change(ctx, partial); err != nil {
		return errors.Join(fmt.Errorf("restore: %w", err), os.Remove(partial))
	}
	return PutInPlace(partial, target)
}

func endAccess(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", store.SQLiteURI(file))
	if err != nil {
		return err
	}
	err = store.EndAccess(time.Now(), func(table, statement string, args ...any) error {
		var isThere bool
		err := db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)", table).Scan(&isThere)
		if err == nil && isThere {
			_, err = db.ExecContext(ctx, statement, args...)
		}
		return err
	})
	return errors.Join(err, db.Close())
}

func checkIntegrity(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return errors.New("it is not an SQLite database")
	}
	if verdict != "ok" {
		return errors.New(verdict)
	}
	broken, err := db.QueryContext(ctx, "PRAGMA foreign_key_check")
	if err != nil {
		return err
	}
	defer broken.Close()
	if broken.Next() {
		return errors.New("rows refer to others that are not there")
	}
	return broken.Err()
}
