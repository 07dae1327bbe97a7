package httpapi

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// spreadsheet writes an XLSX file row by row. It holds one row in memory, and the names of its sheets are
// written last, when they are known.
type spreadsheet struct {
	zip    *zip.Writer
	sheet  io.Writer // the sheet that is being written, or nil
	sheets int
	rows   int // of that sheet
	line   strings.Builder
}

func newSpreadsheet(w io.Writer) *spreadsheet { return &spreadsheet{zip: zip.NewWriter(w)} }

// sheetRows is how many rows spreadsheet programs take in a sheet. Further rows are in another sheet.
const sheetRows = 1 << 20

const sheetBegins = xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">` +
	`<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`

func (s *spreadsheet) row(cells []string, isNumber []bool) (err error) {
	if s.sheet == nil || s.rows == sheetRows {
		if err := s.endSheet(); err != nil {
			return err
		}
		s.sheets, s.rows = s.sheets+1, 0
		if s.sheet, err = s.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", s.sheets)); err != nil {
			return err
		}
		if _, err := io.WriteString(s.sheet, sheetBegins); err != nil {
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

func (s *spreadsheet) endSheet() error {
	if s.sheet == nil {
		return nil
	}
	_, err := io.WriteString(s.sheet, `</sheetData></worksheet>`)
	return err
}

// close writes the parts that name the sheets.
func (s *spreadsheet) close() error {
	if err := s.endSheet(); err != nil {
		return err
	}
	const packaging, office = "http://schemas.openxmlformats.org/package/2006/", "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	var types, names, relations strings.Builder
	for i := 1; i <= s.sheets; i++ {
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`, i)
		fmt.Fprintf(&names, `<sheet name="Sheet%[1]d" sheetId="%[1]d" r:id="rId%[1]d"/>`, i)
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
