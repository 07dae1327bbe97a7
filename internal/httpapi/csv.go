package httpapi

import (
	"bufio"
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"btracker/internal/contract"
	"btracker/internal/sheet"
	"btracker/internal/tracker"
)

// export declares an operation that answers the rows of all pages of a list as a CSV or XLSX file. op.File is the
// first row of an example.
func export[T any](s *server, op contract.Operation, name string, columns columns[T], each func(ctx context.Context, c listCall, use func(T) error) error) {
	op.Columns = columns.names()
	op.File = strings.Join(headings(columns.standard, tracker.English), ",") + "\n" + op.File
	if op.Selects != "" {
		s.selections[op.Selects] = selection{op, func(ctx context.Context, c listCall, use func(id string) error) error {
			return each(ctx, c, func(row T) error { return use(columns.standard[0].cell(row)) })
		}}
	}
	handle(s, op, func(ctx context.Context, c call, _ none) (f file, err error) {
		f.name = name
		if f.format, err = parseOption(c.params, "Format", tracker.ExportFormats, tracker.ExportFormats[0]); err != nil {
			return f, err
		}
		own, err := ownColumns(ctx, s, c.Caller, columns, c.params.Get("Columns"))
		if err != nil {
			return f, err
		}
		chosen, err := columns.chosen(c.params, own)
		if err != nil {
			return f, err
		}
		f.headings = headings(chosen, c.FileLanguage())
		for _, column := range chosen {
			c.columns, f.isNumber = append(c.columns, column.name), append(f.isNumber, column.isNumber)
		}
		f.each = func(use func(cells []string) error) error {
			cells := make([]string, len(chosen))
			// Not the context of the handler: that ends before the file is written.
			return each(c.r.Context(), c.listCall, func(row T) error {
				for i, column := range chosen {
					cells[i] = column.cell(row)
				}
				return use(cells)
			})
		}
		return f, nil
	})
}

func headings[T any](columns []column[T], language string) []string {
	list := make([]string, len(columns))
	for i, column := range columns {
		if list[i] = column.heading; !column.isOwn {
			list[i] = tracker.LabelIn(language, column.heading)
		}
	}
	return list
}

// file is an export that is written row by row.
type file struct {
	name, format string
	headings     []string
	isNumber     []bool // by column
	each         func(use func(cells []string) error) error
}

func (f file) body() reflect.Type { return nil } // not JSON

const csvType = "text/csv; charset=utf-8"

// rowWriter writes the rows of a file. A file that is not closed is broken.
type rowWriter interface {
	Row(cells []string, isNumber []bool) error
	Close() error
}

func (f file) write(s *server, w http.ResponseWriter, r *http.Request) {
	to, err := s.newExport(w, r)
	if err != nil {
		s.problem(w, r, err)
		return
	}
	defer to.end()
	buffer := bufio.NewWriterSize(to, exportBuffer)
	mediaType, out := csvType, rowWriter(&csvRows{buffer: buffer})
	if f.format == "xlsx" {
		mediaType, out = contract.Spreadsheet, sheet.NewSpreadsheet(buffer)
	}
	begun := false
	begin := func() error {
		begun = true
		w.Header().Set("Content-Type", mediaType)
		w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`.`+f.format+`"`)
		isNumber := make([]bool, len(f.headings)) // a heading of an import may be any text
		return out.Row(neutralised(slices.Clone(f.headings), isNumber), isNumber)
	}
	err = f.each(func(cells []string) error {
		if !begun {
			if err := begin(); err != nil {
				return err
			}
		}
		if err := out.Row(neutralised(cells, f.isNumber), f.isNumber); err != nil {
			return err
		}
		return to.goOn()
	})
	if err != nil && !begun {
		s.problem(w, r, err)
		return
	}
	if err == nil && !begun {
		err = begin()
	}
	if err == nil {
		err = out.Close()
	}
	if err == nil {
		err = buffer.Flush()
	}
	if err != nil {
		// The status is sent already. Only a broken connection tells the client that the
		// file is not complete.
		s.config.Log.WarnContext(r.Context(), "export broke off", "error", err)
		panic(http.ErrAbortHandler)
	}
}

// neutralised keeps spreadsheets from running texts of a row as formulas.
func neutralised(cells []string, isNumber []bool) []string {
	for i := range cells {
		if !isNumber[i] {
			cells[i] = sheet.Neutralise(cells[i])
		}
	}
	return cells
}

// csvRows writes a CSV file.
type csvRows struct {
	buffer *bufio.Writer
	line   []byte
}

func (c *csvRows) Row(cells []string, _ []bool) error {
	c.line = sheet.AppendCSV(c.line[:0], cells)
	_, err := c.buffer.Write(c.line)
	return err
}

func (c *csvRows) Close() error { return nil }
