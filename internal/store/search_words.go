package store

import (
	"slices"
	"strings"
	"unicode/utf8"

	"btracker/internal/tracker"
)

// searchWords is what a search looks for: the text of a row has to have every word.
type searchWords []searchWord

// searchWord is one of them: the text has to contain one of these.
type searchWord struct {
	texts   []string
	isShort bool // too short for trigrams
}

// maxSearchWords bounds the words. What is behind the last word belongs to it.
const maxSearchWords = 8

// wordStarts are the characters behind which a word of a text begins. The text itself begins behind a line break.
const wordStarts = "\n \t-_./,:;@&+#'\"(["

// wordsOf splits a term into words, which a text may have in any order. A word too short for trigrams has to be at the
// beginning of a word, unless the text has the whole term. A term of nothing but such words is looked for as it stands.
func wordsOf(term string) searchWords {
	fields := strings.Fields(term)
	if len(fields) > maxSearchWords {
		fields = append(fields[:maxSearchWords-1], strings.Join(fields[maxSearchWords-1:], " "))
	}
	if len(fields) == 1 || !slices.ContainsFunc(fields, hasTrigrams) {
		return searchWords{{texts: []string{term}}}
	}
	words := make(searchWords, len(fields))
	for i, field := range fields {
		words[i].texts = []string{field}
		if !hasTrigrams(field) {
			words[i] = searchWord{texts: []string{term}, isShort: true}
			for _, start := range wordStarts {
				words[i].texts = append(words[i].texts, string(start)+field)
			}
		}
	}
	return words
}

func hasTrigrams(text string) bool { return utf8.RuneCountInString(text) >= tracker.MinSearchAnywhere }

func (w searchWords) isOneText() bool { return len(w) == 1 && len(w[0].texts) == 1 }

func (w searchWords) hasShort() bool {
	return slices.ContainsFunc(w, func(word searchWord) bool { return word.isShort })
}

// longest is the place of the longest word that an index finds: most often the one that the fewest texts have.
func (w searchWords) longest() (place int) {
	most := 0
	for i, word := range w {
		if n := len(word.texts[0]); !word.isShort && n > most {
			place, most = i, n
		}
	}
	return place
}

// arg is the argument of in.
func (w searchWords) arg() string {
	if w.isOneText() {
		return w[0].texts[0]
	}
	texts := make([][]string, len(w))
	for i, word := range w {
		texts[i] = word.texts
	}
	return jsonText(texts)
}

// in is the condition that a text has the words, without an index. It is one statement for any number of words, because
// a database keeps the plan of each.
func (w searchWords) in(d dialect, text, placeholder string) string {
	if w.isOneText() {
		return d.contains(text, placeholder)
	}
	return "NOT EXISTS (SELECT 1 FROM " + d.lists(placeholder) + " AS words WHERE NOT EXISTS (SELECT 1 FROM " + d.elements("words.value") +
		" AS word WHERE " + d.contains("('\n' || "+text+")", "word.value") + "))"
}

// wordSearch is a search in SQL.
type wordSearch struct {
	words     searchWords
	begin     string // rows whose name begins with it are found too, unless it is empty
	table     string
	column    string // of the texts
	isIndexed bool   // by trigrams
	condition string // for the rows of the table
	total     string // counts the matches in the whole table, tombstones included, by the index alone; "" if that can not be done
	text      string // the placeholder of words.arg
	before    int    // arguments of the filter that are not of the search
}

// find matches the words of a term anywhere in the search text. A term of fewer than three
// characters has no trigrams, and matches the beginning of the name. It is the last step of a filter: another
// search may take its place.
func (f *filter) find(d dialect, table, term string) {
	if term = searchKey(term); hasTrigrams(term) {
		f.lookFor(d, wordSearch{words: wordsOf(term), table: table, column: table + ".search_text", isIndexed: true})
	} else {
		f.namePrefix(table, term)
	}
}

// findUnindexed matches the words of a term, however short, in texts that have no index.
func (f *filter) findUnindexed(d dialect, table, column, term string) {
	if term = searchKey(term); term != "" {
		f.lookFor(d, wordSearch{words: wordsOf(term), table: table, column: table + "." + column})
	}
}

// withoutSearch returns a copy of the filter as it was before the search.
func (f *filter) withoutSearch() *filter {
	c := f.clone()
	c.args, c.search, c.kept = c.args[:f.search.before], nil, ""
	return c
}

func (f *filter) lookFor(d dialect, s wordSearch) {
	s.before = len(f.args)
	if s.isIndexed {
		d.search(f, &s)
	} else {
		s.text = f.arg(s.words.arg())
		s.condition = s.words.in(d, s.column, s.text)
	}
	f.search = &s
}
