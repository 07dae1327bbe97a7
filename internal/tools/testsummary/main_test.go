package main

import (
	"io"
	"strings"
	"testing"
)

func TestSummarize(t *testing.T) {
	const passing = `{"Action":"output","Package":"p","Test":"A","Output":"noise\n"}
{"Action":"pass","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Elapsed":1}
`
	for name, c := range map[string]struct {
		in, says, hides string
		ok              bool
	}{
		"passing": {in: passing, says: "1 tests passed, 0 failed, 0 skipped", hides: "noise", ok: true},
		"failing": {in: passing + `{"Action":"output","Package":"p","Test":"B","Output":"broken\n"}
{"Action":"fail","Package":"p","Test":"B"}`, says: "broken"},
		"naming the failed": {in: passing + `{"Action":"fail","Package":"p","Test":"B"}
{"Action":"fail","Package":"p"}`, says: "failed: p B\n1 tests passed, 1 failed"},
		"skipped": {in: passing + `{"Action":"output","Package":"p","Test":"B","Output":"no database\n"}
{"Action":"skip","Package":"p","Test":"B"}`, says: "no database"},
		"crashed package": {in: passing + `{"Action":"output","Package":"q","Output":"panic\n"}
{"Action":"fail","Package":"q"}`, says: "panic"},
		"plain text":            {in: passing + "go: cannot find module\n", says: "cannot find module", ok: true},
		"nothing ran":           {in: "", says: "0 tests passed"},
		"package without tests": {in: passing + `{"Action":"skip","Package":"r"}`, says: "0 skipped", ok: true},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			ok, err := summarize(strings.NewReader(c.in), &out, io.Discard)
			if err != nil || ok != c.ok {
				t.Errorf("ok %v, %v; want %v", ok, err, c.ok)
			}
			if !strings.Contains(out.String(), c.says) {
				t.Errorf("does not say %q:\n%s", c.says, &out)
			}
			if c.hides != "" && strings.Contains(out.String(), c.hides) {
				t.Errorf("does not hide %q:\n%s", c.hides, &out)
			}
		})
	}
}

func TestTimes(t *testing.T) {
	var times strings.Builder
	_, err := summarize(strings.NewReader(`{"Action":"pass","Package":"p","Test":"A/sqlite/deep","Elapsed":3}
{"Action":"pass","Package":"p","Test":"A/sqlite","Elapsed":4}
{"Action":"pass","Package":"p","Test":"A","Elapsed":0}
{"Action":"fail","Package":"p","Test":"B","Elapsed":12.34}
{"Action":"pass","Package":"p","Elapsed":17}
`), io.Discard, &times)
	if want := "4.0\tp A/sqlite\n0.0\tp A\n12.3\tp B\n"; err != nil || times.String() != want {
		t.Errorf("%q, %v; want %q", times.String(), err, want)
	}
}
