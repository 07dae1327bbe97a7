package store

import "context"

// indexPending brings the trigram indexes up to date with the rows that the transaction
// has written, which triggers have noted in search_pending. A transaction does that
// once, at its end: before each statement that has triggers, SQLite would write a
// segment of the index, and merge the segments later.
func (t *sqliteTx) indexPending(ctx context.Context) error {
	r, err := t.query(ctx, "SELECT DISTINCT source FROM search_pending")
	if err != nil {
		return err
	}
	defer r.Close()
	var pending []string
	for r.Next() {
		var table string
		if err := r.Scan(&table); err != nil {
			return err
		}
		pending = append(pending, table)
	}
	if err := r.Err(); err != nil || len(pending) == 0 {
		return err
	}
	for _, table := range pending {
		if _, err := t.exec(ctx, indexStatement(table)); err != nil {
			return err
		}
	}
	_, err = t.exec(ctx, "DELETE FROM search_pending")
	return err
}

// indexStatement removes the old texts of the pending rows from the index of a table,
// and adds their new ones, in the order of their numbers: then SQLite collects them in
// one segment.
func indexStatement(table string) string {
	return `INSERT INTO ` + table + `_search (` + table + `_search, rowid, search_text)
		SELECT command, rowno, text FROM (
			SELECT 'delete' AS command, rowno, indexed AS text FROM search_pending WHERE source = '` + table + `' AND indexed IS NOT NULL
			UNION ALL
			SELECT NULL, rowno, search_text FROM ` + table + ` WHERE rowno IN (SELECT rowno FROM search_pending WHERE source = '` + table + `'))
		ORDER BY rowno, command IS NULL`
}

// mergeIndexes merges the segments that a load has left in the trigram indexes. The
// writes that follow would merge them bit by bit.
func (d *sqliteDialect) mergeIndexes(ctx context.Context) error {
	return d.transaction(ctx, func(q transaction) error {
		for _, table := range []string{"users", "company", "project", "catalogue_item"} {
			if _, err := q.exec(ctx, "INSERT INTO "+table+"_search ("+table+"_search) VALUES ('optimize')"); err != nil {
				return err
			}
		}
		return nil
	})
}
