package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"btracker/internal/datadir"
	"btracker/internal/store"
)

// Take writes a consistent copy of the database in a data directory to a file that must not exist yet, while others
// read and write.
func Take(ctx context.Context, dir, file string) error {
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup never overwrites", file)
	}
	database := filepath.Join(dir, store.SQLiteFile)
	if _, err := os.Stat(database); err != nil {
		return fmt.Errorf("there is no database in %s", dir)
	}
	source, err := sql.Open("sqlite", store.SQLiteURI(database)+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	defer source.Close()
	partial, err := copyTo(ctx, source, file, createForCaller)
	if err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	return PutInPlace(partial, file)
}

const (
	upgradeBackups     = "backups" // a directory below the data directory
	upgradeBackupsKept = 3
)

// BeforeUpgrade keeps a copy of the database in a data directory as it is before its schema changes, and of the
// copies made so far the last few. The file is "" if the database is new.
func BeforeUpgrade(ctx context.Context, dir string, at time.Time) (file string, err error) {
	source, err := sql.Open("sqlite", store.SQLiteURI(filepath.Join(dir, store.SQLiteFile))+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return "", err
	}
	defer source.Close()
	schema, err := store.SQLiteSchema(ctx, source)
	if err != nil || schema == 0 {
		return "", err
	}
	below := filepath.Join(dir, upgradeBackups)
	if err := datadir.MakeBelow(below); err != nil {
		return "", err
	}
	file = filepath.Join(below, fmt.Sprintf("%s-schema-%d.db", at.UTC().Format("20060102T150405.000Z"), schema))
	partial, err := copyTo(ctx, source, file, datadir.Create)
	if err != nil {
		return "", err
	}
	if err := PutInPlace(partial, file); err != nil {
		return "", err
	}
	kept, err := filepath.Glob(filepath.Join(below, "*-schema-*.db")) // by name, so by time
	for len(kept) > upgradeBackupsKept {
		err, kept = errors.Join(err, os.Remove(kept[0])), kept[1:]
	}
	return file, err
}

// createForCaller makes a file that belongs to the user who runs the command.
func createForCaller(file string) (*os.File, error) {
	// #nosec G304 -- the file the operator names on the command line
	return os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0o600)
}

// copyTo copies a database to file.partial, and replaces one that an interrupted attempt left. create makes that file:
// VACUUM INTO accepts an empty one, and would make its own readable by everyone.
func copyTo(ctx context.Context, source *sql.DB, file string, create func(string) (*os.File, error)) (partial string, err error) {
	partial = file + ".partial"
	if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	f, err := create(partial)
	if err != nil {
		return "", err
	}
	if err := f.Close(); err != nil {
		return "", err
	}
	if _, err := source.ExecContext(ctx, "VACUUM INTO $1", partial); err != nil {
		return "", errors.Join(err, os.Remove(partial))
	}
	return partial, nil
}

// PutInPlace flushes a finished file and renames it.
func PutInPlace(partial, file string) error {
	// #nosec G304 -- the file the operator names on the command line
	f, err := os.OpenFile(partial, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(partial, file); err != nil {
		return err
	}
	return datadir.Sync(filepath.Dir(file))
}

// lastBackup is a file beside the database. Inside, a backup would contain its own time.
const lastBackup = "last-backup"

// Note stores when the last backup of a data directory was taken, for Last.
func Note(dir string, at time.Time) error {
	f, err := datadir.CreateTemp(dir, "."+lastBackup+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has been renamed
	_, err = f.WriteString(at.UTC().Format(time.RFC3339) + "\n")
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), filepath.Join(dir, lastBackup))
}

// Last is when the last backup of a data directory was taken; the zero time if never.
func Last(dir string) (at time.Time, err error) {
	text, err := os.ReadFile(filepath.Join(dir, lastBackup)) // #nosec G304 -- beside the database
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
}
