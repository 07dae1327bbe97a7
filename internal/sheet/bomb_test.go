package sheet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"btracker/internal/sheet"
	"btracker/internal/tracker"
)

// large are the limits of an import.
var large = sheet.Limits{Rows: tracker.MaxImportRows, Columns: tracker.MaxImportColumns, Cell: tracker.MaxImportCell, Text: tracker.MaxImportText, Unzipped: tracker.MaxImportParts}

// bombs are small files that unpack to large tables.
func bombs() map[string][]byte {
	cells := func(n int, text string) string {
		return "<row>" + strings.Repeat(`<c t="str"><v>`+text+`</v></c>`, n) + "</row>"
	}
	shared := func(sheetData, texts string) []byte {
		return archive(map[string]string{
			"xl/workbook.xml":            `<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`,
			"xl/worksheets/s.xml":        `<worksheet>` + sheetData + `</worksheet>`, "xl/sharedStrings.xml": `<sst>` + texts + `</sst>`})
	}
	const reference = `<row><c t="s"><v>0</v></c></row>`
	return map[string][]byte{
		"empty rows":           xlsx(`<worksheet>` + cells(1, "Name") + strings.Repeat("<row/>", 6<<20) + `</worksheet>`),
		"empty cells":          xlsx(`<worksheet>` + cells(1, "Name") + strings.Repeat("<row>"+strings.Repeat("<c/>", 200)+"</row>", 45_000) + `</worksheet>`),
		"wide rows":            xlsx(`<worksheet>` + cells(200, "Name") + strings.Repeat(`<row><c t="str"><v>a</v></c></row>`, 100_000) + `</worksheet>`),
		"one text again":       shared(strings.Repeat(reference, 10_000), `<si><t>`+strings.Repeat("x", 32_000)+`</t></si>`),
		"empty texts":          shared(reference, strings.Repeat("<si/>", 7<<20)),
		"texts and then cells": shared(strings.Repeat(" <!---->", 3<<20), strings.Repeat("<si><t>x</t></si>", 1<<20)),
	}
}

// The cost of a file grows with its size: what a small one may unpack to is bounded, below what a large one may.
func TestSmallFilesStaySmall(t *testing.T) {
	for name, file := range bombs() {
		t.Run(name, func(t *testing.T) {
			if len(file) > 1<<20 {
				t.Fatalf("the file has %d bytes", len(file))
			}
			rows := 0
			err := sheet.Read(t.Context(), file, large, func(sheet.Row) error { rows++; return nil })
			if !tracker.IsKind(err, tracker.KindInvalid) {
				t.Errorf("%d bytes make %d rows, %v", len(file), rows, err)
			}
		})
	}
}

// A table that repeats itself, as reports of programs do, is read.
func TestReadsTablesThatRepeatThemselves(t *testing.T) {
	var data strings.Builder
	for i := range tracker.MaxImportRows {
		fmt.Fprintf(&data, `<row r="%[1]d"><c r="A%[1]d" t="str"><v>Company %[1]d</v></c><c r="B%[1]d" t="str"><v>The same details</v></c><c r="C%[1]d"><v>1</v></c></row>`, i+1)
	}
	rows := 0
	if err := sheet.Read(t.Context(), xlsx(`<worksheet>`+data.String()+`</worksheet>`), large, func(sheet.Row) error { rows++; return nil }); err != nil ||
		rows != tracker.MaxImportRows {
		t.Errorf("%d rows, %v", rows, err)
	}
}

// Reading ends with its request, also where it passes on no rows.
func TestReadingEndsWithItsRequest(t *testing.T) {
	row := `<row><c t="str"><v>Acme</v></c></row>`
	for name, file := range map[string][]byte{
		"XLSX":       xlsx(`<worksheet>` + strings.Repeat(row, 50_000) + `</worksheet>`),
		"empty XLSX": xlsx(`<worksheet>` + row + strings.Repeat("<row/>", 1<<20) + `</worksheet>`),
		"CSV":        []byte(strings.Repeat("Acme\n", 50_000)),
		"empty CSV":  []byte("Acme\n" + strings.Repeat("\n", 1<<20)),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		rows := 0
		err := sheet.Read(ctx, file, large, func(sheet.Row) error {
			rows++
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) || rows > 20_000 {
			t.Errorf("%s: %d rows, %v", name, rows, err)
		}
	}
}
