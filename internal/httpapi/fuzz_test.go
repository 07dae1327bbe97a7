package httpapi

import (
	"bytes"
	stdjson "encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// FuzzBody decodes any bytes as a JSON object: nothing panics, and an accepted body is
// valid JSON for other parsers too.
func FuzzBody(f *testing.F) {
	for _, body := range []string{
		`{}`, `{"name":"Acme","details":null,"version":3}`, `{"name":"a","name":"b"}`, `{"NAME":"a"}`, "{\"name\":\"\xff\"}", `{"name":"a"} {}`,
		`{"startAt":"2026-11-15T00:00:00Z","endAt":"x","price":12.345}`, `{"price":1e400,"status":"Available"}`, strings.Repeat("[", 33), `{"name":"\ud800"}`,
	} {
		f.Add([]byte(body))
	}
	inputs := []func() any{
		func() any { return new(tracker.CompanyInput) }, func() any { return new(tracker.ProfileInput) },
		func() any { return new(tracker.ProductInput) }, func() any { return new(tracker.ProjectSubscriptionInput) },
		func() any { return new(tracker.ModeratorInput) }, func() any { return new(administratorInput) },
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		read, err := checkJSON(r, body, false)
		if err != nil {
			return
		}
		for _, input := range inputs {
			in := input()
			if decode(read, in) != nil {
				continue
			}
			if !stdjson.Valid(body) || !(jsontext.Value(body)).IsValid() {
				t.Errorf("accepted as %T: %q", in, body)
			}
			_ = tracker.Validate(in)
		}
	})
}

// FuzzQuery parses any query of a list: accepted values are within their bounds.
func FuzzQuery(f *testing.F) {
	for _, query := range []string{
		"", "PageNumber=2&PageSize=201&Search=ac%25&SortBy=name&SortDescending=true&Removed=only", "PageNumber=-1", "PageNumber=99999999999999999999",
		"Search=%ff", "SortBy=name%3B--", "pagenumber=x", "SortBy=name,createdAt&SortDescending=true,false", "SortBy=,&SortDescending=,", "a=%zz", "PageSize=0x10", "Search=" + strings.Repeat("a", 300),
	} {
		f.Add(query)
	}
	list := contract.List{Sorts: []string{"name", "createdAt"}, Removed: true, Search: true}
	f.Fuzz(func(t *testing.T, query string) {
		values, err := parseQuery(query, &contract.Operation{})
		if err != nil {
			return
		}
		q, err := parseList(values, &list)
		if err != nil {
			return
		}
		if q.PageNumber < 1 || q.PageNumber > tracker.MaxPageNumber || q.PageSize < 1 || q.PageSize > tracker.MaxPageSize ||
			!slices.Contains(list.Sorts, q.SortBy) || len(q.Then) >= tracker.MaxSorts ||
			slices.ContainsFunc(q.Then, func(s tracker.Sort) bool { return s.By == q.SortBy || !slices.Contains(list.Sorts, s.By) }) || len(q.Search) > 4*tracker.MaxSearch {
			t.Errorf("%q is read as %+v", query, q)
		}
	})
}
