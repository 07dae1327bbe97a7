package store

import (
	"context"
	"errors"
	"slices"
)

// rowBuffer is a transaction that adds and edits rows later and many at once. Rows wait until another statement runs,
// which may need them. Changes wait until a statement reads: those that only write don't look at the log.
type rowBuffer struct {
	transaction
	tx      *Tx
	isOn    bool
	rows    []waitingRows
	edits   []statement // of rows that are there, or wait
	changes waitingRows
	failure error // of rows that were written late; the transaction can not go on
}

// pipeliner is a transaction that sends many statements before it waits for their answers. SQLite has none: a call of
// its library is no journey.
type pipeliner interface {
	execAll(ctx context.Context, list []statement) (affected []int64, err error)
}

// statement is a text of SQL with its arguments.
type statement struct {
	sql  string
	args []any
}

// errNoRow reports that an edit that waited found no row. It is no tracker.ErrNotFound, which would be taken for the
// refusal of the record at hand.
var errNoRow = errors.New("store: no row for an edit that waited")

// waitingRows are rows of one table.
type waitingRows struct {
	table, columns string
	rows           [][]any
}

func (b *rowBuffer) query(ctx context.Context, sql string, args ...any) (rows, error) {
	if err := b.flush(ctx, true); err != nil {
		return nil, err
	}
	return b.transaction.query(ctx, sql, args...)
}

func (b *rowBuffer) exec(ctx context.Context, sql string, args ...any) (int64, error) {
	if err := b.flush(ctx, false); err != nil {
		return 0, err
	}
	return b.transaction.exec(ctx, sql, args...)
}

// wait keeps rows for later. It reports false if they are to be added now.
func (b *rowBuffer) wait(table, columns string, rows [][]any) bool {
	if b == nil || !b.isOn || len(rows) >= loadRows {
		return false
	}
	for i := range b.rows {
		if b.rows[i].table == table && b.rows[i].columns == columns {
			b.rows[i].rows = append(b.rows[i].rows, rows...)
			return true
		}
	}
	b.rows = append(b.rows, waitingRows{table, columns, rows})
	return true
}

// edit is runOn for a row that nothing reads before the next query. A bulk may send it together with others.
func (tx *Tx) edit(ctx context.Context, sql string, args ...any) error {
	if b := tx.buffer; b != nil && b.isOn {
		b.edits = append(b.edits, statement{sql, args})
		return nil
	}
	return tx.runOn(ctx, sql, args...)
}

// flush adds the rows that wait, in the order in which their tables came, and then edits rows.
func (b *rowBuffer) flush(ctx context.Context, withChanges bool) error {
	rows, edits := b.rows, b.edits
	b.rows, b.edits = nil, nil
	b.add(ctx, rows...)
	b.send(ctx, edits)
	if withChanges && len(b.changes.rows) > 0 {
		changes := b.changes
		b.changes.rows = nil
		b.add(ctx, changes)
	}
	return b.failure
}

func (b *rowBuffer) add(ctx context.Context, waiting ...waitingRows) {
	for _, w := range waiting {
		if b.failure == nil {
			b.failure = b.tx.loadNow(ctx, w.table, w.columns, w.rows)
		}
	}
}

func (b *rowBuffer) send(ctx context.Context, edits []statement) {
	if b.failure != nil || len(edits) == 0 {
		return
	}
	affected, err := b.tx.execAll(ctx, edits)
	if b.failure = b.tx.dialect.translate(err); err == nil && slices.Contains(affected, 0) {
		b.failure = errNoRow
	}
}

// execAll runs statements, together where the database can.
func (tx *Tx) execAll(ctx context.Context, list []statement) (affected []int64, err error) {
	if p, ok := tx.tx.(pipeliner); ok && len(list) > 1 {
		counted(ctx, 0)
		return p.execAll(ctx, list)
	}
	affected = make([]int64, len(list))
	for i, s := range list {
		if affected[i], err = tx.run(ctx, s.sql, s.args...); err != nil {
			return nil, err
		}
	}
	return affected, nil
}

// BufferRows has a bulk write many rows at once. A failure then appears at a later statement, or at the end: do it again
// without, to know which row it is.
func (tx *Tx) BufferRows() { tx.buffer.isOn = true }
