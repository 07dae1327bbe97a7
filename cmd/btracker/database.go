package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"btracker/internal/config"
	"btracker/internal/store"
)

// openStore opens the configured database. With create, a missing data
// directory is made; without, it is an operator's mistake.
func openStore(ctx context.Context, c config.Config, create bool) (*store.Store, error) {
	if c.DatabaseURL != "" {
		s, err := store.OpenPostgres(ctx, string(c.DatabaseURL))
		if errors.Is(err, store.ErrBadURL) {
			err = usageError{err}
		}
		return s, err
	}
	if create {
		if err := makeDataDir(c.Data); err != nil {
			return nil, err
		}
	} else if _, err := os.Stat(c.SQLiteFile()); err != nil {
		return nil, usageError{fmt.Errorf("there is no database in %s", c.Data)}
	}
	s, err := store.OpenSQLite(c.Data)
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// makeDataDir makes sure the data directory exists and can be written to. It
// holds secrets, so it is the owner's alone.
func makeDataDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return usageError{fmt.Errorf("the data directory can not be used: %w", err)}
	}
	probe, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return usageError{fmt.Errorf("the data directory can not be written to: %w", err)}
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}

// openMigrated opens the database and brings its schema up to date.
func openMigrated(ctx context.Context, c config.Config) (*store.Store, error) {
	s, err := openStore(ctx, c, true)
	if err != nil {
		return nil, err
	}
	if err := s.Migrate(ctx); err != nil {
		return nil, errors.Join(refused(err), s.Close())
	}
	return s, nil
}

func refused(err error) error {
	if _, ok := errors.AsType[*store.SchemaError](err); ok {
		return usageError{err}
	}
	return err
}

func migrate(ctx context.Context, c config.Config, _ []string) error {
	s, err := openStore(ctx, c, !c.Status)
	if err != nil {
		return err
	}
	defer s.Close()
	pending, err := s.Pending(ctx)
	if err != nil {
		return refused(err)
	}
	if len(pending) == 0 {
		fmt.Println("The schema is up to date.")
	}
	for _, name := range pending {
		fmt.Println("pending:", name)
	}
	if c.Status {
		return nil
	}
	if err := s.Migrate(ctx); err != nil {
		return refused(err)
	}
	if len(pending) > 0 {
		fmt.Println("All migrations are done.")
	}
	if c.Restored {
		if err := s.AfterRestore(ctx, time.Now()); err != nil {
			return err
		}
		fmt.Println("Everyone has to sign in again.")
	}
	return nil
}

func backup(ctx context.Context, c config.Config, args []string) error {
	if c.DatabaseURL != "" {
		return usageError{errors.New("backup copies SQLite; for PostgreSQL use pg_dump --format=custom, or your provider's backups")}
	}
	s, err := openStore(ctx, c, false)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := s.BackupTo(ctx, args[0]); err != nil {
		return usageError{err}
	}
	fmt.Println("Backup written to", args[0])
	return nil
}

func restore(ctx context.Context, c config.Config, args []string) error {
	if c.DatabaseURL != "" {
		return usageError{errors.New("restore replaces SQLite; for PostgreSQL use pg_restore into an empty database, then run btracker migrate --restored; a backup of SQLite goes into PostgreSQL by btracker import")}
	}
	if err := makeDataDir(c.Data); err != nil {
		return err
	}
	if err := store.RestoreFrom(ctx, args[0], c.Data); err != nil {
		return usageError{err}
	}
	fmt.Println("Restored into", c.Data+"; everyone has to sign in again.")
	return nil
}

// importBackup moves an installation from SQLite to PostgreSQL.
func importBackup(ctx context.Context, c config.Config, args []string) error {
	s, err := openMigrated(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	err = s.ImportBackup(ctx, args[0], func(table string, rows int64) { fmt.Printf("%s: %d\n", table, rows) })
	if err != nil {
		return usageError{err}
	}
	fmt.Println("Imported", args[0]+"; everyone has to sign in again.")
	return nil
}

func printVersion(context.Context, config.Config, []string) error {
	fmt.Printf("btracker %s, commit %s, %s\n", version, commit, runtime.Version())
	return nil
}
