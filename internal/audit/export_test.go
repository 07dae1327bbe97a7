package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"btracker/internal/store"
)

// documented returns the blocks of code in docs/audit.md, by language.
func documented(t *testing.T) map[string]string {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join("..", "..", "docs", "audit.md"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, match := range regexp.MustCompile("(?s)```(\\w+)\n(.*?)```").FindAllStringSubmatch(string(doc), -1) {
		blocks[match[1]] += match[2]
	}
	return blocks
}

// stranger verifies a file with the program of docs/audit.md, which knows nothing of ours.
func stranger(t *testing.T, file string) (fits bool, says string) {
	t.Helper()
	script := filepath.Join(t.TempDir(), "verify.mjs")
	if err := os.WriteFile(script, []byte(documented(t)["js"]), 0o600); err != nil {
		t.Fatal(err)
	}
	node := exec.CommandContext(t.Context(), "node", script)
	node.Stdin = strings.NewReader(file)
	out, err := node.CombinedOutput()
	if _, ended := err.(*exec.ExitError); err != nil && !ended {
		t.Fatal(err)
	}
	return err == nil, string(out)
}

func (f *fixture) export() string {
	f.Helper()
	var file bytes.Buffer
	f.ok(Export(f.Context(), f.Store, &file))
	return file.String()
}

func TestStrangersCanVerifyAnExport(t *testing.T) {
	onBoth(t, func(f *fixture) {
		if fits, says := stranger(f.T, f.export()); !fits {
			f.Errorf("nothing: %s", says)
		}
		tampered(f)
		f.now = f.now.Add(time.Hour)
		f.logSome(sealSize + 10)
		f.seal()
		last, err := f.LastSeal(f.Context())
		f.ok(err)
		whole := f.export()
		expect := func(what, file string, want bool, words string) {
			f.Helper()
			if fits, says := stranger(f.T, file); fits != want || !strings.Contains(says, words) {
				f.Errorf("%s: %v, %s", what, fits, says)
			}
		}
		expect("all", whole, true, fmt.Sprintf("%d changes fit; the head is %s", 81+sealSize+10, last.Hash))
		lines := strings.SplitAfter(whole, "\n")
		expect("a byte of a value", strings.Replace(whole, "secret-first-1", "secret-first-7", 1), false, "seal 1")
		expect("a byte of a change", strings.Replace(whole, `"action":"password"`, `"action":"passwore"`, 1), false, "seal 1")
		expect("without a change", strings.Join(lines[1:], ""), false, "seal 1")
		expect("two changes reversed", lines[1]+lines[0]+strings.Join(lines[2:], ""), false, "seal 1")
		expect("an earlier seal", strings.Replace(whole, `"seal":{"n":2,`, `"seal":{"n":1,`, 1), false, "does not follow")
		expect("another time of a seal", strings.Replace(whole, `,"count":20,`, `,"count":21,`, 1), false, "was changed")

		// Without the person, and without the oldest changes.
		f.log(store.Change{At: f.now, Action: "erase", Entity: "user", EntityID: "user-1"})
		f.seal()
		f.ok(ErasePerson(f.Context(), f.Store, "user-1", "4711"))
		erased := f.export()
		expect("with somebody erased", erased, true, fmt.Sprintf("%d changes fit", 82+sealSize+10))
		if strings.Contains(erased, "mail-1@") || !strings.Contains(erased, `"hash":`) {
			f.Error("the export has values of somebody who was erased")
		}
		_, err = f.Cleanup(f.Context(), store.Retention{Changes: 30 * time.Minute}, f.now)
		f.ok(err)
		removed := f.export()
		expect("with retention", removed, true, fmt.Sprintf("%d changes fit", 62+sealSize+10))
		expect("with a hole", strings.Join(append(strings.SplitAfter(removed, "\n")[:1:1], lines[len(lines)-2]), ""), false, "does not follow")
	})
}

// The worked example of the documentation is one.
func TestTheDocumentedExampleFits(t *testing.T) {
	example := documented(t)["json"]
	if fits, says := stranger(t, example); !fits || !strings.Contains(says, "2 changes fit") {
		t.Errorf("%v, %s", fits, says)
	}
	for line := range strings.Lines(example) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	if text := `{"name":"Café"}`; len(text) != 16 {
		t.Errorf("%d bytes", len(text))
	}
}
