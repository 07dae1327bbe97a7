package tracker

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Text is a sentence for people: its key in the catalogue and the values in it. The API sends it beside the English
// sentence, and programs that speak another language look the key up.
type Text struct {
	Key    string            `json:"key" doc:"Stable: it stays when the words of the sentence change."`
	Params map[string]string `json:"params,omitempty" doc:"The values in the sentence, by their names. One that is called day, or ends in Day, is a day such as 2006-01-02; label is the English name of a field."`
	Inner  []Text            `json:"inner,omitempty" doc:"Sentences within it, one after the other."`
}

// Sentence is the key of a sentence of the catalogue.
type Sentence string

// catalogue has the English words of every sentence. {name} stands for a value, {inner} for other sentences.
var catalogue = map[Sentence]string{}

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

const (
	innerName = "inner"
	dayOnWire = time.DateOnly
	dayInText = "2 Jan 2006"
)

// NewSentence adds a sentence to the catalogue. It is called while packages are initialised, and panics if the key has
// other words already.
func NewSentence(key, english string) Sentence {
	s := Sentence(key)
	if words, isKnown := catalogue[s]; isKnown && words != english {
		panic("tracker: two sentences have the key " + key)
	}
	catalogue[s] = english
	return s
}

// Sentences returns the catalogue: English words by key.
func Sentences() map[Sentence]string { return maps.Clone(catalogue) }

// say adds a sentence to the catalogue and says it.
func say(key, english string, values ...any) Text { return NewSentence(key, english).With(values...) }

// With says the sentence with values, in the order of their places in it. A Text or a list of them takes the place of
// {inner}, a time is a day.
func (s Sentence) With(values ...any) Text {
	t := Text{Key: string(s)}
	places := placeholder.FindAllStringSubmatch(catalogue[s], -1)
	if len(places) != len(values) {
		panic(fmt.Sprintf("tracker: %d values for the %d places of %s", len(values), len(places), s))
	}
	for i, value := range values {
		switch value := value.(type) {
		case Text:
			t.Inner = []Text{value}
			continue
		case []Text:
			t.Inner = value
			continue
		case time.Time:
			values[i] = value.Format(dayOnWire)
		}
		if t.Params == nil {
			t.Params = make(map[string]string, len(places))
		}
		t.Params[places[i][1]] = fmt.Sprint(values[i])
	}
	return t
}

// String returns the English sentence; none for the zero Text.
func (t Text) String() string {
	return t.fill(catalogue[Sentence(t.Key)], joined(t.Inner, Text.String), func(name, value string) string {
		if strings.HasSuffix(strings.ToLower(name), "day") {
			return writeDay(value, dayInText)
		}
		return value
	})
}

// fill puts the values into the words of a sentence.
func (t Text) fill(words, inner string, write func(name, value string) string) string {
	return placeholder.ReplaceAllStringFunc(words, func(place string) string {
		name := place[1 : len(place)-1]
		if name == innerName {
			return inner
		}
		return write(name, t.Params[name])
	})
}

// writeDay writes a day of the wire in another way. Other texts stay as they are.
func writeDay(value, layout string) string {
	if day, err := time.Parse(dayOnWire, value); err == nil {
		return day.Format(layout)
	}
	return value
}

// IsZero reports whether nothing is said.
func (t Text) IsZero() bool { return t.Key == "" }

// TextOf returns the Text of an English sentence without values, which was stored as words; the zero Text if the
// catalogue does not have it.
func TextOf(english string) Text { return Text{Key: string(keyByWords()[english])} }

// keyByWords finds the first key of words that several sentences have.
var keyByWords = sync.OnceValue(func() map[string]Sentence {
	keys := make(map[string]Sentence, len(catalogue))
	for _, s := range slices.Backward(slices.Sorted(maps.Keys(catalogue))) {
		keys[catalogue[s]] = s
	}
	return keys
})

// Messages returns the English sentences of texts by field.
func Messages(texts map[string][]Text) map[string][]string {
	messages := make(map[string][]string, len(texts))
	for field, of := range texts {
		for _, t := range of {
			messages[field] = append(messages[field], t.String())
		}
	}
	return messages
}

func joined(texts []Text, say func(Text) string) string {
	words := make([]string, len(texts))
	for i, t := range texts {
		words[i] = say(t)
	}
	return strings.Join(words, " ")
}

// InARow says several sentences as one text.
func InARow(texts ...Text) Text {
	if len(texts) == 1 {
		return texts[0]
	}
	return sentencesInARow.With(texts)
}

// sentencesInARow is for a reason that is more than one sentence.
var sentencesInARow = NewSentence("sentences", "{inner}")
