package store

import "context"

// rowBuffer is a transaction that adds rows later and many at once. Rows wait until another statement runs, which may
// need them. Changes wait until a statement reads: those that only write don't look at the log.
type rowBuffer struct {
	transaction
	tx      *Tx
	isOn    bool
	rows    []waitingRows
	changes waitingRows
	failure error // of rows that were added late; the transaction can not go on
}

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

// flush adds the rows that wait, in the order in which their tables came.
func (b *rowBuffer) flush(ctx context.Context, withChanges bool) error {
	waiting := b.rows
	b.rows = nil
	if withChanges && len(b.changes.rows) > 0 {
		waiting = append(waiting, b.changes)
		b.changes.rows = nil
	}
	for _, w := range waiting {
		if b.failure == nil {
			b.failure = b.tx.loadNow(ctx, w.table, w.columns, w.rows)
		}
	}
	return b.failure
}

// BufferRows has a bulk add many rows at once. A failure then appears at a later statement, or at the end: do it again
// without, to know which row it is.
func (tx *Tx) BufferRows() { tx.buffer.isOn = true }
