package httpapi

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"btracker/internal/tracker"
)

// query is the parameters of a request.
type query = url.Values

// listSpec says what a list offers.
type listSpec struct {
	sorts      []string // the default first
	descending bool     // unless told otherwise
	removed    bool
	search     bool
	pageSize   int // default; tracker.DefaultPageSize unless set
}

// queryParam is a parameter beyond those of lists.
type queryParam struct {
	name, kind, doc string // kind: boolean or string
}

func parseQuery(r *http.Request, op *operation) (query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, tracker.Invalid("query", "malformed", "The query string is malformed.")
	}
	for _, p := range op.params {
		if p.kind == "boolean" {
			if _, err := parseFlag(values, p.name); err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}

// parse reads the parameters every list has. Names are case-sensitive; a bad
// value is refused rather than guessed at.
func (s *listSpec) parse(values query) (q tracker.ListQuery, err error) {
	q = tracker.ListQuery{PageNumber: 1, PageSize: tracker.DefaultPageSize, Removed: tracker.RemovedInclude}
	if s.pageSize != 0 {
		q.PageSize = s.pageSize
	}
	if err = positive(values, "PageNumber", &q.PageNumber); err != nil {
		return q, err
	}
	if q.PageNumber > tracker.MaxPageNumber {
		return q, badQuery("PageNumber", "is too large.")
	}
	if err = positive(values, "PageSize", &q.PageSize); err != nil {
		return q, err
	}
	q.PageSize = min(q.PageSize, tracker.MaxPageSize)
	if s.search {
		if q.Search, err = searchTerm(values); err != nil {
			return q, err
		}
	}
	if len(s.sorts) > 0 {
		q.SortBy = s.sorts[0]
		if sent := values.Get("SortBy"); sent != "" {
			if !slices.Contains(s.sorts, sent) {
				return q, badQuery("SortBy", "must be one of provided options.")
			}
			q.SortBy = sent
		}
		if q.SortDescending, err = parseFlag(values, "SortDescending"); err != nil {
			return q, err
		}
		if values.Get("SortDescending") == "" {
			q.SortDescending = s.descending
		}
	}
	if sent := tracker.RemovedFilter(values.Get("Removed")); s.removed && sent != "" {
		if !slices.Contains([]tracker.RemovedFilter{tracker.RemovedInclude, tracker.RemovedExclude, tracker.RemovedOnly}, sent) {
			return q, badQuery("Removed", "must be one of provided options.")
		}
		q.Removed = sent
	}
	return q, nil
}

func searchTerm(values query) (string, error) {
	term := strings.TrimSpace(values.Get("Search"))
	switch {
	case !utf8.ValidString(term):
		return "", badQuery("Search", "must be text in UTF-8.")
	case strings.ContainsFunc(term, unicode.IsControl):
		return "", badQuery("Search", "must not contain control characters.")
	case utf8.RuneCountInString(term) > tracker.MaxSearch:
		return "", badQuery("Search", fmt.Sprintf("length must be at most %d.", tracker.MaxSearch))
	}
	return term, nil
}

func positive(values query, name string, into *int) error {
	sent := values.Get(name)
	if sent == "" {
		return nil
	}
	n, _ := strconv.Atoi(sent) // 0 of what is no number, the largest of what is beyond it
	if n < 1 {
		return badQuery(name, "must be a whole number from 1.")
	}
	*into = n
	return nil
}

func parseFlag(values query, name string) (bool, error) {
	switch values.Get(name) {
	case "", "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, badQuery(name, "must be true or false.")
}

// parseEnum reads an enumerated value, given by number or key.
func parseEnum(name, sent string, keys []string) (int, error) {
	number, err := strconv.Atoi(sent)
	if err != nil {
		number = slices.Index(keys, sent)
	}
	if number < 0 || number >= len(keys) {
		return 0, badQuery(name, "must be one of provided options.")
	}
	return number, nil
}

func badQuery(name, complaint string) *tracker.Error {
	return tracker.Invalid(name, "query", tracker.Label(name)+" "+complaint)
}
