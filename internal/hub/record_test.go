package hub

import (
	"bytes"
	"testing"
)

// The same records come out of a stream, whatever pieces it arrives in.
func FuzzSplitter(f *testing.F) {
	f.Add([]byte(shake+ping), uint8(7))
	f.Add([]byte("\x1e\x1e{}"), uint8(1))
	f.Add(bytes.Repeat([]byte("x"), maxRecord+2), uint8(255))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		collect := func(step int) (records []string, err error) {
			var s splitter
			for rest := data; len(rest) > 0 && err == nil; {
				n := min(step, len(rest))
				err = s.feed(rest[:n], func(r []byte) error { records = append(records, string(r)); return nil })
				rest = rest[n:]
				if len(s.partial) > maxRecord {
					t.Fatalf("holds %d bytes", len(s.partial))
				}
			}
			return records, err
		}
		whole, wholeErr := collect(len(data) + 1)
		pieces, piecesErr := collect(int(size) + 1)
		if wholeErr != piecesErr || len(whole) != len(pieces) {
			t.Fatalf("whole: %d records, %v; in pieces: %d, %v", len(whole), wholeErr, len(pieces), piecesErr)
		}
		for i := range whole {
			if whole[i] != pieces[i] || bytes.IndexByte([]byte(whole[i]), separator) >= 0 {
				t.Fatalf("record %d: %q and %q", i, whole[i], pieces[i])
			}
		}
	})
}

// The answer to any input consists of whole records.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{ping, bye, `{"type":1,"invocationId":"1","target":"\u001e"}`, `{"type":4,"invocationId":""}`, "[]", "{", `{"protocol":"\n","version":1}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		records := [][]byte{handshakeError(checkHandshake(data))}
		if m, err := parseMessage(data); err == nil {
			if answer := m.answer(); answer != nil {
				records = append(records, answer)
			}
		}
		for _, r := range records {
			if bytes.IndexByte(r, separator) != len(r)-1 || bytes.ContainsAny(r, "\r\n") {
				t.Fatalf("not one record on one line: %q", r)
			}
		}
	})
}

func TestInvocationWithoutArguments(t *testing.T) {
	if r, err := Invocation("Reload"); err != nil || string(r) != `{"type":1,"target":"Reload","arguments":[]}`+"\x1e" {
		t.Errorf("%q %v", r, err)
	}
	if _, err := Invocation("Reload", func() {}); err == nil {
		t.Error("a function was serialised")
	}
}
