package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"btracker/internal/backup"
	"btracker/internal/config"
	"btracker/internal/datadir"
	"btracker/internal/store"
)

// accessEnded goes on about what store.EndAccess has ended.
const accessEnded = ", and keys, calendar addresses and links in mails sent before do not work any more."

// openStore opens the configured database. With create it makes a missing data
// directory; without, a missing database is the operator's mistake.
func openStore(ctx context.Context, c config.Config, create bool) (*store.Store, error) {
	if c.DatabaseURL != "" {
		name := "btracker"
		if c.Command != "serve" {
			name += " " + c.Command
		}
		s, err := store.OpenPostgresAs(ctx, string(c.DatabaseURL), name)
		if errors.Is(err, store.ErrBadURL) {
			err = usageError{err}
		}
		return s, err
	}
	if create {
		if err := datadir.Make(c.Data); err != nil {
			return nil, usageError{err}
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

// useAlone locks the data directory of SQLite for a command that must not run
// beside another. With PostgreSQL several may run, and the lock is nil.
func useAlone(c config.Config) (*datadir.Lock, error) {
	if c.DatabaseURL != "" {
		return nil, nil
	}
	if err := datadir.Make(c.Data); err != nil {
		return nil, usageError{err}
	}
	lock, err := datadir.Use(c.Data, c.Command, time.Now())
	if err != nil {
		return nil, usageError{err}
	}
	return lock, nil
}

// openMigrated opens the database and brings its schema up to date. The caller has
// locked the data directory.
func openMigrated(ctx context.Context, c config.Config) (*store.Store, error) {
	return openAnd(ctx, c, func(s *store.Store) error {
		pending, err := s.Pending(ctx)
		if err != nil {
			return err
		}
		return upgrade(ctx, c, s, pending)
	})
}

// upgrade runs the pending migrations. SQLite is copied first, because a schema never goes back.
func upgrade(ctx context.Context, c config.Config, s *store.Store, pending []string) error {
	if len(pending) > 0 && c.DatabaseURL == "" && !c.NoBackup {
		file, err := backup.BeforeUpgrade(ctx, c.Data, time.Now())
		if err != nil {
			return usageError{fmt.Errorf("no backup could be made before the upgrade, so nothing was changed (--no-backup goes on without): %w", err)}
		}
		if file != "" {
			newLog(c).Info("backup before the upgrade", "file", file, "migrations", len(pending))
		}
	}
	return s.Migrate(ctx)
}

// openBeside is openMigrated for a command that may run while another process
// serves. It locks the data directory only to change the schema.
func openBeside(ctx context.Context, c config.Config) (*store.Store, error) {
	return openAnd(ctx, c, func(s *store.Store) error {
		pending, err := s.Pending(ctx)
		if err != nil {
			return err
		}
		if len(pending) > 0 {
			lock, err := useAlone(c)
			if err != nil {
				return err
			}
			defer lock.Release()
		}
		return upgrade(ctx, c, s, pending)
	})
}

func openAnd(ctx context.Context, c config.Config, prepare func(*store.Store) error) (*store.Store, error) {
	s, err := openStore(ctx, c, true)
	if err != nil {
		return nil, err
	}
	if err := prepare(s); err != nil {
		return nil, errors.Join(refused(err), s.Close())
	}
	return s, nil
}

func refused(err error) error {
	_, isNewer := errors.AsType[*store.SchemaError](err)
	_, isHalf := errors.AsType[*store.HalfFilledError](err)
	if isNewer || isHalf {
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
	if !c.Status && len(pending) > 0 || c.Restored {
		lock, err := useAlone(c)
		if err != nil {
			return err
		}
		defer lock.Release()
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
	if err := upgrade(ctx, c, s, pending); err != nil {
		return refused(err)
	}
	if len(pending) > 0 {
		fmt.Println("All migrations are done.")
	}
	if c.Restored {
		if err := s.AfterRestore(ctx, time.Now()); err != nil {
			return err
		}
		fmt.Println("Everyone has to sign in again" + accessEnded)
	}
	return nil
}

func takeBackup(ctx context.Context, c config.Config, args []string) error {
	if c.DatabaseURL != "" {
		return usageError{errors.New("backup copies SQLite; for PostgreSQL use pg_dump --format=custom, or your provider's backups")}
	}
	began := time.Now()
	if err := backup.Take(ctx, c.Data, args[0]); err != nil {
		return usageError{err}
	}
	if err := backup.Note(c.Data, began); err != nil {
		newLog(c).Warn("the backup is whole, but its time could not be noted for the metrics", "error", err)
	}
	fmt.Println("Backup written to", args[0])
	return nil
}

func restoreBackup(ctx context.Context, c config.Config, args []string) error {
	if c.DatabaseURL != "" {
		return usageError{errors.New("restore replaces SQLite; for PostgreSQL use pg_restore into an empty database, then run btracker migrate --restored; " +
			"a backup of SQLite goes into PostgreSQL by btracker import")}
	}
	lock, err := useAlone(c)
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := backup.Restore(ctx, args[0], c.Data); err != nil {
		return usageError{err}
	}
	fmt.Println("Restored into", c.Data+"; everyone has to sign in again"+accessEnded)
	erased, err := backup.Tombstones{Dir: c.Data}.Kept()
	if len(erased) > 0 {
		fmt.Println("People who were erased since the backup are erased again when the server starts.")
	}
	return err
}

func printVersion(context.Context, config.Config, []string) error {
	fmt.Printf("btracker %s, commit %s, %s\n", version, commit, runtime.Version())
	return nil
}
