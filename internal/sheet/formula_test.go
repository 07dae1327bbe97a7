package sheet_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"btracker/internal/sheet"
)

// FuzzCell exports any text: an import reads the same text again, every reader gets one cell, and neither the cell nor
// a piece of it is a formula.
func FuzzCell(f *testing.F) {
	for _, cell := range []string{"", "Acme", "=1+1", "+1 555", "+1-555", "-2", "@x", "\t=1", "＝1", "a,\"b\"\nc", "'=1", "\xff", "a;=1",
		"a;'=1", "a\t\"=1;", "a\r\n-b\n\n'- c", ";;+1", ";\t＝1"} {
		f.Add(cell)
	}
	limits := sheet.Limits{Rows: 10, Columns: 10, Cell: 1 << 20, Text: 1 << 20}
	f.Fuzz(func(t *testing.T, cell string) {
		text := sheet.AppendCSV(nil, []string{"first", sheet.Neutralise(cell), "end"})
		row, err := csv.NewReader(bytes.NewReader(text)).Read()
		if err != nil || len(row) != 3 {
			t.Fatalf("%q: %q, %v", cell, row, err)
		}
		for piece := range strings.FieldsFuncSeq(row[1]+"\n"+string(text), func(r rune) bool { return strings.ContainsRune(";\t\r\n", r) }) {
			if strings.IndexAny(strings.TrimLeft(piece, `"`), "=+-@＝＋－＠") == 0 && !isPhone(row[1]) {
				t.Errorf("%q has a formula: %q", cell, piece)
			}
		}
		if !utf8.ValidString(cell) || strings.ContainsRune(cell, 0) { // neither is stored
			return
		}
		var again []string
		if err := sheet.Read(t.Context(), text, limits, func(r sheet.Row) error { again = r.Cells; return nil }); err != nil || len(again) != 3 {
			t.Fatalf("%q: %q, %v", cell, again, err)
		}
		if plain := sheet.Plain(again[1]); plain != cell {
			t.Errorf("%q is read as %q from %s", cell, plain, text)
		}
	})
}

func isPhone(cell string) bool {
	return strings.HasPrefix(cell, "+") && len(cell) > 1 && strings.Trim(cell[1:], "0123456789 ") == "" && cell[1] != ' '
}

// Spreadsheets of some countries split every CSV file at semicolons. Quotes and apostrophes keep pieces of a cell from being formulas.
func TestCellsThatOtherSpreadsheetsSplit(t *testing.T) {
	for cell, want := range map[string]string{
		"a;=1+1":              `"a;'=1+1"`,
		"a;b":                 `"a;b"`,
		"a\tb":                "\"a\tb\"",
		"a\n@b\nc":            "\"a\n'@b\nc\"",
		`a;"=1+1;`:            `"a;'""=1+1;"`,
		"a;'=1":               `"a;''=1"`,
		"a; b - c = d; e+f;":  `"a; b - c = d; e+f;"`,
		"Acme & Sons (x-y=z)": `Acme & Sons (x-y=z)`,
		" a":                  `" a"`,
		"a,b":                 `"a,b"`,
		"":                    `""`,
	} {
		if got := string(sheet.AppendCSV(nil, []string{cell})); got != want+"\n" {
			t.Errorf("%q: %s, want %s", cell, got, want)
		}
	}
}

// A phone number keeps its plus sign unless a spreadsheet could calculate with it.
func TestPhoneNumbersInCells(t *testing.T) {
	for cell, want := range map[string]string{
		"+49301234567":   "+49301234567",
		"+49 30 1234567": "+49 30 1234567",
		"+4":             "+4",
		"030 1234":       "030 1234",
		"0049-30-1234":   "0049-30-1234",
		"+1-2":           "'+1-2",
		"+1-555-123":     "'+1-555-123",
		"+49 30-1234":    "'+49 30-1234",
		"+1+2":           "'+1+2",
		"+":              "'+",
		"+ 1":            "'+ 1",
		"+1  2":          "'+1  2",
		"+1 ":            "'+1 ",
		"+1\n2":          "'+1\n2",
		"+1\n":           "'+1\n",
		"++1":            "'++1",
		"+1E5":           "'+1E5",
		"+1 A1":          "'+1 A1",
		"+SUM(A1)":       "'+SUM(A1)",
		"+１":             "'+１",
		"-1":             "'-1",
		"-1 2":           "'-1 2",
		"＋49":            "'＋49",
	} {
		if got := sheet.Neutralise(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}
