package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"btracker/internal/tracker"
)

// Scrub takes deleted values out of the files of the database, as far as a client can. On SQLite they are gone then. On
// PostgreSQL their rows are, while their bytes stay in free space and in its log until these are used again.
// The error is tracker.ErrBusy if readers are in the way: try it again later.
func (s *Store) Scrub(ctx context.Context) error { return s.dialect.translate(s.dialect.scrub(ctx)) }

// checkpointPatience is how long a checkpoint waits for readers. Writers wait with it.
const checkpointPatience = 250 * time.Millisecond

// scrub relies on secure_delete, by which SQLite writes zeros in place of what is deleted. The search index still has
// removed texts in older segments until these are merged, and the log has earlier versions of pages until it is truncated.
func (d *sqliteDialect) scrub(ctx context.Context) error {
	err := d.write(ctx, scope{}, func(q transaction) error {
		tx := q.(*sqliteTx)
		if err := tx.indexPending(ctx); err != nil {
			return err
		}
		_, err := tx.exec(ctx, "INSERT INTO users_search (users_search) VALUES ('optimize')")
		return err
	})
	if err != nil {
		return err
	}
	isBusy, err := d.writer.TruncateLog(ctx, checkpointPatience)
	if err == nil && isBusy {
		err = tracker.ErrBusy
	}
	return err
}

// isScrubbed marks, as the user_version of the file, that no free space is from the time before secure_delete.
const isScrubbed = 1

// IsScrubbed reports whether what was deleted is overwritten; of PostgreSQL, whose files are its own, it is not asked.
func (s *Store) IsScrubbed(ctx context.Context) (bool, error) {
	d, isSQLite := s.dialect.(*sqliteDialect)
	if !isSQLite {
		return true, nil
	}
	version, err := d.userVersion(ctx)
	return version >= isScrubbed, err
}

func (d *sqliteDialect) userVersion(ctx context.Context) (version int, err error) {
	err = d.writer.DB().QueryRowContext(ctx, "PRAGMA user_version").Scan(&version)
	return version, err
}

// scrubOnce writes a database anew whose free space may hold what earlier versions deleted. It runs while nothing is
// served, and needs room for a copy; if it fails, the next start tries again.
func (d *sqliteDialect) scrubOnce(ctx context.Context, isNew bool) {
	if version, err := d.userVersion(ctx); err != nil || version >= isScrubbed {
		return
	}
	if !isNew && d.vacuum(ctx) != nil {
		return
	}
	_, _ = d.writer.DB().ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", isScrubbed))
}

// vacuum writes the whole database anew. The old and the new file have a cache each meanwhile, so it makes do with small ones.
func (d *sqliteDialect) vacuum(ctx context.Context) error {
	_, err := d.writer.DB().ExecContext(ctx, "PRAGMA shrink_memory; PRAGMA cache_size = -2000")
	if err == nil {
		_, err = d.writer.DB().ExecContext(ctx, "VACUUM")
	}
	_, restored := d.writer.DB().ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA cache_size = %d", sqliteCacheSize))
	return errors.Join(err, restored)
}

// isEmpty reports whether nothing was ever written to the file.
func (d *sqliteDialect) isEmpty(ctx context.Context) (bool, error) {
	var pages int
	err := d.writer.DB().QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages)
	return pages <= 1, err // switching to WAL writes the first
}

// scrub vacuums the tables that hold values of people, so that nobody reads removed rows by looking at pages as rows.
func (d *postgresDialect) scrub(ctx context.Context) error {
	tables := []string{"river_job"}
	for _, t := range PersonTables {
		tables = append(tables, t.Table)
	}
	for _, table := range tables {
		if _, err := d.pool.Exec(ctx, "VACUUM "+table); err != nil {
			return err
		}
	}
	return nil
}
