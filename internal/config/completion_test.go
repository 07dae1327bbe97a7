package config

import (
	"strings"
	"testing"
)

// Every command and flag of the help is in each script and in the manual.
func TestEveryFlagIsCompletedAndInTheManual(t *testing.T) {
	manual := strings.ReplaceAll(Manual(), `\-`, "-")
	for _, shell := range shells {
		script, err := Completion(shell.name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range commands {
			if !strings.Contains(manual, "\n.B btracker "+c.signature()+"\n") {
				t.Errorf("%s is not in the manual", c.name)
			}
			for word := range strings.FieldsSeq(c.name) {
				if !strings.Contains(script, word) {
					t.Errorf("%s: %s is missing", shell.name, word)
				}
			}
		}
		for _, s := range settingsOf(&Config{}) {
			if flag := map[bool]string{true: "-l " + s.flag + " ", false: "--" + s.flag}[shell.name == "fish"]; s.flag != "" && !strings.Contains(script, flag) {
				t.Errorf("%s: %s is missing", shell.name, flag)
			}
			if !strings.Contains(manual, s.env) || s.flag != "" && !strings.Contains(manual, "\n.B --"+s.flag) {
				t.Errorf("%s is not in the manual", s.title())
			}
		}
	}
}

func TestTextOfTheManualHasNoMeaningToRoff(t *testing.T) {
	for text, want := range map[string]string{".TH": `\&.TH`, "'so": `\&'so`, `a\b-c`: `a\eb\-c`} {
		if got := roff(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
}
