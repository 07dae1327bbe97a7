package store

import (
	"context"
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
	words      searchWords
	begin      string // rows whose name begins with it are found too, unless it is empty
	table      string
	from       string   // the tables of the texts
	column     string   // of the texts, or an expression
	isIndexed  bool     // by trigrams
	hasParent  bool     // the text goes on with the name of the row's company
	lead       int      // if so, the place of the word that the indexes are asked for
	candidates string   // selects the numbers of the rows that the indexes find
	condition  string   // for the rows of the table
	matches    string   // the FROM clause of a statement that reads no more of all matches than their names, and not by the condition
	compared   string   // a further condition for them, unless it is empty
	parts      []string // the same as matches, those by their own names and those by the names of their companies, if there is one word
	total      string   // counts the matches in the whole table, tombstones included, by indexes alone; "" if that can not be done
	text       string   // the placeholder of words.arg
	before     int      // arguments of the filter that are not of the search
}

// searchOf is a search by words in the text of a table that has a trigram index.
func searchOf(table string, words searchWords) wordSearch {
	s := wordSearch{words: words, table: table, from: table, column: table + ".search_text", isIndexed: true}
	if table == "project" {
		s.hasParent, s.lead = true, words.longest()
		s.from, s.column = "project JOIN company ON company.rowno = project.company_rowno", projectText("project", "company")
	}
	return s
}

// projectText is the expression of the text that a search for projects looks into: the name of the project, and that of its
// company.
func projectText(project, company string) string {
	return "(" + project + ".search_text || " + company + ".name_key || '\n')"
}

// byIndex are the words that the indexes are asked for. The texts of what they find are compared with the others.
func (s wordSearch) byIndex() searchWords {
	if s.hasParent {
		return searchWords{s.words[s.lead]}
	}
	return s.words
}

// byName sets the matches of one word: projects that have it in their own names, from a FROM clause about project, and those of
// companies p. end is put behind each SELECT.
func (s *wordSearch) byName(own, ofCompanies, end string) {
	own, ofCompanies = "SELECT project.rowno, project.name_key, project.deleted_at FROM "+own, "SELECT p.rowno, p.name_key, p.deleted_at "+ofCompanies
	s.matches = "(" + own + " UNION ALL " + ofCompanies + end + ") AS project"
	s.parts = []string{"(" + own + end + ") AS project", "(" + ofCompanies + end + ") AS project"}
}

// searchMatches is the FROM clause from which the names of all rows are read.
func (f *filter) searchMatches() string {
	if f.search.compared == "" {
		return f.search.matches + whereAll(f.conditions...)
	}
	return f.search.matches + whereAll(append(slices.Clone(f.conditions), f.search.compared)...)
}

// find matches the words of a term anywhere in the search text. A term of fewer than three
// characters has no trigrams, and matches the beginning of the name. It is the last step of a filter: another
// search may take its place.
func (f *filter) find(d dialect, table, term string) {
	if term = searchKey(term); hasTrigrams(term) {
		f.lookFor(d, searchOf(table, wordsOf(term)))
	} else {
		f.namePrefix(table, term)
	}
}

// findUnindexed matches the words of a term, however short, in texts that have no index.
func (f *filter) findUnindexed(d dialect, table, column, term string) {
	if term = searchKey(term); term != "" {
		f.lookFor(d, wordSearch{words: wordsOf(term), table: table, from: table, column: table + "." + column})
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

// enoughCandidates is how many rows with a word are counted to find the rarest word.
const enoughCandidates = 1000

// byRarestWord has the rarest word of a search for projects find them, whose texts are compared with the other words. A trigram index
// can not look for one word in the name of a project and for another in that of its company.
func (q Queries) byRarestWord(ctx context.Context, f *filter) (*filter, error) {
	if f.search == nil || !f.search.hasParent || len(f.search.words) == 1 {
		return f, nil
	}
	s, probe := *f.search, &filter{}
	var counts, places []int
	var columns []string
	var into []any
	for i, word := range s.words {
		if word.isShort {
			continue
		}
		of := searchOf(s.table, searchWords{word})
		q.dialect.search(probe, &of)
		columns = append(columns, "(SELECT count(*) FROM (SELECT rowno FROM ("+of.candidates+") AS found"+limited(enoughCandidates)+") AS counted)")
		places = append(places, i)
	}
	counts = make([]int, len(places))
	for i := range counts {
		into = append(into, &counts[i])
	}
	if _, err := one(ctx, q, func(r rows) (struct{}, error) { return struct{}{}, r.Scan(into...) }, "SELECT "+strings.Join(columns, ", "), probe.args...); err != nil {
		return nil, err
	}
	rarest := slices.Index(places, s.lead) // the longest word, unless another one is rarer
	for i := range places {
		if counts[i] < counts[rarest] {
			rarest = i
		}
	}
	if places[rarest] == s.lead {
		return f, nil
	}
	f, s.lead = f.clone(), places[rarest]
	f.args = f.args[:s.before]
	f.lookFor(q.dialect, s)
	return f, nil
}
