package sheet

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// Spreadsheet writes an XLSX file row by row. It holds one row in memory, and the names of its sheets are
// written last, when they are known.
type Spreadsheet struct {
	zip   *zip.Writer
	sheet io.Writer // the sheet that is being written, or nil
	names []string  // of the sheets
	rows  int       // of the last one
	line  strings.Builder
}

// NewSpreadsheet begins a file. A file that is not closed is broken.
func NewSpreadsheet(w io.Writer) *Spreadsheet { return &Spreadsheet{zip: zip.NewWriter(w)} }

// sheetRows is how many rows spreadsheet programs take in a sheet. Further rows are in another sheet.
const sheetRows = 1 << 20

const (
	sheetBegins = xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`
	// firstRowStays keeps the names of columns in sight.
	firstRowStays = `<sheetViews><sheetView workbookViewId="0">` +
		`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
	// reportWidths make room for the words of a report: names in the first column, figures in the others.
	reportWidths = `<cols><col min="1" max="1" width="36" customWidth="1"/><col min="2" max="9" width="20" customWidth="1"/></cols>`
)

// begin ends the sheet before it, if there is one, and begins another one with some settings.
func (s *Spreadsheet) begin(name, settings string) (err error) {
	if err := s.endSheet(); err != nil {
		return err
	}
	s.names, s.rows = append(s.names, name), 0
	if s.sheet, err = s.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", len(s.names))); err != nil {
		return err
	}
	_, err = io.WriteString(s.sheet, sheetBegins+settings+"<sheetData>")
	return err
}

// Row writes a row. The caller keeps texts from being formulas.
func (s *Spreadsheet) Row(cells []string, isNumber []bool) (err error) {
	if s.sheet == nil || s.rows == sheetRows {
		if err := s.begin(fmt.Sprintf("Sheet%d", len(s.names)+1), firstRowStays); err != nil {
			return err
		}
	}
	s.rows++
	s.line.Reset()
	number := strconv.Itoa(s.rows)
	s.line.WriteString(`<row r="` + number + `">`)
	for i, cell := range cells {
		place := columnName(i) + number
		switch {
		case cell == "":
		case isNumber[i]:
			s.line.WriteString(`<c r="` + place + `"><v>` + cell + `</v></c>`)
		default:
			s.line.WriteString(`<c r="` + place + `" t="inlineStr"><is><t xml:space="preserve">`)
			if err := xml.EscapeText(&s.line, []byte(escapedLooks.ReplaceAllString(cell, "_x005F$0"))); err != nil {
				return err
			}
			s.line.WriteString(`</t></is></c>`)
		}
	}
	s.line.WriteString(`</row>`)
	_, err = io.WriteString(s.sheet, s.line.String())
	return err
}

// escapedLooks is text that a spreadsheet program takes for an escaped character.
var escapedLooks = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// columnName is the name of a column: A to Z, then AA.
func columnName(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return columnName(i/26-1) + columnName(i%26)
}

func (s *Spreadsheet) endSheet() error {
	if s.sheet == nil {
		return nil
	}
	_, err := io.WriteString(s.sheet, `</sheetData></worksheet>`)
	return err
}

// Close writes the parts that name the sheets.
func (s *Spreadsheet) Close() error {
	if err := s.endSheet(); err != nil {
		return err
	}
	const packaging, office = "http://schemas.openxmlformats.org/package/2006/", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var types, names, relations strings.Builder
	for i, name := range s.names {
		i++
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`, i)
		fmt.Fprintf(&names, `<sheet name="%[2]s" sheetId="%[1]d" r:id="rId%[1]d"/>`, i, name)
		fmt.Fprintf(&relations, `<Relationship Id="rId%[1]d" Type="`+office+`/worksheet" Target="worksheets/sheet%[1]d.xml"/>`, i)
	}
	for _, part := range [][2]string{
		{"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + office + `"><sheets>` + names.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packaging + `relationships">` + relations.String() + `</Relationships>`},
		{"_rels/.rels", `<Relationships xmlns="` + packaging + `relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"[Content_Types].xml", `<Types xmlns="` + packaging + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			types.String() + `</Types>`},
	} {
		w, err := s.zip.Create(part[0])
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, xml.Header+part[1]); err != nil {
			return err
		}
	}
	return s.zip.Close()
}
