package sheet

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"strings"

	"btracker/internal/tracker"
)

// Limits bound what is read of one file.
type Limits struct {
	Rows     int // below the headings
	Columns  int
	Cell     int   // bytes of one cell
	Text     int   // bytes of all cells
	Unzipped int64 // bytes of all parts of an XLSX file
}

// A small file that unpacks to a large table costs its reader far more than its sender. So
// what is read is bounded by the size of the file too. Files of spreadsheet programs unpack
// to ten times their size, and a table that repeats itself to more.
const (
	textOfAny, textPerByte         = 16 << 20, 20
	unzippedOfAny, unzippedPerByte = 32 << 20, 20
	cellsOfAny, cellsPerByte       = 2 << 20, 2 // empty ones too
)

// collectEvery is after how many bytes garbage is collected. Short tags, and rows that are kept, leave thirty times
// their size, which would else pile up to several times the memory that is in use.
const collectEvery = 512 << 10

// Row is one row of a table.
type Row struct {
	Number int      // as a spreadsheet program counts, the first is 1
	Cells  []string // of a CSV file as many as the row has; valid until the next row
	Last   int      // number of the last row, as far as the file tells beforehand; 0 if it does not
}

// Read passes on the rows of a CSV or XLSX file, the headings first. Rows without any text are left
// out. It returns an error of tracker for a file that it does not take, or the error of use or of ctx.
func Read(ctx context.Context, file []byte, limits Limits, use func(Row) error) error {
	limits.Text = min(limits.Text, textOfAny+textPerByte*len(file))
	limits.Unzipped = min(limits.Unzipped, int64(unzippedOfAny+unzippedPerByte*len(file)))
	t := &table{ctx: ctx, limits: limits, cellsLeft: cellsOfAny + cellsPerByte*len(file), use: use}
	var err error
	switch {
	case bytes.HasPrefix(file, []byte("PK\x03\x04")):
		err = t.readXLSX(file)
	case bytes.HasPrefix(file, []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")):
		return tracker.UnreadableFile(oldExcel.With())
	default:
		err = t.readCSV(file)
	}
	if err == nil && !t.begun {
		err = tracker.FileEmpty
	}
	return err
}

// table checks the limits of rows on their way to the reader's user.
type table struct {
	ctx       context.Context
	limits    Limits
	cellsLeft int
	use       func(Row) error
	begun     bool // the headings were passed on
	width     int  // cells of the headings
	rows      int
	text      int
	last      int
	garbage   int // bytes read since garbage was collected
}

// interruptible reads a part of the file until the request ends.
func (t *table) interruptible(in io.Reader) io.Reader { return &interruptible{in, t} }

type interruptible struct {
	in io.Reader
	t  *table
}

func (r *interruptible) Read(p []byte) (int, error) {
	if err := r.t.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.in.Read(p)
	if r.t.garbage += n; r.t.garbage > collectEvery {
		r.t.garbage = 0
		runtime.GC()
	}
	return n, err
}

// row passes on a row that has a text.
func (t *table) row(number int, cells []string) error {
	isEmpty := true
	for _, cell := range cells {
		t.text += len(cell)
		isEmpty = isEmpty && strings.TrimSpace(cell) == ""
	}
	t.cellsLeft -= len(cells)
	switch {
	case t.cellsLeft < 0:
		return tracker.UnreadableFile(tooManyCells.With())
	case isEmpty:
		return nil
	case t.text > t.limits.Text:
		return tracker.UnreadableFile(tooMuchText.With(tracker.ByteSize(int64(t.limits.Text))))
	case !t.begun:
		t.begun = true
		for len(cells) > 0 && strings.TrimSpace(cells[len(cells)-1]) == "" {
			cells = cells[:len(cells)-1]
		}
		t.width = len(cells)
		return t.use(Row{number, cells, t.last})
	case t.rows == t.limits.Rows:
		return tracker.UnreadableFile(tooManyRows.With(t.limits.Rows))
	}
	t.rows++
	for len(cells) > t.width && strings.TrimSpace(cells[len(cells)-1]) == "" {
		cells = cells[:len(cells)-1]
	}
	return t.use(Row{number, cells, t.last})
}

// checkCell refuses a cell beyond the limits; column is its number, from 0.
func (t *table) checkCell(row, column, size int) error {
	switch {
	case column >= t.limits.Columns:
		return tracker.UnreadableFile(tooManyColumns.With(t.limits.Columns))
	case size > t.limits.Cell:
		return tracker.UnreadableFile(longCell.With(t.limits.Cell, row))
	}
	return nil
}
