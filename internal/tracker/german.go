package tracker

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"
)

// Languages that a person can choose.
const (
	English = "en"
	German  = "de"
)

// germanFile has what the server says in German. `make generate` writes it from the tables of the web app
// (web/src/api/serverMessages.de.ts and outgoingMessages.de.ts), where the compiler refuses a sentence without German words.
//
//go:embed german.gen.json
var germanFile []byte

var german = sync.OnceValue(func() (words struct {
	Labels map[string]string // names of fields, by the English ones
	Words  map[string]string // roles, and ways to sign in, within a sentence
	Texts  map[string]string // sentences by key
}) {
	if err := json.Unmarshal(germanFile, &words); err != nil {
		panic("tracker: german.gen.json: " + err.Error())
	}
	return words
})

// In returns the sentence in a language. English is for every other language, and for a sentence that German has no words for.
func (t Text) In(language string) string {
	if language == German && t.isGerman() {
		return t.inGerman()
	}
	return t.String()
}

// isGerman reports whether German has words for the sentence, and for those within it.
func (t Text) isGerman() bool {
	_, isThere := german().Texts[t.Key]
	for _, inner := range t.Inner {
		isThere = isThere && inner.isGerman()
	}
	return isThere
}

// inGerman writes values as web/src/api/serverTexts.de.ts does.
func (t Text) inGerman() string {
	return t.fill(german().Texts[t.Key], joined(t.Inner, Text.inGerman), func(name, value string) string {
		switch name {
		case "label":
			return LabelIn(German, value)
		case "amount":
			return germanSigns.Replace(value)
		case "day", "lastDay":
			return writeDay(value, "02.01.2006")
		case "role", "roleBefore", "method", "provider":
			return translated(german().Words, value)
		}
		return value
	})
}

var germanSigns = strings.NewReplacer(".", ",", ",", ".")

// LabelIn returns the name of a field in a language, by its English one.
func LabelIn(language, label string) string {
	if language == German {
		return translated(german().Labels, label)
	}
	return label
}

func translated(table map[string]string, english string) string {
	if words, isThere := table[english]; isThere {
		return words
	}
	return english
}
