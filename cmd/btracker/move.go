package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"btracker/internal/audit"
	"btracker/internal/config"
	"btracker/internal/dbmove"
	"btracker/internal/store"
)

// importBackup moves an installation from SQLite to PostgreSQL.
func importBackup(ctx context.Context, c config.Config, args []string) error {
	s, err := openToFill(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := moved(ctx, func(o dbmove.Options) (dbmove.Result, error) {
		o.Alone = s.RefuseServed
		if isTerminal() {
			fmt.Fprintln(os.Stderr, "Checking", args[0])
		}
		return dbmove.ToPostgres(ctx, s, args[0], o)
	}); err != nil {
		return err
	}
	fmt.Println("Imported", args[0]+"; everyone has to sign in again"+accessEnded)
	return nil
}

// openToFill is openMigrated for a database that an interrupted import may have left half filled.
func openToFill(ctx context.Context, c config.Config) (*store.Store, error) {
	return openAnd(ctx, c, func(s *store.Store) error {
		pending, err := s.Pending(ctx)
		if _, ok := errors.AsType[*store.HalfFilledError](err); ok {
			return nil
		}
		if err != nil {
			return err
		}
		return upgrade(ctx, c, s, pending)
	})
}

// exportDatabase moves an installation from PostgreSQL to SQLite.
func exportDatabase(ctx context.Context, c config.Config, args []string) error {
	s, err := openUpToDate(ctx, c)
	if err != nil {
		return err
	}
	defer s.Close()
	// The order of transactions is not exported, so nothing may be left to be sealed by it.
	if _, err := audit.Seal(ctx, s, time.Now); err != nil {
		return err
	}
	if err := moved(ctx, func(o dbmove.Options) (dbmove.Result, error) { return dbmove.ToSQLite(ctx, s, args[0], o) }); err != nil {
		return err
	}
	fmt.Println("Exported to", args[0]+", which btracker restore puts into a data directory.")
	return nil
}

// moved moves a database, and prints what both ends come to.
func moved(ctx context.Context, move func(dbmove.Options) (dbmove.Result, error)) error {
	progress := &moveProgress{onTerminal: isTerminal()}
	r, err := move(dbmove.Options{Report: progress.report})
	progress.end()
	if ctx.Err() != nil {
		return errors.New("interrupted; the same command goes on where it stopped")
	}
	if err != nil {
		return usageError{err}
	}
	for _, t := range r.SourceSum.Tables {
		fmt.Printf("%s: %d rows, %.16s\n", t.Name, t.Rows, t.Sum)
	}
	fmt.Printf("%s: %d rows, checksum %s\n", r.Source, r.SourceSum.Rows, r.SourceSum.Sum)
	fmt.Printf("%s: %d rows, checksum %s\n", r.Destination, r.DestinationSum.Rows, r.DestinationSum.Sum)
	return nil
}
