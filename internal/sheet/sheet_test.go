package sheet_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"btracker/internal/sheet"
	"btracker/internal/tracker"
)

var limits = sheet.Limits{Rows: 1000, Columns: 50, Cell: 1000, Text: 1 << 20, Unzipped: 50 << 20}

// read returns the rows of a file, each with its number in front.
func read(file []byte, limits sheet.Limits) (rows [][]string, err error) {
	err = sheet.Read(context.Background(), file, limits, func(r sheet.Row) error {
		rows = append(rows, append([]string{fmt.Sprint(r.Number)}, r.Cells...))
		return nil
	})
	return rows, err
}

func TestTellsTheLastRowBeforehand(t *testing.T) {
	book := excelize.NewFile()
	defer book.Close()
	for _, err := range []error{book.SetCellStr("Sheet1", "A1", "Name"), book.SetCellStr("Sheet1", "A7", "Acme"), book.SetSheetDimension("Sheet1", "A1:AB7")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var xlsx bytes.Buffer
	if err := book.Write(&xlsx); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{"Name\nAcme\n\nBolt": 4, "Name\r\nAcme\r\n": 2, xlsx.String(): 7} {
		if err := sheet.Read(t.Context(), []byte(file), limits, func(r sheet.Row) error {
			if r.Last != want {
				t.Errorf("row %d: the last one is %d, want %d", r.Number, r.Last, want)
			}
			return nil
		}); err != nil {
			t.Error(err)
		}
	}
}

func TestReadsCSV(t *testing.T) {
	bom := "\xEF\xBB\xBF"
	for name, c := range map[string]struct {
		file string
		want [][]string
	}{
		"comma":                 {"Name,Details\nAcme,Tools\n", [][]string{{"1", "Name", "Details"}, {"2", "Acme", "Tools"}}},
		"semicolon, mark, CRLF": {bom + "Name;Price\r\nAcme;1,50\r\n", [][]string{{"1", "Name", "Price"}, {"2", "Acme", "1,50"}}},
		"tab":                   {"Name\tPrice\nAcme, Inc.\t1.50", [][]string{{"1", "Name", "Price"}, {"2", "Acme, Inc.", "1.50"}}},
		"declared separator":    {"sep=;\r\nName;A,B\r\nAcme;x\r\n", [][]string{{"2", "Name", "A,B"}, {"3", "Acme", "x"}}},
		"old line ends":         {"Name,B\rAcme,x\r", [][]string{{"1", "Name", "B"}, {"2", "Acme", "x"}}},
		"quotes":                {"Name,Details\n\"Ac\"\"me\",\"two\nlines, and a comma\"\nB\"b,c\n", [][]string{{"1", "Name", "Details"}, {"2", `Ac"me`, "two\nlines, and a comma"}, {"4", `B"b`, "c"}}},
		"quoted headings":       {"\"Name; all\";\"B\"\n1;2", [][]string{{"1", "Name; all", "B"}, {"2", "1", "2"}}},
		"empty rows":            {"\n,,\nName,B\n\n , \nAcme,\n", [][]string{{"3", "Name", "B"}, {"6", "Acme", ""}}},
		"ragged rows":           {"A,B,,\n1\n1,2,3\n1,2,,\n", [][]string{{"1", "A", "B"}, {"2", "1"}, {"3", "1", "2", "3"}, {"4", "1", "2"}}},
		"one column":            {"Name\nAcme", [][]string{{"1", "Name"}, {"2", "Acme"}}},
		"Windows-1252":          {"Name,B\nCaf\xe9 \x80,x\n", [][]string{{"1", "Name", "B"}, {"2", "Café €", "x"}}},
		"Windows-1252 at end":   {"Name\nCaf\xe9", [][]string{{"1", "Name"}, {"2", "Café"}}},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := read([]byte(c.file), limits)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, rows); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestReadsEncodings(t *testing.T) {
	text := "Name;Ort\nMüller & Söhne;Köln\n"
	want := [][]string{{"1", "Name", "Ort"}, {"2", "Müller & Söhne", "Köln"}}
	encoders := map[string]interface{ String(string) (string, error) }{
		"UTF-16 LE with mark":    unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
		"UTF-16 BE with mark":    unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(),
		"UTF-16 LE without mark": unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(),
		"UTF-16 BE without mark": unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(),
		"Windows-1252":           charmap.Windows1252.NewEncoder(),
		"UTF-8 with mark":        unicode.UTF8BOM.NewEncoder(),
		"UTF-8":                  unicode.UTF8.NewEncoder(),
	}
	for name, encoder := range encoders {
		file, err := encoder.String(text)
		if err != nil {
			t.Fatal(err)
		}
		if rows, err := read([]byte(file), limits); err != nil || !cmp.Equal(want, rows) {
			t.Errorf("%s: %v %v", name, rows, err)
		}
	}
}

// book writes an XLSX file with another program's writer.
func book(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	buf, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestReadsXLSX(t *testing.T) {
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	file := book(t, func(f *excelize.File) {
		day, err := f.NewStyle(&excelize.Style{NumFmt: 14})
		must(err)
		format := `dd"."mm"."yyyy hh:mm`
		minute, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
		must(err)
		euro := `#,##0.00 "day"`
		money, err := f.NewStyle(&excelize.Style{CustomNumFmt: &euro})
		must(err)
		must(f.SetSheetRow("Sheet1", "A1", &[]any{"Name", "Price", "Ends", "At", "Renews", "Last"}))
		must(f.SetSheetRow("Sheet1", "A2", &[]any{"Acme _x0041_ <&> \"q\"", 176.4, 46356, 46356.5, true, "z"}))
		must(f.SetSheetRow("Sheet1", "A4", &[]any{nil, 1e3, nil, nil, false}))
		must(f.SetCellFormula("Sheet1", "A4", "=1+1"))
		must(f.SetCellStyle("Sheet1", "C2", "C2", day))
		must(f.SetCellStyle("Sheet1", "D2", "D2", minute))
		must(f.SetCellStyle("Sheet1", "B2", "B2", money))
		must(f.SetCellRichText("Sheet1", "F4", []excelize.RichTextRun{{Text: "two"}, {Text: " runs"}}))
	})
	rows, err := read(file, limits)
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{{"1", "Name", "Price", "Ends", "At", "Renews", "Last"},
		{"2", `Acme A <&> "q"`, "176.4", "2026-11-30", "2026-11-30T12:00:00Z", "true", "z"},
		{"4", "", "1000", "", "", "false", "two runs"}}
	if d := cmp.Diff(want, rows); d != "" {
		t.Error(d)
	}
}

func TestReadsTheFirstVisibleSheet(t *testing.T) {
	file := book(t, func(f *excelize.File) {
		for _, name := range []string{"Shown", "Third"} {
			if _, err := f.NewSheet(name); err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellStr(name, "B1", name); err != nil {
				t.Fatal(err)
			}
		}
		f.SetActiveSheet(1)
		if err := f.SetSheetVisible("Sheet1", false); err != nil {
			t.Fatal(err)
		}
	})
	if rows, err := read(file, limits); err != nil || !cmp.Equal(rows, [][]string{{"1", "", "Shown"}}) {
		t.Error(rows, err)
	}
}

func TestReadsDatesFrom1904(t *testing.T) {
	rows, err := read(archive(map[string]string{
		"xl/workbook.xml":            `<workbook><workbookPr date1904="1"/><sheets><sheet name="S" id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="/xl/worksheets/s.xml"/></Relationships>`,
		"xl/styles.xml":              `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
		"xl/worksheets/s.xml":        `<worksheet><sheetData><row><c s="1"><v>1</v></c><c t="str"><v>x</v></c></row></sheetData></worksheet>`,
	}), limits)
	if err != nil || !cmp.Equal(rows, [][]string{{"1", "1904-01-02", "x"}}) {
		t.Error(rows, err)
	}
}

// archive zips parts.
func archive(parts map[string]string) []byte {
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for name, text := range parts {
		w, _ := z.Create(name)
		_, _ = w.Write([]byte(text))
	}
	_ = z.Close()
	return buf.Bytes()
}

// xlsx zips a sheet with what it needs.
func xlsx(sheetData string) []byte {
	return archive(map[string]string{
		"xl/workbook.xml":            `<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`,
		"xl/worksheets/s.xml":        sheetData,
	})
}

func TestRefusesHostileFiles(t *testing.T) {
	whole := book(t, func(f *excelize.File) {
		for i := range 100 {
			_ = f.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &[]any{"Name", i, "a long enough text that the file has some size"})
		}
	})
	damagedByte := slices.Clone(whole)
	at := bytes.Index(damagedByte, []byte("xl/worksheets/sheet1.xml")) + 200
	damagedByte[at] ^= 0xFF
	long := strings.Repeat("x", limits.Cell+1)
	for name, c := range map[string]struct {
		file []byte
		says string
	}{
		"nothing":               {nil, "is empty"},
		"only space":            {[]byte(" \n,\n"), "is empty"},
		"a picture":             {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00"), "neither CSV nor XLSX"},
		"zero byte later":       {[]byte("Name,B\n" + strings.Repeat("x,y\n", 900) + strings.Repeat("x", 800) + "\n" + strings.Repeat("y", 800) + "\x00"), "neither CSV nor XLSX"},
		"old Excel":             {[]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1rest"), "old or encrypted"},
		"a million columns":     {[]byte(strings.Repeat("a,", 1_000_000)), "more than 50 columns"},
		"a million empty cells": {[]byte("a\n" + strings.Repeat(",", 1_000_000)), "more than 50 columns"},
		"many rows":             {[]byte("a\n" + strings.Repeat("x\n", 1001)), "more than 1000 rows"},
		"a long cell":           {[]byte("a\n" + long), "cell of more than 1000 characters in row 2"},
		"much text":             {[]byte("a\n" + strings.Repeat(strings.Repeat("x", 400)+","+strings.Repeat("y", 999)+"\n", 900)), "more than 1 MiB of text"},
		"an open quote":         {[]byte("a,b\n\"x,y\n"), "row 2 that does not end"},
		"text behind a quote":   {[]byte("a,b\n\"x\"y,z\n"), "text behind its quote"},
		"UTF-8 cut off":         {[]byte("Name\nMüller Caf\xc3"), "cut off"},
		"not UTF-8 as marked":   {[]byte("\xEF\xBB\xBFName\nCaf\xe9"), "is not"},
		"UTF-16 cut off":        {[]byte("\xFF\xFEa\x00b"), "cut off"},
		"XLSX cut off":          {whole[:len(whole)*2/3], "cut off"},
		"XLSX damaged":          {damagedByte, "damaged"},
		"zip of something else": {archive(map[string]string{"readme.txt": "hello"}), "no workbook.xml"},
		"no sheet":              {archive(map[string]string{"xl/workbook.xml": `<workbook/>`}), "no sheet"},
		"sheet is missing": {archive(map[string]string{"xl/workbook.xml": `<workbook><sheet id="1"/></workbook>`,
			"xl/_rels/workbook.xml.rels": `<R><Relationship Id="1" Target="../../../etc/passwd"/></R>`}), "no passwd"},
		"XML cut off":       {xlsx(`<worksheet><sheetData><row><c t="str"><v>a</v></c></row>`), "can not be read"},
		"an entity":         {xlsx(`<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><row><c t="str"><v>&a;</v></c></row></worksheet>`), "can not be read"},
		"a far column":      {xlsx(`<worksheet><row><c r="XFD1" t="str"><v>a</v></c></row></worksheet>`), "more than 50 columns"},
		"a farther column":  {xlsx(`<worksheet><row><c r="ZZZZZZZZZZZZZZZZZ1" t="str"><v>a</v></c></row></worksheet>`), "more than 50 columns"},
		"XLSX million cols": {xlsx(`<worksheet><row>` + strings.Repeat(`<c t="str"><v>a</v></c>`, 1_000_000) + `</row></worksheet>`), "more than 50 columns"},
		"XLSX long cell":    {xlsx(`<worksheet><row><c t="str"><v>` + long + `</v></c></row></worksheet>`), "more than 1000 characters"},
		"a bomb of one text": {xlsx(`<worksheet><row><c t="inlineStr"><is><t>` + strings.Repeat("a", 100<<20) + `</t></is></c></row></worksheet>`),
			"more than 1000 characters"},
		"a bomb of one tag":   {xlsx(`<worksheet x="` + strings.Repeat("a", 100<<20) + `"/>`), "unpacks to more"},
		"a bomb of many rows": {xlsx(`<worksheet>` + strings.Repeat(`<row><c t="str"><v>aaaaaaaa</v></c></row>`, 1_000_000) + `</worksheet>`), "more than 1000 rows"},
		"a bomb of nothing":   {xlsx(`<worksheet>` + strings.Repeat(" <!---->", 7<<20) + `</worksheet>`), "unpacks to more"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := read(c.file, limits)
			if !tracker.IsKind(err, tracker.KindInvalid) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
	parts := map[string]string{}
	for i := range 3000 {
		parts[fmt.Sprint(i)] = ""
	}
	if _, err := read(archive(parts), limits); err == nil || !strings.Contains(err.Error(), "more parts") {
		t.Error(err)
	}
}

func TestPassesOnTheErrorOfItsUser(t *testing.T) {
	mine := errors.New("mine")
	for _, file := range [][]byte{[]byte("a\nb\n"), xlsx(`<worksheet><row><c t="str"><v>a</v></c></row></worksheet>`)} {
		if err := sheet.Read(t.Context(), file, limits, func(sheet.Row) error { return mine }); !errors.Is(err, mine) {
			t.Error(err)
		}
	}
}

// FuzzSheet reads anything: it ends, keeps the limits, and refuses with words.
func FuzzSheet(f *testing.F) {
	f.Add([]byte("Name,Details\n\"a\"\"b\",c\r\n"))
	f.Add([]byte("\xFF\xFEN\x00a\x00;\x00b\x00"))
	f.Add([]byte("sep=;\na;b"))
	f.Add([]byte("Caf\xe9;\x80"))
	f.Fuzz(func(t *testing.T, file []byte) { checkRead(t, file) })
}

// FuzzSheetXML reads any XML as the sheet of an XLSX file.
func FuzzSheetXML(f *testing.F) {
	f.Add(`<worksheet><row r="3"><c r="B3" t="s"><v>0</v></c><c s="1"><v>46356.5</v></c></row></worksheet>`, `<sst><si><t>x</t><rPh><t>y</t></rPh></si></sst>`, `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>`)
	f.Add(`<worksheet><row><c t="inlineStr"><is><t>_x0041_</t></is></c><c t="b"><v>1</v></c></row></worksheet>`, ``, ``)
	f.Fuzz(func(t *testing.T, data, shared, styles string) {
		checkRead(t, archive(map[string]string{
			"xl/workbook.xml":            `<workbook><sheets><sheet name="S" id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/s.xml"/></Relationships>`,
			"xl/worksheets/s.xml":        data, "xl/sharedStrings.xml": shared, "xl/styles.xml": styles}))
	})
}

func checkRead(t *testing.T, file []byte) {
	small := sheet.Limits{Rows: 20, Columns: 10, Cell: 50, Text: 400, Unzipped: 1 << 20}
	rows, text := -1, 0
	err := sheet.Read(t.Context(), file, small, func(r sheet.Row) error {
		rows++
		isEmpty := true
		for _, cell := range r.Cells {
			text += len(cell)
			isEmpty = isEmpty && strings.TrimSpace(cell) == ""
			if len(cell) > small.Cell {
				t.Errorf("a cell of %d", len(cell))
			}
			if !utf8.ValidString(cell) {
				t.Errorf("%q is not UTF-8", cell)
			}
		}
		if isEmpty || len(r.Cells) > small.Columns || rows > small.Rows || text > small.Text || r.Number < 1 {
			t.Errorf("row %d: %q", r.Number, r.Cells)
		}
		return nil
	})
	if err != nil && !tracker.IsKind(err, tracker.KindInvalid) {
		t.Error(err)
	}
	if err == nil && rows < 0 {
		t.Error("nothing was read, without an error")
	}
}
