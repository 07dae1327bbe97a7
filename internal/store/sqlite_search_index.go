package store

import (
	"context"
	"time"
)

// Triggers note in search_pending which rows have another text than the trigram index
// of their table, and the text that the index has. Rows stay pending until the next index
// step, because indexing them in each commit would be a third of a rename. Until then a
// search takes these rows from their table and not from the index (searchCondition).
const (
	// maxPending bounds what a search reads of search_pending.
	maxPending = 500
	indexDelay = time.Second
)

// indexSoon leaves the pending rows to the next index step. If there are too many, the
// transaction indexes them itself.
func (d *sqliteDialect) indexSoon(ctx context.Context, tx *sqliteTx) error {
	pending, err := tx.countPending(ctx)
	if err != nil {
		return err
	}
	if pending >= maxPending {
		return tx.indexPending(ctx)
	}
	if pending > 0 && d.indexStep.CompareAndSwap(false, true) {
		time.AfterFunc(indexDelay, d.index)
	}
	return nil
}

func (t *sqliteTx) countPending(ctx context.Context) (pending int, err error) {
	r, err := t.query(ctx, "SELECT count(*) FROM search_pending")
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if r.Next() {
		err = r.Scan(&pending)
		return pending, err
	}
	return 0, r.Err()
}

// index indexes the pending rows. After an error they stay pending until the next step.
func (d *sqliteDialect) index() {
	d.indexStep.Store(false)
	ctx := context.Background()
	_ = d.write(ctx, scope{}, func(q transaction) error { return q.(*sqliteTx).indexPending(ctx) })
}

// indexPending removes the old texts of the pending rows from the trigram indexes and adds
// their new ones.
func (t *sqliteTx) indexPending(ctx context.Context) error {
	for _, table := range searchedTables {
		if _, err := t.exec(ctx, indexStatement(table)); err != nil {
			return err
		}
	}
	_, err := t.exec(ctx, "DELETE FROM search_pending")
	return err
}

var searchedTables = []string{"users", "company", "project", "catalogue_item"}

// indexStatement goes by the numbers of the rows: then SQLite collects them in one
// segment of the index.
func indexStatement(table string) string {
	return `INSERT INTO ` + table + `_search (` + table + `_search, rowid, search_text)
		SELECT command, rowno, text FROM (
			SELECT 'delete' AS command, rowno, indexed AS text FROM search_pending WHERE source = '` + table + `' AND indexed IS NOT NULL
			UNION ALL
			SELECT NULL, rowno, search_text FROM ` + table + ` WHERE rowno IN (SELECT rowno FROM search_pending WHERE source = '` + table + `'))
		ORDER BY rowno, command IS NULL`
}
