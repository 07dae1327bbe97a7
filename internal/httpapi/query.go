package httpapi

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

type query = url.Values

func parseQuery(raw string, op *contract.Operation) (query, error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, tracker.ErrMalformedQuery
	}
	for _, p := range op.Params {
		if p.Type == "boolean" {
			if _, err := parseFlag(values, p.Name, false); err != nil {
				return nil, err
			}
		}
	}
	return values, nil
}

// parseList reads the parameters of a list. Names are case-sensitive, and a bad value is refused.
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
		q.Ranked = q.Search != "" && values.Get("SortBy") == "" && values.Get("SortDescending") == ""
	}
	if len(l.Sorts) > 0 {
		if err = parseSorts(values, l, &q); err != nil {
			return q, err
		}
	}
	if l.HasOwn {
		if q.OwnParams, err = parseOwn(values); err != nil {
			return q, err
		}
	}
	if l.Removed {
		q.Removed, err = parseOption(values, "Removed", tracker.RemovedFilters, tracker.RemovedInclude)
	}
	return q, err
}

// parseSorts reads what to sort by, and in which directions: one for all, or one for each.
func parseSorts(values query, l *contract.List, q *tracker.ListQuery) error {
	names, directions := strings.Split(values.Get("SortBy"), ","), strings.Split(values.Get("SortDescending"), ",")
	if len(names) > tracker.MaxSorts {
		return tracker.BadQuery("SortBy", tracker.TooManySorts)
	}
	var sorts []tracker.Sort
	for i, name := range names {
		if name == "" && len(names) == 1 {
			name = l.Sorts[0]
		}
		if !slices.Contains(l.Sorts, name) && !(l.HasOwn && strings.HasPrefix(name, tracker.OwnPrefix)) {
			return tracker.BadQuery("SortBy", tracker.NotAnOption)
		}
		if slices.ContainsFunc(sorts, func(s tracker.Sort) bool { return s.By == name }) {
			return tracker.BadQuery("SortBy", tracker.SortedTwice)
		}
		direction := directions[0]
		if i < len(directions) {
			direction = directions[i]
		}
		descending, err := parseFlag(query{"SortDescending": {direction}}, "SortDescending", l.Descending)
		if err != nil {
			return err
		}
		sorts = append(sorts, tracker.Sort{By: name, Descending: descending})
	}
	if len(directions) > 1 && (len(directions) != len(sorts) || slices.Contains(directions, "")) {
		return tracker.BadQuery("SortDescending", tracker.NotEachSort)
	}
	q.SortBy, q.SortDescending, q.Then = sorts[0].By, sorts[0].Descending, sorts[1:]
	return nil
}

func searchTerm(values query) (string, error) {
	term := strings.TrimSpace(values.Get("Search"))
	switch {
	case !utf8.ValidString(term):
		return "", tracker.BadQuery("Search", tracker.NotUTF8)
	case strings.ContainsFunc(term, unicode.IsControl):
		return "", tracker.BadQuery("Search", tracker.NotPlain)
	case utf8.RuneCountInString(term) > tracker.MaxSearch:
		return "", tracker.SearchTooLong
	}
	return term, nil
}

func positive(values query, name string, into *int) error {
	sent := values.Get(name)
	if sent == "" {
		return nil
	}
	n, _ := strconv.Atoi(sent) // 0 for text that is not a number, and the largest int for one that is too large
	if n < 1 {
		return tracker.BadQuery(name, tracker.NotPositive)
	}
	*into = n
	return nil
}

func parseFlag(values query, name string, otherwise bool) (bool, error) {
	switch values.Get(name) {
	case "":
		return otherwise, nil
	case "false":
		return false, nil
	case "true":
		return true, nil
	}
	return false, tracker.BadQuery(name, tracker.NotAFlag)
}

// parseFlagOrNil reads a flag that narrows either way; nil if there is no value.
func parseFlagOrNil(values query, name string) (*bool, error) {
	if values.Get(name) == "" {
		return nil, nil
	}
	value, err := parseFlag(values, name, false)
	return &value, err
}

var amountPattern = regexp.MustCompile(`^-?[0-9]{1,12}(\.[0-9]{1,2})?$`)

// rangeParams are the ends of a range of amounts, both included.
func rangeParams(name, what string) []contract.Param {
	return []contract.Param{{Name: name + "From", Type: "number", Doc: "Only those " + what + " is this amount or more."},
		{Name: name + "To", Type: "number", Doc: "Only those " + what + " is this amount or less."}}
}

// parseRange reads them.
func parseRange(values query, name string) (r tracker.MoneyRange, err error) {
	for end, into := range map[string]**tracker.Money{"From": &r.From, "To": &r.To} {
		sent := values.Get(name + end)
		if sent == "" {
			continue
		}
		if !amountPattern.MatchString(sent) {
			return r, tracker.BadQuery(name+end, tracker.NotAnAmount)
		}
		amount := tracker.Amount(sent).Cents()
		*into = &amount
	}
	return r, nil
}

func parseOption[T ~string](values query, name string, options []T, otherwise T) (T, error) {
	switch sent := T(values.Get(name)); {
	case sent == "":
		return otherwise, nil
	case slices.Contains(options, sent):
		return sent, nil
	}
	return "", tracker.BadQuery(name, tracker.NotAnOption)
}

type enum interface {
	~int
	tracker.Enum
}

// parseEnum reads a number or a key; nil if there is no value.
func parseEnum[E enum](values query, name string) (*E, error) {
	sent := values.Get(name)
	if sent == "" {
		return nil, nil
	}
	var value E
	number, err := strconv.Atoi(sent)
	if err != nil {
		number = slices.Index(value.Keys(), sent)
	}
	if number < 0 || number >= len(value.Keys()) {
		return nil, tracker.BadQuery(name, tracker.NotAnOption)
	}
	value = E(number)
	return &value, nil
}
