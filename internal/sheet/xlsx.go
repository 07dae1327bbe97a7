package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"
	"unicode/utf16"

	"btracker/internal/tracker"
)

// Limits of an XLSX file beyond those of its table. What is unpacked is read piece by piece, except
// for the shared texts, which are kept.
const (
	maxParts  = 2000
	maxShared = 64 << 20 // with where each text ends
	maxSmall  = 4 << 20  // of parts that only name others
	maxToken  = 1 << 20  // one tag, or one text
	maxStyles = 65_000
)

// readXLSX reads the first visible sheet.
func (t *table) readXLSX(file []byte) error {
	// zip.NewReader keeps a record of each part, so they are counted before.
	if bytes.Count(file, []byte("PK\x01\x02")) > maxParts {
		return tracker.UnreadableFile(tooManyParts.With())
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return tracker.UnreadableFile(damagedFile.With())
	}
	book := workbook{zip: archive, table: t, unzipped: t.limits.Unzipped}
	if err := book.open(t.limits); err != nil {
		return err
	}
	s := sheetReader{table: t, book: &book}
	return book.part(book.sheet, t.limits.Unzipped, s.token)
}

// workbook is what the cells of a sheet refer to.
type workbook struct {
	zip      *zip.Reader
	table    *table
	unzipped int64  // bytes that may still be unpacked
	sheet    string // name of the part
	from     int    // serial number of 1970-01-01
	isDate   []bool // by style
	shared   texts
}

// open reads everything but the sheet.
func (b *workbook) open(limits Limits) error {
	b.from = 25569
	var first string // id of the first visible sheet
	if err := b.part("xl/workbook.xml", maxSmall, func(token xml.Token) error {
		start, _ := token.(xml.StartElement)
		switch start.Name.Local {
		case "workbookPr":
			if value := attr(start, "date1904"); value == "1" || value == "true" {
				b.from = 24107
			}
		case "sheet":
			if state := attr(start, "state"); first == "" && (state == "" || state == "visible") {
				first = attr(start, "id")
			}
		}
		return nil
	}); err != nil {
		return err
	}
	if first == "" {
		return tracker.UnreadableFile(noSheet.With())
	}
	if err := b.part("xl/_rels/workbook.xml.rels", maxSmall, func(token xml.Token) error {
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "Relationship" && attr(start, "Id") == first {
			target := attr(start, "Target")
			if !strings.HasPrefix(target, "/") {
				target = "/xl/" + target
			}
			b.sheet = path.Clean(target)[1:]
		}
		return nil
	}); err != nil {
		return err
	}
	if b.has("xl/styles.xml") {
		styles := styleReader{book: b, custom: map[string]bool{}}
		if err := b.part("xl/styles.xml", maxSmall, styles.token); err != nil {
			return err
		}
	}
	if b.has("xl/sharedStrings.xml") {
		texts := sharedReader{book: b, limits: limits}
		return b.part("xl/sharedStrings.xml", limits.Unzipped, texts.token)
	}
	return nil
}

func (b *workbook) has(name string) bool { return b.find(name) != nil }

func (b *workbook) find(name string) *zip.File {
	for _, f := range b.zip.File {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

// part reads the tokens of one part, to its end, where its checksum is compared.
func (b *workbook) part(name string, limit int64, use func(xml.Token) error) error {
	f := b.find(name)
	if f == nil {
		return tracker.UnreadableFile(missingPart.With(path.Base(name)))
	}
	opened, err := f.Open()
	if err != nil {
		return damaged(name)
	}
	defer opened.Close()
	in := &boundedReader{in: b.table.interruptible(opened), left: min(limit, b.unzipped)}
	before := in.left
	defer func() { b.unzipped -= before - in.left }()
	decoder := xml.NewDecoder(in)
	for depth := 0; ; {
		in.token = maxToken
		token, err := decoder.RawToken() // without a stack, so that depth costs nothing
		switch {
		case err == io.EOF && depth == 0:
			return nil
		case errors.Is(err, errUnzipped):
			return tracker.UnreadableFile(unpacksTooMuch.With())
		case b.table.ctx.Err() != nil:
			return b.table.ctx.Err()
		case err != nil:
			return damaged(name)
		}
		switch token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		}
		if err := use(token); err != nil {
			return err
		}
	}
}

func damaged(name string) error {
	return tracker.UnreadableFile(damagedPart.With(path.Base(name)))
}

var errUnzipped = errors.New("unpacks to too much")

// boundedReader bounds a part, and each of its tokens, which xml keeps in memory.
type boundedReader struct {
	in    io.Reader
	left  int64
	token int
}

func (r *boundedReader) Read(p []byte) (int, error) {
	if r.left <= 0 || r.token <= 0 {
		return 0, errUnzipped
	}
	n, err := r.in.Read(p)
	r.left, r.token = r.left-int64(n), r.token-n
	return n, err
}

func attr(start xml.StartElement, name string) string {
	for _, a := range start.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// textReader collects the text of a shared or inline string, without its phonetic hints.
type textReader struct {
	text     strings.Builder
	in       bool // <t>
	phonetic bool
}

func (r *textReader) token(token xml.Token) {
	switch token := token.(type) {
	case xml.StartElement:
		switch token.Name.Local {
		case "t":
			r.in = !r.phonetic
		case "rPh":
			r.phonetic = true
		}
	case xml.EndElement:
		switch token.Name.Local {
		case "t":
			r.in = false
		case "rPh":
			r.phonetic = false
		}
	case xml.CharData:
		if r.in {
			r.text.Write(token)
		}
	}
}

func (r *textReader) take() string {
	text := unescaped(r.text.String())
	r.text.Reset()
	r.in, r.phonetic = false, false
	return text
}

// unescaped replaces _x0041_ by the character that it stands for.
func unescaped(text string) string {
	if !strings.Contains(text, "_x") {
		return text
	}
	var b strings.Builder
	var units []uint16
	flush := func() {
		b.WriteString(string(utf16.Decode(units)))
		units = units[:0]
	}
	for i := 0; i < len(text); {
		if i+7 <= len(text) && text[i] == '_' && text[i+1] == 'x' && text[i+6] == '_' {
			if code, err := strconv.ParseUint(text[i+2:i+6], 16, 16); err == nil {
				units = append(units, uint16(code))
				i += 7
				continue
			}
		}
		flush()
		b.WriteByte(text[i])
		i++
	}
	flush()
	return b.String()
}

// texts keeps many texts in few pieces of memory: a string for each would take more than the
// texts themselves.
type texts struct {
	blocks []string
	block  strings.Builder // the last one, while it grows
	ends   []textEnd
}

// textEnd is where a text ends; it begins where the one before it ends, or its block begins.
type textEnd struct{ block, at int32 }

const textBlock = 1 << 20

func (t *texts) add(text string) {
	if t.block.Cap() == 0 || t.block.Len()+len(text) > textBlock {
		if t.block.Len() > 0 {
			t.blocks = append(t.blocks, t.block.String())
		}
		t.block = strings.Builder{}
		t.block.Grow(max(textBlock, len(text)))
	}
	t.block.WriteString(text)
	t.ends = append(t.ends, textEnd{int32(len(t.blocks)), int32(t.block.Len())})
}

func (t *texts) size() int { return (len(t.blocks)+1)*textBlock + len(t.ends)*8 }

// at returns the text with a number; "" if there is none.
func (t *texts) at(i int) string {
	if i < 0 || i >= len(t.ends) {
		return ""
	}
	end, begin := t.ends[i], int32(0)
	if i > 0 && t.ends[i-1].block == end.block {
		begin = t.ends[i-1].at
	}
	if int(end.block) == len(t.blocks) {
		return t.block.String()[begin:end.at]
	}
	return t.blocks[end.block][begin:end.at]
}

// sharedReader reads the texts that cells refer to by number.
type sharedReader struct {
	textReader
	book   *workbook
	limits Limits
}

func (r *sharedReader) token(token xml.Token) error {
	r.textReader.token(token)
	if r.text.Len() > r.limits.Cell {
		return tracker.UnreadableFile(longText.With(r.limits.Cell))
	}
	if end, ok := token.(xml.EndElement); ok && end.Name.Local == "si" {
		// More texts than cells are in no table.
		if r.book.shared.add(r.take()); r.book.shared.size() > maxShared || len(r.book.shared.ends) > r.book.table.cellsLeft {
			return tracker.UnreadableFile(tooManyTexts.With())
		}
	}
	return nil
}

// styleReader finds out which styles show a number as a date.
type styleReader struct {
	book    *workbook
	custom  map[string]bool // is a date, by the id of the format
	inCells bool
}

func (r *styleReader) token(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		switch token.Name.Local {
		case "numFmt":
			if len(r.custom) < maxStyles {
				r.custom[attr(token, "numFmtId")] = isDateFormat(attr(token, "formatCode"))
			}
		case "cellXfs":
			r.inCells = true
		case "xf":
			if r.inCells && len(r.book.isDate) < maxStyles {
				r.book.isDate = append(r.book.isDate, r.isDate(attr(token, "numFmtId")))
			}
		}
	case xml.EndElement:
		if token.Name.Local == "cellXfs" {
			r.inCells = false
		}
	}
	return nil
}

func (r *styleReader) isDate(id string) bool {
	if is, known := r.custom[id]; known {
		return is
	}
	n, err := strconv.Atoi(id)
	return err == nil && (14 <= n && n <= 17 || n == 22 || 27 <= n && n <= 36 || 50 <= n && n <= 58)
}

// isDateFormat reports whether a format shows a day: it has a letter for a year, or for a day.
func isDateFormat(format string) bool {
	inQuotes, inBrackets := false, false
	for i := 0; i < len(format); i++ {
		switch b := format[i]; {
		case b == '"':
			inQuotes = !inQuotes
		case inQuotes:
		case b == '\\' || b == '_' || b == '*':
			i++ // the next character is itself
		case b == '[':
			inBrackets = true
		case b == ']':
			inBrackets = false
		case inBrackets:
		case b == ';':
			return false // the formats of other numbers
		case strings.IndexByte("yYdD", b) >= 0:
			return true
		}
	}
	return false
}
