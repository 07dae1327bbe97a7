package tracker

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Whatever a client calls a file, and whatever is in it: a name is one part of a path without characters that hide its end, and
// nothing that a browser would run is shown in it.
func FuzzDocument(f *testing.F) {
	for _, name := range []string{"contract.pdf", `..\..\etc/passwd`, "a\x00b", "\u202efdp.exe", ".", "..", "a\nb", "CON", strings.Repeat("ä", 300)} {
		f.Add(name, []byte("<svg onload=alert(1)>"))
	}
	f.Add("x", []byte("GIF89a<script>alert(1)</script>"))
	f.Fuzz(func(t *testing.T, path string, begin []byte) {
		name := FileName(path)
		if name != "" && (strings.ContainsAny(name, `/\`) || name == "." || name == ".." || !utf8.ValidString(name) || utf8.RuneCountInString(name) > MaxDocumentName ||
			strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }) || FileName(name) != name) {
			t.Errorf("%q becomes %q", path, name)
		}
		if found := ContentType(begin); strings.ContainsAny(found, ";\r\n\" ") || found == "" || found == "text/plain" &&
			strings.Contains(strings.ToLower(string(begin[:min(len(begin), SniffLength)])), "<script") {
			t.Errorf("%q is %q", begin, found)
		}
	})
}
