package sheet

import (
	"io"

	"btracker/internal/tracker"
)

// WriteReport writes the tables of a report: as CSV one below the other, as XLSX each in a sheet of its own.
func WriteReport(w io.Writer, format string, tables []tracker.ReportTable) error {
	if format != "xlsx" {
		return writeReportCSV(w, tables)
	}
	s := NewSpreadsheet(w)
	for _, table := range tables {
		if err := s.begin(table.Name, reportWidths); err != nil {
			return err
		}
		if err := reportRows(table, s.Row); err != nil {
			return err
		}
	}
	return s.Close()
}

func writeReportCSV(w io.Writer, tables []tracker.ReportTable) error {
	var text []byte
	for i, table := range tables {
		if i > 0 { // the heading of the first table is that of all
			text = AppendCSV(text, []string{""})
			table.Heading = []string{table.Name}
		}
		_ = reportRows(table, func(cells []string, _ []bool) error {
			text = AppendCSV(text, cells)
			return nil
		})
	}
	_, err := w.Write(text)
	return err
}

// reportRows passes on the rows of a table: its heading, an empty row, the names of its columns, and its cells.
func reportRows(t tracker.ReportTable, use func(cells []string, isNumber []bool) error) error {
	for _, line := range append(append([]string{}, t.Heading...), "") {
		if err := use([]string{Neutralise(line)}, []bool{false}); err != nil {
			return err
		}
	}
	cells, isNumber := make([]string, len(t.Columns)), make([]bool, len(t.Columns))
	for i, name := range t.Columns {
		cells[i] = Neutralise(name)
	}
	if err := use(cells, isNumber); err != nil {
		return err
	}
	for _, row := range t.Rows {
		for i, cell := range row {
			if cells[i], isNumber[i] = cell.Text, cell.IsNumber; !cell.IsNumber {
				cells[i] = Neutralise(cell.Text)
			}
		}
		if err := use(cells, isNumber); err != nil {
			return err
		}
	}
	return nil
}
