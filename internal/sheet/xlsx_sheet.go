package sheet

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"
)

// sheetReader reads the rows of a sheet.
type sheetReader struct {
	*table
	book *workbook

	number int // of the row
	cells  []string
	column int // of the cell, from 0
	kind   string
	style  int
	inline textReader
	value  strings.Builder
	inCell bool
	inV    bool
}

func (s *sheetReader) token(token xml.Token) error {
	if s.inCell && s.kind == "inlineStr" {
		s.inline.token(token)
		if err := s.checkCell(s.number, s.column, s.inline.text.Len()); err != nil {
			return err
		}
	}
	switch token := token.(type) {
	case xml.StartElement:
		return s.start(token)
	case xml.EndElement:
		return s.end(token)
	case xml.CharData:
		if s.inCell && s.inV {
			s.value.Write(token)
			return s.checkCell(s.number, s.column, s.value.Len())
		}
	}
	return nil
}

func (s *sheetReader) start(token xml.StartElement) error {
	switch token.Name.Local {
	case "dimension": // ref is A1:F101
		_, corner, _ := strings.Cut(attr(token, "ref"), ":")
		if n, err := strconv.Atoi(strings.TrimLeft(corner, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")); err == nil && n <= 1<<20 {
			s.last = n
		}
	case "row":
		s.number++
		if n, err := strconv.Atoi(attr(token, "r")); err == nil && n > 0 && n <= 1<<20 {
			s.number = n
		}
		s.cells, s.column = s.cells[:0], -1
	case "c":
		s.column++
		if place := columnOf(attr(token, "r")); place >= 0 {
			s.column = place
		}
		s.inCell, s.kind, s.style = true, attr(token, "t"), 0
		if n, err := strconv.Atoi(attr(token, "s")); err == nil {
			s.style = n
		}
	case "v":
		s.inV = true
	}
	return nil
}

func (s *sheetReader) end(token xml.EndElement) error {
	switch token.Name.Local {
	case "v":
		s.inV = false
	case "c":
		text := s.text()
		s.inCell, s.inV = false, false
		s.value.Reset()
		if text == "" {
			return nil
		}
		if err := s.checkCell(s.number, s.column, len(text)); err != nil {
			return err
		}
		for len(s.cells) <= s.column {
			s.cells = append(s.cells, "")
		}
		s.cells[s.column] = text
	case "row":
		if s.number == 0 {
			return nil // no row began
		}
		for s.begun && len(s.cells) < s.width {
			s.cells = append(s.cells, "")
		}
		return s.row(s.number, s.cells)
	}
	return nil
}

// text is the text of the cell that ends.
func (s *sheetReader) text() string {
	value := s.value.String()
	switch s.kind {
	case "inlineStr":
		return s.inline.take()
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil {
			return s.book.shared.at(i)
		}
		return ""
	case "str":
		return unescaped(value)
	case "b":
		if value == "1" || value == "true" {
			return "true"
		}
		return "false"
	case "e", "d":
		return value
	}
	number, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil || math.IsInf(number, 0) || math.IsNaN(number) || math.Abs(number) >= 1e18 {
		return value
	}
	if s.style >= 0 && s.style < len(s.book.isDate) && s.book.isDate[s.style] && number >= 1 && number < 2958466 { // the year 10000
		return s.book.date(number)
	}
	// A program writes 176.40000000000001 for the number that it shows as 176.4.
	return strconv.FormatFloat(number, 'f', -1, 64)
}

// date writes a serial number of days as a date, with its time if it has one.
func (b *workbook) date(serial float64) string {
	if b.from == 25569 && serial < 60 {
		serial++ // there, 1900 is a leap year
	}
	at := time.Unix(int64(math.Round((serial-float64(b.from))*86400)), 0).UTC()
	if at.Hour() == 0 && at.Minute() == 0 && at.Second() == 0 {
		return at.Format(time.DateOnly)
	}
	return at.Format(time.RFC3339)
}

// columnOf is the number of the column that a place names, from 0; -1 if it names none. Columns
// beyond those that programs have are one too many.
func columnOf(place string) int {
	column := 0
	for i := 0; i < len(place); i++ {
		b := place[i]
		if b < 'A' || b > 'Z' {
			break
		}
		if column = column*26 + int(b-'A') + 1; column > 1<<20 {
			return 1 << 20
		}
	}
	return column - 1
}
