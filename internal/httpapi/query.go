package httpapi

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// query is the parameters of a request.
type query = url.Values

func parseQuery(r *http.Request, op *contract.Operation) (query, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, tracker.ErrMalformedQuery
	}
	for _, p := range op.Params {
		if p.Type == "boolean" {
			if _, err := parseFlag(values, p.Name); err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}

// parseList reads the parameters every list has. Names are case-sensitive; a bad
// value is refused rather than guessed at.
func parseList(values query, l *contract.List) (q tracker.ListQuery, err error) {
	q = tracker.ListQuery{PageNumber: 1, PageSize: cmp.Or(l.PageSize, tracker.DefaultPageSize), Removed: tracker.RemovedInclude}
	if err = positive(values, "PageNumber", &q.PageNumber); err != nil {
		return q, err
	}
	if q.PageNumber > tracker.MaxPageNumber {
		return q, tracker.BadQuery("PageNumber", tracker.OutOfRange)
	}
	if err = positive(values, "PageSize", &q.PageSize); err != nil {
		return q, err
	}
	q.PageSize = min(q.PageSize, tracker.MaxPageSize)
	if l.Search {
		if q.Search, err = searchTerm(values); err != nil {
			return q, err
		}
	}
	if len(l.Sorts) > 0 {
		q.SortBy = l.Sorts[0]
		if sent := values.Get("SortBy"); sent != "" {
			if !slices.Contains(l.Sorts, sent) {
				return q, tracker.BadQuery("SortBy", tracker.NotAnOption)
			}
			q.SortBy = sent
		}
		if q.SortDescending, err = parseFlag(values, "SortDescending"); err != nil {
			return q, err
		}
		if values.Get("SortDescending") == "" {
			q.SortDescending = l.Descending
		}
	}
	if sent := tracker.RemovedFilter(values.Get("Removed")); l.Removed && sent != "" {
		if !slices.Contains([]tracker.RemovedFilter{tracker.RemovedInclude, tracker.RemovedExclude, tracker.RemovedOnly}, sent) {
			return q, tracker.BadQuery("Removed", tracker.NotAnOption)
		}
		q.Removed = sent
	}
	return q, nil
}

func searchTerm(values query) (string, error) {
	term := strings.TrimSpace(values.Get("Search"))
	switch {
	case !utf8.ValidString(term):
		return "", tracker.BadQuery("Search", tracker.NotUTF8)
	case strings.ContainsFunc(term, unicode.IsControl):
		return "", tracker.BadQuery("Search", tracker.NotPlain)
	case utf8.RuneCountInString(term) > tracker.MaxSearch:
		return "", tracker.BadQuery("Search", tracker.SearchTooLong)
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
		return tracker.BadQuery(name, tracker.NotPositive)
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
	return false, tracker.BadQuery(name, tracker.NotAFlag)
}

// parseEnum reads an enumerated value, given by number or key.
func parseEnum(name, sent string, keys []string) (int, error) {
	number, err := strconv.Atoi(sent)
	if err != nil {
		number = slices.Index(keys, sent)
	}
	if number < 0 || number >= len(keys) {
		return 0, tracker.BadQuery(name, tracker.NotAnOption)
	}
	return number, nil
}
