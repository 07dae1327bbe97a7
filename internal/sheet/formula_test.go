package sheet_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"btracker/internal/sheet"
)

// FuzzCell exports any text: a reader gets the same text, or the text after an apostrophe, and
// never a formula.
func FuzzCell(f *testing.F) {
	for _, cell := range []string{"", "Acme", "=1+1", "+1 555", "+1-555", "-2", "@x", "\t=1", "＝1", "a,\"b\"\nc", "'=1", "\xff"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		var file bytes.Buffer
		out := csv.NewWriter(&file)
		_ = out.Write([]string{sheet.Neutralise(cell), "end"})
		out.Flush()
		row, err := csv.NewReader(&file).Read()
		if err != nil || len(row) != 2 {
			t.Fatalf("%q: %q, %v", cell, row, err)
		}
		// The reader turns \r\n into \n.
		want := strings.ReplaceAll(cell, "\r\n", "\n")
		if row[0] != want && row[0] != "'"+want {
			t.Errorf("%q comes back as %q", cell, row[0])
		}
		if plain := sheet.Plain(sheet.Neutralise(cell)); plain != cell {
			t.Errorf("%q is read as %q", cell, plain)
		}
		harmless := strings.HasPrefix(row[0], "+") && len(row[0]) > 1 && strings.Trim(row[0][1:], "0123456789 ") == "" && row[0][1] != ' '
		if strings.IndexAny(row[0], "=+-@\t\r\n＝＋－＠") == 0 && !harmless {
			t.Errorf("%q is a formula: %q", cell, row[0])
		}
	})
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
