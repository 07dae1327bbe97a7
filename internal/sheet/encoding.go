package sheet

import (
	"bytes"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"btracker/internal/tracker"
)

// decoded reads a text as UTF-8, whatever its encoding is: UTF-8 or UTF-16, with or without a byte order
// mark, else Windows-1252, in which every text is something.
func decoded(file []byte) (io.Reader, error) {
	if rest, marked := bytes.CutPrefix(file, []byte("\xEF\xBB\xBF")); marked {
		if !utf8.Valid(rest) {
			return nil, tracker.UnreadableFile(notUTF8.With())
		}
		return bytes.NewReader(rest), nil
	}
	for _, wide := range []struct {
		mark       []byte
		endianness unicode.Endianness
		zeros      int // which bytes of Latin letters are zero
	}{{[]byte("\xFF\xFE"), unicode.LittleEndian, 1}, {[]byte("\xFE\xFF"), unicode.BigEndian, 0}} {
		rest, marked := bytes.CutPrefix(file, wide.mark)
		if !marked && !looksWide(file, wide.zeros) {
			continue
		}
		if len(rest)%2 != 0 {
			return nil, tracker.UnreadableFile(cutUTF16.With())
		}
		return reader(unicode.UTF16(wide.endianness, unicode.IgnoreBOM), rest), nil
	}
	if bytes.IndexByte(file[:min(len(file), 4096)], 0) >= 0 {
		return nil, tracker.UnreadableFile(notATable.With())
	}
	if utf8.Valid(file) {
		return bytes.NewReader(file), nil
	}
	if isCutOff(file) {
		return nil, tracker.UnreadableFile(cutOff.With())
	}
	return reader(charmap.Windows1252, file), nil
}

func reader(e encoding.Encoding, text []byte) io.Reader {
	return e.NewDecoder().Reader(bytes.NewReader(text))
}

// looksWide reports whether a text without a mark is UTF-16: of the first pairs of bytes most have a zero
// at that place, and few at the other one.
func looksWide(file []byte, zeros int) bool {
	pairs, here, there := 0, 0, 0
	for i := 0; i+1 < len(file) && i < 2048; i += 2 {
		pairs++
		if file[i+zeros] == 0 {
			here++
		}
		if file[i+1-zeros] == 0 {
			there++
		}
	}
	return pairs >= 2 && here*2 > pairs && there == 0
}

// isCutOff reports whether a text is UTF-8 with letters beyond ASCII, except for its last character.
func isCutOff(file []byte) bool {
	for cut := 1; cut < utf8.UTFMax && cut < len(file); cut++ {
		head, tail := file[:len(file)-cut], file[len(file)-cut:]
		if utf8.RuneStart(tail[0]) {
			return !utf8.FullRune(tail) && utf8.Valid(head) && utf8.RuneCount(head) < len(head)
		}
	}
	return false
}
