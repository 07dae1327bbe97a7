package store

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
)

// BackupTo writes a consistent copy of the SQLite database to a file that must
// not exist yet, while others read and write. The copy appears under its name
// only when it is whole.
func (s *Store) BackupTo(ctx context.Context, file string) error {
	d, ok := s.dialect.(*sqliteDialect)
	if !ok {
		return errors.New("backup copies SQLite alone")
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup never overwrites", file)
	}
	partial := file + ".partial"
	if err := makeEmpty(partial, createBackup); err != nil {
		return err
	}
	// Not one of the readers: they are query_only, which VACUUM INTO counts as writing.
	db, err := openSQLiteFile(d.path, "", 1)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", partial); err != nil {
		_ = os.Remove(partial)
		return fmt.Errorf("backup: %w", err)
	}
	return putInPlace(partial, file)
}

// lastBackup is a file beside the database: a copy must not tell of itself.
const lastBackup = "last-backup"

// NoteBackup remembers when the last backup was taken, for LastBackup.
func (s *Store) NoteBackup(at time.Time) error {
	d, ok := s.dialect.(*sqliteDialect)
	if !ok {
		return errors.New("backups of PostgreSQL are taken elsewhere")
	}
	dir := filepath.Dir(d.path)
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

// LastBackup is when btracker last took a backup of this database; the zero time if
// never. It is unknown of PostgreSQL, which other programs copy.
func (s *Store) LastBackup() (at time.Time, known bool) {
	d, ok := s.dialect.(*sqliteDialect)
	if !ok {
		return time.Time{}, false
	}
	// #nosec G304 -- beside the database
	text, err := os.ReadFile(filepath.Join(filepath.Dir(d.path), lastBackup))
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, true
	}
	at, parseErr := time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	return at, err == nil && parseErr == nil
}

// makeEmpty makes a file in place of what an interrupted attempt left. VACUUM INTO
// takes an empty file; its own would be readable by all.
func makeEmpty(file string, create func(string) (*os.File, error)) error {
	if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := create(file)
	if err != nil {
		return err
	}
	return f.Close()
}

// createBackup makes a file for whoever takes the backup, in whichever directory.
func createBackup(file string) (*os.File, error) {
	// #nosec G304 -- the file the operator names on the command line
	return os.OpenFile(file, os.O_CREATE|os.O_EXCL, 0o600)
}

// putInPlace flushes a finished file and gives it its name.
func putInPlace(partial, file string) error {
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
	dir, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// RestoreFrom puts a backup into a data directory that has no database. All
// sessions and mailed links end; see endAccess.
func RestoreFrom(ctx context.Context, file, dir string) error {
	target := filepath.Join(dir, SQLiteFile)
	// A log left behind would be replayed into the restored file.
	for _, name := range []string{target, target + "-wal", target + "-shm"} {
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s has a database already; restore goes into an empty directory", dir)
		}
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("there is no backup file %s", file)
	}
	source, err := sql.Open("sqlite", fileURI(file)+"?mode=ro")
	if err != nil {
		return err
	}
	defer source.Close()
	if err := checkIntegrity(ctx, source); err != nil {
		return fmt.Errorf("%s is not a whole backup: %w", file, err)
	}
	if err := checkOurs(ctx, source); err != nil {
		return fmt.Errorf("%s can not be restored: %w", file, err)
	}
	partial := target + ".partial"
	if err := makeEmpty(partial, datadir.Create); err != nil {
		return err
	}
	if _, err := source.ExecContext(ctx, "VACUUM INTO $1", partial); err != nil {
		_ = os.Remove(partial)
		return fmt.Errorf("restore: %w", err)
	}
	copied, err := sql.Open("sqlite", fileURI(partial))
	if err != nil {
		return err
	}
	err = endAccess(time.Now(), func(sql string, args ...any) error {
		_, err := copied.ExecContext(ctx, sql, args...)
		return err
	})
	if err := errors.Join(err, copied.Close()); err != nil {
		_ = os.Remove(partial)
		return fmt.Errorf("restore: %w", err)
	}
	return putInPlace(partial, target)
}

// endAccess signs everyone out and voids every mailed link: a backup may be older
// than a sign-out, and than the use of a link.
func endAccess(now time.Time, run func(sql string, args ...any) error) error {
	if err := run("UPDATE session SET revoked_at = $1 WHERE revoked_at IS NULL", millis(now)); err != nil {
		return err
	}
	return run("DELETE FROM password_token")
}

// AfterRestore is for a database that another program restored: it does what
// RestoreFrom does by itself. PostgreSQL's change log is also put in order by the
// numbers of its transactions, which mean nothing to another server.
func (s *Store) AfterRestore(ctx context.Context, now time.Time) error {
	return s.Write(ctx, func(tx *Tx) error {
		err := endAccess(now, func(sql string, args ...any) error {
			_, err := tx.run(ctx, sql, args...)
			return err
		})
		if err == nil && s.Dialect() == "postgres" {
			_, err = tx.run(ctx, "UPDATE change SET tx = pg_current_xact_id()")
		}
		return err
	})
}

// checkOurs refuses the database of another program, or of a newer btracker.
func checkOurs(ctx context.Context, db *sql.DB) error {
	var found int64
	if err := db.QueryRowContext(ctx, lastMigration).Scan(&found); err != nil {
		return errors.New("it is not a backup of btracker")
	}
	if known := LatestSchema(); found > known {
		return &SchemaError{Found: found, Known: known}
	}
	return nil
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
