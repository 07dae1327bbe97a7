package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	sqlite3 "modernc.org/sqlite/lib"
)

// Writer is the one connection that writes. Those who use it take turns, in the order in which they came.
type Writer struct {
	conn   *conn
	turn   chan struct{} // full while somebody has the connection; waiting senders are served in order
	own    *sql.DB       // takes a turn for each transaction, or statement
	joined *sql.DB       // is inside of the transaction that Write has begun
	inTx   bool          // Write has begun one
	waits  atomic.Int64
	waited atomic.Int64 // nanoseconds

	closed  chan struct{}
	closing sync.Once
}

// OpenWriter opens the connection that writes, and runs the pragmas on it.
func OpenWriter(uri string, pragmas ...string) (*Writer, error) {
	c, err := openConn(uri, pragmas)
	if err != nil {
		return nil, err
	}
	w := &Writer{conn: c, turn: make(chan struct{}, 1), closed: make(chan struct{})}
	w.own, w.joined = sql.OpenDB(connector{writer: w}), sql.OpenDB(connector{writer: w, isJoined: true})
	for _, db := range []*sql.DB{w.own, w.joined} {
		db.SetMaxOpenConns(1)
		db.SetMaxIdleConns(1)
	}
	return w, nil
}

// DB is the connection for those who need database/sql, and are in no transaction of Write.
func (w *Writer) DB() *sql.DB { return w.own }

// Stats returns the present state and the sums since OpenWriter.
func (w *Writer) Stats() Stats {
	used := len(w.turn)
	return Stats{Max: 1, InUse: used, Idle: 1 - used, Waits: w.waits.Load(), WaitTime: time.Duration(w.waited.Load())}
}

// Close waits for who has the connection, and closes it. It may be called more than once.
func (w *Writer) Close() (err error) {
	w.closing.Do(func() {
		err = errors.Join(w.joined.Close(), w.own.Close())
		w.turn <- struct{}{} // nobody gets it any more
		close(w.closed)
		err = errors.Join(err, w.conn.close())
	})
	return err
}

func (w *Writer) lock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case w.turn <- struct{}{}:
		return nil
	default:
	}
	w.waits.Add(1)
	began := time.Now()
	defer func() { w.waited.Add(int64(time.Since(began))) }()
	select {
	case w.turn <- struct{}{}:
		return nil
	case <-w.closed:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (w *Writer) unlock() { <-w.turn }

// Write runs fn in a transaction, which is committed if fn returns no error. ctx ends the wait for a turn, and nothing else.
func (w *Writer) Write(ctx context.Context, fn func(tx *Tx) error) (err error) {
	if err := w.lock(ctx); err != nil {
		return err
	}
	defer w.unlock()
	if err := w.conn.run("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	tx := &Tx{writer: w}
	w.inTx = true
	defer func() { // also when fn panics, which the server survives
		tx.end()
		w.inTx = false
		if failed := w.rollBack(); failed != nil {
			err = errors.Join(err, failed)
		}
	}()
	if err := fn(tx); err != nil {
		return err
	}
	tx.end()
	return w.conn.run("COMMIT")
}

// TruncateLog moves the write-ahead log into the database and empties it. It waits for readers as long as patience says, and
// whoever writes waits with it. It reports whether readers were in the way.
func (w *Writer) TruncateLog(ctx context.Context, patience time.Duration) (isBusy bool, err error) {
	if err := w.lock(ctx); err != nil {
		return false, err
	}
	defer w.unlock()
	var usual int64
	if err := w.conn.first("PRAGMA busy_timeout", &usual); err != nil {
		return false, err
	}
	var inLog, done int64
	err = w.conn.run(fmt.Sprintf("PRAGMA busy_timeout = %d", patience.Milliseconds()))
	if err == nil {
		err = w.conn.first("PRAGMA wal_checkpoint(TRUNCATE)", &isBusy, &inLog, &done)
	}
	return isBusy, errors.Join(err, w.conn.run(fmt.Sprintf("PRAGMA busy_timeout = %d", usual)))
}

// rollBack ends a transaction that is still open: SQLite itself may have rolled it back.
func (w *Writer) rollBack() error {
	if sqlite3.Xsqlite3_get_autocommit(w.conn.tls, w.conn.db) != 0 {
		return nil
	}
	return w.conn.run("ROLLBACK")
}

// changes is how many rows the last statement changed.
func (w *Writer) changes() int64 { return int64(sqlite3.Xsqlite3_changes(w.conn.tls, w.conn.db)) }

// Tx is a transaction. Its statements run to their end: SQLite would roll back the whole transaction if one that writes were
// interrupted.
type Tx struct {
	writer *Writer
	joined *sql.Tx
	isOver bool
}

// Query runs one statement with the parameters $1, $2 and so on.
func (t *Tx) Query(text string, args ...any) (*Rows, error) {
	if t.isOver {
		return nil, sql.ErrTxDone
	}
	return t.writer.conn.query(context.Background(), text, args)
}

// Exec runs one statement, and returns how many rows it changed.
func (t *Tx) Exec(text string, args ...any) (int64, error) {
	r, err := t.Query(text, args...)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	for r.Next() {
		continue
	}
	return t.writer.changes(), r.Err()
}

// SQL is the transaction for those who need database/sql.
func (t *Tx) SQL() (*sql.Tx, error) {
	if t.isOver {
		return nil, sql.ErrTxDone
	}
	if t.joined != nil {
		return t.joined, nil
	}
	// Not a context that ends: database/sql would roll back by itself then, at any moment.
	joined, err := t.writer.joined.BeginTx(context.Background(), nil)
	t.joined = joined
	return joined, err
}

// end tells database/sql that its part is over, which changes nothing in SQLite.
func (t *Tx) end() {
	if t.isOver = true; t.joined != nil {
		_ = t.joined.Rollback()
	}
}
