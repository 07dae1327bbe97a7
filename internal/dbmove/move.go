package dbmove

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"btracker/internal/store"
)

// Options are what a caller may want to know or to refuse.
type Options struct {
	// Report gets how far the move is, often; nil for nobody.
	Report func(Progress)
	// Alone refuses a destination that somebody else uses; nil if nobody can.
	Alone func(ctx context.Context) error
}

// Progress is how far one step of a move is.
type Progress struct {
	Step        string // what was done: "rows copied"
	Done, Total int64
}

// Result is what was moved, as it is at both ends.
type Result struct {
	Source, Destination       string // their places
	SourceSum, DestinationSum Checksum
}

// A slice of rows is copied at once: at most so many, and so many bytes, because a photo may be large.
const (
	sliceRows  = 10_000
	sliceBytes = 8 << 20
)

// reportedRows is after how many rows progress is reported.
const reportedRows = 100

// move copies all rows from one database to another.
type move struct {
	Options
	source      querier
	sourceName  string
	destination destination
	tables      []table
	command     string // that goes on with it
	beginAgain  string // what to do before that
	mayBeWhole  bool   // a destination with rows and without notes is one that was filled by this command
	last        func(tx *sql.Tx) error
}

// run begins, or goes on with what an earlier run began.
func (m *move) run(ctx context.Context, isBegun bool) (r Result, err error) {
	if err := m.alone(ctx); err != nil {
		return r, err
	}
	isWhole := false
	if !isBegun {
		err := m.destination.begin(ctx, m.command, m.tables)
		isWhole = m.mayBeWhole && errors.Is(err, store.ErrNotEmpty)
		if err != nil && !isWhole {
			return r, err
		}
		if err := m.alone(ctx); err != nil { // who came since then is refused by the notes
			return r, err
		}
	}
	total, err := count(ctx, m.source, m.tables)
	if err != nil {
		return r, err
	}
	var source map[string]digest
	if isWhole {
		source, err = m.digests(ctx, m.source, "rows read", total)
	} else {
		source, err = m.fill(ctx, total)
	}
	if err != nil {
		return r, err
	}
	target, err := m.digests(ctx, m.destination, "rows compared", total)
	if err != nil {
		return r, err
	}
	r.SourceSum, r.DestinationSum = checksum(m.tables, source), checksum(m.tables, target)
	if differ := r.SourceSum.Differences(r.DestinationSum); len(differ) > 0 {
		return r, fmt.Errorf("the copy is not the same as %s in %s, so it can not be used: %s", m.sourceName, strings.Join(differ, ", "), m.beginAgain)
	}
	if isWhole {
		return r, nil
	}
	return r, m.destination.end(ctx, m.last)
}

func (m *move) alone(ctx context.Context) error {
	if m.Alone == nil {
		return nil
	}
	return m.Alone(ctx)
}

func (m *move) report(step string, done, total int64) {
	if m.Report != nil {
		m.Report(Progress{step, done, total})
	}
}

// rowCounter counts the rows of a step, and reports them now and then.
func (m *move) rowCounter(step string, total int64) (advance func()) {
	done := int64(0)
	return func() {
		if done++; done%reportedRows == 0 || done == total {
			m.report(step, done, total)
		}
	}
}

// fill copies all rows, and brings back what was taken off. It returns what the source's rows come to.
func (m *move) fill(ctx context.Context, total int64) (map[string]digest, error) {
	stands, err := m.destination.stands(ctx)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, m.beginAgain)
	}
	digests, advance := map[string]digest{}, m.rowCounter("rows copied", total)
	for _, t := range m.tables {
		if digests[t.name], err = m.copyTable(ctx, t, stands[t.name], advance); err != nil {
			return nil, err
		}
	}
	return digests, m.destination.finish(ctx, func(done, total int) { m.report("indexes built", int64(done), int64(total)) })
}

// copyTable reads all rows, and adds those that are not there yet.
func (m *move) copyTable(ctx context.Context, t table, there digest, advance func()) (seen digest, err error) {
	var rows [][]any
	size := 0
	flush := func() error {
		if len(rows) == 0 {
			return nil
		}
		err := m.destination.add(ctx, t, rows, there, seen)
		there, rows, size = seen, nil, 0
		return err
	}
	copied := there.rows
	err = eachRow(ctx, m.source, t, true, func(row []any) error {
		bytes := seen.add(row)
		advance()
		if seen.rows <= copied {
			if seen.rows == copied && !seen.equals(there) {
				return m.otherRows(t)
			}
			return nil
		}
		rows, size = append(rows, row), size+bytes
		if len(rows) < sliceRows && size < sliceBytes {
			return nil
		}
		return flush()
	})
	if err == nil && seen.rows < copied {
		err = m.otherRows(t)
	}
	if err != nil {
		return seen, err
	}
	return seen, flush()
}

func (m *move) otherRows(t table) error {
	return fmt.Errorf("%s has other rows of %s than when this began: go on with what it began with, or begin again: %s", m.sourceName, t.name, m.beginAgain)
}

// digests reads all tables of a database.
func (m *move) digests(ctx context.Context, q querier, step string, total int64) (map[string]digest, error) {
	digests, advance := map[string]digest{}, m.rowCounter(step, total)
	for _, t := range m.tables {
		d, err := digestOf(ctx, q, t, advance)
		if err != nil {
			return nil, err
		}
		digests[t.name] = d
	}
	return digests, nil
}
