package tracker

import (
	"encoding/json"
	"os"
	"testing"
)

// The web app is checked against the same file (web/src/api/serverTexts.test.ts): mails say what the screen says.
func TestGermanIsThatOfTheWebApp(t *testing.T) {
	file, err := os.ReadFile("testdata/german.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text   Text
		German string
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := c.Text.In(German); got != c.German {
			t.Errorf("%s says %q, want %q", c.Text.Key, got, c.German)
		}
	}
}

func TestEnglishIsForAllOthers(t *testing.T) {
	unknown := say("test.english", "Only {name} in English.", "this")
	defer delete(catalogue, "test.english")
	for text, want := range map[*Text]string{
		&unknown:                              "Only this in English.",
		new(InARow(WebhookOffTitle, unknown)): "Webhook switched off Only this in English.",
		{}:                                    "",
	} {
		if got := text.In(German); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for _, language := range []string{"", English, "fr"} {
		if got := WebhookOffTitle.In(language); got != "Webhook switched off" {
			t.Errorf("%q: %q", language, got)
		}
	}
}

// Each field of an import is found by its German heading, and by no heading of another field.
func TestGermanHeadingsOfImports(t *testing.T) {
	for _, list := range ImportLists {
		var headings []string
		for _, f := range ImportFields(list) {
			headings = append(headings, LabelIn(German, f.Label))
		}
		for i, column := range GuessColumns(ImportFields(list), headings) {
			if want := ImportFields(list)[i].Name; column.Field == nil || *column.Field != want {
				t.Errorf("%s: %s does not set %s", list, column.Header, want)
			}
		}
	}
}
