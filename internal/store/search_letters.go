package store

import (
	"context"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"btracker/internal/tracker"
)

// When nothing has the words of a search, a word may have one wrong letter: another one, one too many, one too few, or
// two that changed places. The index finds rows that have a part of each word which such a mistake leaves whole, and the
// program compares their texts with the words.

// maxCandidates bounds the rows that are compared: the oldest ones.
const maxCandidates = 5000

// forgives reports whether a word may have a wrong letter. A number is another number then.
func forgives(word string) bool {
	return utf8.RuneCountInString(word) >= tracker.MinForgiven && !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsDigit(r) || unicode.IsSpace(r) })
}

func (w searchWords) forgives() bool {
	return slices.ContainsFunc(w, func(word searchWord) bool { return !word.isShort && forgives(word.texts[0]) })
}

// likely are words of which a text has every one, if it has the words of w with a wrong letter each. Not every word
// is among them. A row is likely too if its name begins with begin, unless that is empty.
func (w searchWords) likely() (likely searchWords, begin string) {
	five := ""
	for _, word := range w {
		switch text := word.texts[0]; {
		case word.isShort:
		case !forgives(text):
			likely = append(likely, word)
		case utf8.RuneCountInString(text) == tracker.MinForgiven:
			five = text
		default: // one half is as it should be, unless the letters around the middle changed places
			r := []rune(text)
			half := len(r) / 2
			likely = append(likely, searchWord{texts: []string{string(r[:half]), string(r[half:]), swapped(r, half-1)}})
		}
	}
	if len(likely) > 0 {
		return likely, ""
	}
	// Two letters are too few for trigrams. They have some together with what is before a word.
	r := []rune(five)
	begin = string(r[:2])
	parts := searchWord{texts: []string{string(r[2:]), swapped(r, 1)}}
	for _, start := range wordStarts {
		parts.texts = append(parts.texts, string(start)+begin)
	}
	return searchWords{parts}, begin
}

// swapped returns a word in which the letters at i and behind it have changed places.
func swapped(word []rune, i int) string {
	word = slices.Clone(word)
	word[i], word[i+1] = word[i+1], word[i]
	return string(word)
}

// resembles reports whether a text has the words, some of them with one wrong letter.
func (w searchWords) resembles(text string) bool {
	text = "\n" + text
	for _, word := range w {
		has := slices.ContainsFunc(word.texts, func(part string) bool { return strings.Contains(text, part) })
		if !has && (word.isShort || !forgives(word.texts[0]) || !hasNearly(text, []rune(word.texts[0]))) {
			return false
		}
	}
	return true
}

// hasNearly reports whether a word of the text begins with one that has a wrong letter.
func hasNearly(text string, word []rune) bool {
	for line := range strings.SplitSeq(text, "\n") {
		letters := []rune(line)
		for i := range letters {
			if (i == 0 || strings.ContainsRune(wordStarts, letters[i-1])) && beginsNearly(letters[i:], word) {
				return true
			}
		}
	}
	return false
}

// beginsNearly reports whether a text begins with a word that has one wrong letter at most.
func beginsNearly(text, word []rune) bool {
	same := 0
	for same < len(text) && same < len(word) && text[same] == word[same] {
		same++
	}
	if text, word = text[same:], word[same:]; len(word) == 0 || begins(text, word[1:]) { // one too many
		return true
	}
	if len(text) == 0 {
		return false
	}
	return begins(text[1:], word[1:]) || begins(text[1:], word) || // another one, one too few
		len(text) > 1 && len(word) > 1 && text[0] == word[1] && text[1] == word[0] && begins(text[2:], word[2:])
}

func begins(text, with []rune) bool {
	return len(text) >= len(with) && slices.Equal(text[:len(with)], with)
}

// resembling narrows a filter to rows that have the words of its search with wrong letters, nil if there are none.
func (q Queries) resembling(ctx context.Context, f *filter, l listOrder) (*filter, error) {
	near := f.withoutSearch()
	found, err := q.alike(ctx, near, l, *f.search)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	key, list := l.table+"."+l.tieBreaker(), near.arg(jsonText(found))
	if l.tie != "" {
		near.and(key + " IN (SELECT value FROM " + q.dialect.elements(list) + " AS found)")
	} else {
		near.and(oneOf(q.dialect, key, list))
	}
	return near, nil
}

// oneOf is the condition that a number is in a list.
func oneOf(d dialect, number, list string) string {
	return number + " IN (SELECT CAST(value AS BIGINT) FROM " + d.elements(list) + " AS found)"
}

// alike finds the rows of a filter that have the words of a search with wrong letters.
func (q Queries) alike(ctx context.Context, f *filter, l listOrder, s wordSearch) (found []any, err error) {
	words := s.words
	s.words, s.begin = words.likely()
	s.lead = s.words.longest()
	f = f.clone()
	f.lookFor(q.dialect, s)
	if f, err = q.byRarestWord(ctx, f); err != nil {
		return nil, err
	}
	key := l.table + "." + l.tieBreaker()
	err = each(ctx, q, func(r rows) error {
		var at any
		var text string
		if err := r.Scan(&at, &text); err != nil {
			return err
		}
		if words.resembles(text) {
			found = append(found, at)
		}
		return nil
	}, "SELECT "+key+", "+s.column+" FROM "+s.from+f.where()+" ORDER BY "+key+limited(maxCandidates), f.args...)
	return found, err
}
