package store

import (
	"context"
	"fmt"
	"time"
)

// Triggers note in search_pending which rows have another text than a trigram index
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
	for _, index := range searchIndexes {
		if _, err := t.exec(ctx, indexStatement(index)); err != nil {
			return err
		}
	}
	_, err := t.exec(ctx, "DELETE FROM search_pending")
	return err
}

// searchIndex is the trigram index of the texts in one column of a table.
type searchIndex struct {
	name   string // of its rows in search_pending; the index is the table name_search
	table  string
	column string
}

// companyNames is apart from the index of companies, whose texts also have addresses and numbers.
var companyNames = searchIndex{"company_name", "company", "name_key"}

var searchIndexes = []searchIndex{indexOf("users"), indexOf("company"), companyNames, indexOf("project"), indexOf("catalogue_item"), indexOf("note"), ownValues}

// ownValues has the values of own fields that are texts.
var ownValues = indexOf("own_value")

// indexOf is the index by which the rows of a table are searched.
func indexOf(table string) searchIndex { return searchIndex{table, table, "search_text"} }

// indexStatement goes by the numbers of the rows: then SQLite collects them in one
// segment of the index.
func indexStatement(i searchIndex) string {
	return fmt.Sprintf(`INSERT INTO %[1]s_search (%[1]s_search, rowid, %[3]s)
		SELECT command, rowno, text FROM (
			SELECT 'delete' AS command, rowno, indexed AS text FROM search_pending WHERE source = '%[1]s' AND indexed IS NOT NULL
			UNION ALL
			SELECT NULL, rowno, %[3]s FROM %[2]s WHERE rowno IN (SELECT rowno FROM search_pending WHERE source = '%[1]s'))
		ORDER BY rowno, command IS NULL`, i.name, i.table, i.column)
}

// found selects the numbers of rows that have words: pending rows by their texts, all others by the index. match and text are the
// placeholders of matchExpression and of words.arg.
func (i searchIndex) found(d dialect, words searchWords, match, text string) string {
	return fmt.Sprintf(`SELECT rowid AS rowno FROM %[1]s_search WHERE %[1]s_search MATCH %[3]s
			AND rowid NOT IN (SELECT rowno FROM search_pending WHERE source = '%[1]s')
		UNION ALL
		SELECT pending.rowno FROM search_pending pending CROSS JOIN %[2]s now ON now.rowno = pending.rowno
			WHERE pending.source = '%[1]s' AND %[4]s`, i.name, i.table, match, words.in(d, "now."+i.column, text))
}

// total counts the rows that found selects: those of the index, corrected by the pending ones.
func (i searchIndex) total(d dialect, words searchWords, match, text string) string {
	now, before := words.in(d, "now."+i.column, text), words.in(d, "pending.indexed", text)
	return fmt.Sprintf(`((SELECT count(*) FROM %[1]s_search WHERE %[1]s_search MATCH %[3]s)
		+ (SELECT COALESCE(SUM((now.rowno IS NOT NULL AND %[4]s) - (pending.indexed IS NOT NULL AND %[5]s)), 0)
			FROM search_pending pending LEFT JOIN %[2]s now ON now.rowno = pending.rowno WHERE pending.source = '%[1]s'))`,
		i.name, i.table, match, now, before)
}
