package sheet

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"btracker/internal/tracker"
)

// readCSV reads comma-separated values, also with other separators and in other encodings.
func (t *table) readCSV(file []byte) error {
	text, err := decoded(file)
	if err != nil {
		return err
	}
	r := bufio.NewReaderSize(t.interruptible(text), 64<<10)
	head, err := r.Peek(32 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return unreadable(err)
	}
	t.last = bytes.Count(bytes.TrimRight(file, "\r\n\x00"), []byte{'\n'}) + 1
	c := csvReader{table: t, in: r, line: 1}
	declared := false
	if c.separator, declared = separator(head); declared {
		if _, err := r.ReadString('\n'); err != nil {
			return nil // there is nothing else
		}
		c.line++
	}
	return c.read()
}

// separator tells the separator from the first line. A spreadsheet program may declare it there: sep=;
func separator(head []byte) (separator byte, declared bool) {
	if bytes.HasPrefix(head, []byte("sep=")) && len(head) > 5 && (head[5] == '\n' || head[5] == '\r') {
		return head[4], true
	}
	counts := map[byte]int{}
	quoted := false
	for _, b := range head {
		if b == '"' {
			quoted = !quoted
		} else if !quoted && (b == '\n' || b == '\r') {
			break
		} else if !quoted {
			counts[b]++
		}
	}
	separator = ','
	for _, other := range []byte{';', '\t'} {
		if counts[other] > counts[separator] {
			separator = other
		}
	}
	return separator, false
}

// csvReader reads a text byte by byte: the characters with a meaning are ASCII, and no other
// character of UTF-8 contains them.
type csvReader struct {
	*table
	in        *bufio.Reader
	separator byte
	line      int // that is being read

	cell  strings.Builder
	cells []string
	row0  int // the line on which the row begins
}

func (c *csvReader) read() error {
	for c.row0 = c.line; ; c.row0 = c.line {
		more, err := c.readRow()
		if err != nil {
			return err
		}
		if err := c.row(c.row0, c.cells); err != nil {
			return err
		}
		if !more {
			return nil
		}
	}
}

// readRow reads one row into c.cells; more is false after the last one.
func (c *csvReader) readRow() (more bool, err error) {
	c.cells = c.cells[:0]
	for {
		end, err := c.readCell()
		if err != nil {
			return false, err
		}
		if err := c.checkCell(c.row0, len(c.cells), c.cell.Len()); err != nil {
			return false, err
		}
		c.cells = append(c.cells, plainInside(c.cell.String()))
		c.cell.Reset()
		switch end {
		case endOfLine:
			c.line++
			return true, nil
		case endOfFile:
			return false, nil
		}
	}
}

// end is what ends a cell.
type end int

const (
	endOfCell end = iota
	endOfLine
	endOfFile
)

// readCell reads one cell. A quote that is not at the beginning of a cell is an ordinary character.
func (c *csvReader) readCell() (end, error) {
	first, err := c.in.ReadByte()
	if err == nil && first == '"' {
		return c.readQuoted()
	}
	for b := first; ; b, err = c.in.ReadByte() {
		if isEnd, end, err := c.ends(b, err); isEnd || err != nil {
			return end, err
		}
		if err := c.add(b); err != nil {
			return 0, err
		}
	}
}

func (c *csvReader) readQuoted() (end, error) {
	for {
		b, err := c.in.ReadByte()
		if errors.Is(err, io.EOF) {
			return 0, tracker.UnreadableFile(openQuote.With(c.row0))
		}
		if err != nil {
			return 0, unreadable(err)
		}
		if b == '"' {
			b, err = c.in.ReadByte()
			if isEnd, end, err := c.ends(b, err); isEnd || err != nil {
				return end, err
			}
			if b != '"' {
				return 0, tracker.UnreadableFile(textBehindQuote.With(c.row0))
			}
		} else if b == '\n' {
			c.line++
		}
		if err := c.add(b); err != nil {
			return 0, err
		}
	}
}

// ends reports whether the byte, or the error of reading it, ends a cell.
func (c *csvReader) ends(b byte, err error) (isEnd bool, by end, _ error) {
	switch {
	case errors.Is(err, io.EOF):
		return true, endOfFile, nil
	case err != nil:
		return false, 0, unreadable(err)
	case b == c.separator:
		return true, endOfCell, nil
	case b == '\r':
		if next, err := c.in.Peek(1); err == nil && next[0] == '\n' {
			_, _ = c.in.Discard(1) // it was peeked
		}
		return true, endOfLine, nil
	}
	return b == '\n', endOfLine, nil
}

func (c *csvReader) add(b byte) error {
	if b == 0 {
		return tracker.UnreadableFile(notATable.With())
	}
	c.cell.WriteByte(b)
	return c.checkCell(c.row0, len(c.cells), c.cell.Len())
}

// unreadable returns the error for a text that can not be read. The error of a request that has ended stays as it is.
func unreadable(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return tracker.UnreadableFile(unreadableText.With(err.Error()))
}
