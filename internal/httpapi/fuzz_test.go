package httpapi

import (
	"bytes"
	"encoding/csv"
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
		read, err := readJSON(httptest.NewRecorder(), r, tracker.MaxBody, false)
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
			!slices.Contains(list.Sorts, q.SortBy) || len(q.Then) >= tracker.MaxSorts || slices.ContainsFunc(q.Then, func(s tracker.Sort) bool { return s.By == q.SortBy || !slices.Contains(list.Sorts, s.By) }) || len(q.Search) > 4*tracker.MaxSearch {
			t.Errorf("%q is read as %+v", query, q)
		}
	})
}

// FuzzCell exports any text: a reader gets the same text, or the text after an apostrophe, and
// never a formula.
func FuzzCell(f *testing.F) {
	for _, cell := range []string{"", "Acme", "=1+1", "+1 555", "+1-555", "-2", "@x", "\t=1", "＝1", "a,\"b\"\nc", "'=1", "\xff"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		var file bytes.Buffer
		out := csv.NewWriter(&file)
		_ = out.Write([]string{neutralise(cell), "end"})
		out.Flush()
		row, err := csv.NewReader(&file).Read()
		if err != nil || len(row) != 2 {
			t.Fatalf("%q: %q, %v", cell, row, err)
		}
		// The reader turns \r\n into \n.
		want := strings.ReplaceAll(cell, "\r\n", "\n")
		if row[0] != want && row[0] != "'"+want {
			t.Errorf("%q comes back as %q", cell, row[0])
		}
		harmless := strings.HasPrefix(row[0], "+") && len(row[0]) > 1 && strings.Trim(row[0][1:], "0123456789 ") == "" && row[0][1] != ' '
		if strings.IndexAny(row[0], formulaStarts) == 0 && !harmless {
			t.Errorf("%q is a formula: %q", cell, row[0])
		}
	})
}

// A phone number keeps its plus sign unless a spreadsheet could calculate with it.
func TestPhoneNumbersInCells(t *testing.T) {
	for cell, want := range map[string]string{
		"+49301234567":   "+49301234567",
		"+49 30 1234567": "+49 30 1234567",
		"+4":             "+4",
		"030 1234":       "030 1234",
		"0049-30-1234":   "0049-30-1234",
		"+1-2":           "'+1-2",
		"+1-555-123":     "'+1-555-123",
		"+49 30-1234":    "'+49 30-1234",
		"+1+2":           "'+1+2",
		"+":              "'+",
		"+ 1":            "'+ 1",
		"+1  2":          "'+1  2",
		"+1 ":            "'+1 ",
		"+1\n2":          "'+1\n2",
		"+1\n":           "'+1\n",
		"++1":            "'++1",
		"+1E5":           "'+1E5",
		"+1 A1":          "'+1 A1",
		"+SUM(A1)":       "'+SUM(A1)",
		"+１":             "'+１",
		"-1":             "'-1",
		"-1 2":           "'-1 2",
		"＋49":            "'＋49",
	} {
		if got := neutralise(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}
