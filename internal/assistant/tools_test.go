package assistant

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"btracker/internal/tracker"
)

// Assistants read every list of records that people change many of at once, and are told where the app shows one.
func TestEveryKindIsListed(t *testing.T) {
	for _, kind := range tracker.BulkLists {
		if lists[kind].path == "" || len(lists[kind].columns) == 0 {
			t.Errorf("lists (tools.go) has no %s", kind)
		}
		if !slices.Contains(listNames, kind) {
			t.Errorf("listNames (tools.go) has no %s", kind)
		}
		if tracker.PageOf(kind, "1", "2") == "" {
			t.Errorf("the kind %s has no Page", kind)
		}
	}
}

const manyRows = 120

// manyRecords is a backend with more of everything than an answer has place for.
type manyRecords struct{}

var longText = strings.Repeat("ä", 110)

func uuidOf(n int) string { return fmt.Sprintf("01938a4e-0000-7000-8000-%012d", n) }

func answerOf(value any) (Answer, error) {
	body, err := json.Marshal(value)
	return Answer{Body: body, Header: http.Header{}}, err
}

func (manyRecords) Time() time.Time { return time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC) }

func (manyRecords) Get(_ context.Context, path string, query url.Values) (Answer, error) {
	var rows []row
	for i := range manyRows {
		rows = append(rows, row{"id": uuidOf(i), "email": uuidOf(i), "entityId": uuidOf(i), "month": uuidOf(i), "name": longText, "displayName": longText, "entityName": longText,
			"projectName": longText + uuidOf(i), "projectId": uuidOf(i), "companyName": "Shop"})
	}
	switch {
	case path == "/search":
		return answerOf(row{"data": rows, "counts": []row{{"count": manyRows + 1}}})
	case path == "/report/recurring":
		return answerOf(row{"months": rows})
	case strings.Contains(path, "0000"):
		return answerOf(row{"id": uuidOf(1), "subscriptions": rows})
	}
	size, _ := strconv.Atoi(query.Get("PageSize"))
	page, _ := strconv.Atoi(query.Get("PageNumber"))
	first := min((page-1)*size, len(rows))
	a, err := answerOf(rows[first:min(first+size, len(rows))])
	a.Header.Set("Pagination", fmt.Sprintf(`{"totalItems":%d,"currentPage":%d,"itemsPerPage":%d}`, len(rows), page, size))
	return a, err
}

func (m manyRecords) Product(ctx context.Context, _ string) (Answer, error) {
	return m.Get(ctx, "/project/product/0000", nil)
}

func (manyRecords) Preview(context.Context, json.RawMessage) (p tracker.ChangePreview, err error) {
	p.Token, p.Total, p.Changes, p.RefusedTotal = "token", 2*manyRows, manyRows, manyRows
	for i := range tracker.MaxBulkShown {
		p.Rows = append(p.Rows, tracker.BulkRow{ID: uuidOf(i), Name: longText})
		p.Refused = append(p.Refused, tracker.BulkRefusal{ID: uuidOf(i), Reason: longText})
	}
	return p, nil
}

func (manyRecords) Apply(context.Context, string) (tracker.ChangeApplied, error) {
	return tracker.ChangeApplied{BatchID: "b"}, nil
}

func (manyRecords) Undo(_ context.Context, batchID string) (Answer, error) {
	if batchID == "large" {
		return answerOf(tracker.BulkStarted{ID: "job"})
	}
	return answerOf(tracker.Undone{BatchID: "undo", Seqs: make([]int64, manyRows)})
}

func (manyRecords) AddNote(_ context.Context, note tracker.NoteInput) (Answer, error) {
	project := "p1"
	return answerOf(tracker.SavedNote{Note: tracker.Note{Entity: note.Entity, EntityID: note.EntityID, ProjectID: &project}})
}

// client is a client of a server with all tools, and calls them.
func client(t *testing.T) (session *mcp.ClientSession, call func(tool string, arguments row) string) {
	t.Helper()
	s, err := New(manyRecords{}, "https://tracker.example/btracker/app/", "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	near, far := mcp.NewInMemoryTransports()
	if _, err := s.writes.Connect(t.Context(), near, nil); err != nil {
		t.Fatal(err)
	}
	if session, err = mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), far, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session, func(tool string, arguments row) string {
		t.Helper()
		answer, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
		if err != nil || answer.IsError {
			t.Fatalf("%s %v: %v, %+v", tool, arguments, err, answer)
		}
		return answer.Content[0].(*mcp.TextContent).Text
	}
}

// A model knows nothing but the descriptions: each tool has an example that it would take itself, and says honestly what it does.
func TestToolsDescribeThemselves(t *testing.T) {
	session, call := client(t)
	destructive := map[string]bool{"apply_change": true, "undo_change": true, "add_note": false} // all that is not only read
	example := regexp.MustCompile(`\{"(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`)
	for tool, err := range session.Tools(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		a := tool.Annotations
		destroys, writes := destructive[tool.Name]
		if a == nil || a.Title == "" || a.Title != tool.Title || a.ReadOnlyHint == writes || a.OpenWorldHint == nil || *a.OpenWorldHint ||
			writes && (a.DestructiveHint == nil || *a.DestructiveHint != destroys) {
			t.Errorf("%s says %+v", tool.Name, a)
		}
		// As the official inspector asks: a type that is a list is not understood by all assistants.
		if schema, err := json.Marshal(tool.InputSchema); err != nil || strings.Contains(string(schema), `"type":[`) {
			t.Errorf("%s takes %s, %v", tool.Name, schema, err)
		}
		_, examples, _ := strings.Cut(tool.Description, "Example")
		sent := example.FindAllString(examples, -1)
		if len(sent) == 0 {
			t.Errorf("%s has no example: %s", tool.Name, tool.Description)
		}
		for _, text := range sent {
			var arguments row
			if err := json.Unmarshal([]byte(strings.ReplaceAll(text, "01938a4e-…", uuidOf(1))), &arguments); err != nil {
				t.Errorf("%s has the example %s: %v", tool.Name, text, err)
				continue
			}
			call(tool.Name, arguments)
		}
	}
}

// What an answer has no place for is read by the same tool with the "after" that the answer names.
func TestAnswersAreReadOn(t *testing.T) {
	_, call := client(t)
	ids := regexp.MustCompile(`01938a4e-[0-9a-f-]{27}`)
	more := regexp.MustCompile(`"after": (\d+)\.`)
	for _, of := range []struct {
		tool      string
		arguments row
	}{
		{"list_records", row{"list": "company"}},
		{"list_records", row{"list": "projectSubscription"}},
		{"get_record", row{"list": "project", "id": uuidOf(1)}},
		{"get_record", row{"list": "projectProduct", "id": uuidOf(1)}},
		{"list_renewals", row{}},
		{"get_report", row{"from": "2026-01", "to": "2026-12"}},
		{"get_history", row{}},
		{"get_history", row{"batchId": "b"}},
		{"explain_access", row{"entity": "company", "entityId": uuidOf(1)}},
	} {
		seen := map[string]bool{}
		for pages := 0; ; pages++ {
			text := call(of.tool, of.arguments)
			if len(text) > maxRecord+1000 || pages > manyRows {
				t.Fatalf("%s: %d bytes on page %d", of.tool, len(text), pages)
			}
			for _, id := range ids.FindAllString(text, -1) {
				seen[id] = true
			}
			next := more.FindStringSubmatch(text)
			if next == nil {
				break
			}
			of.arguments["after"], _ = strconv.Atoi(next[1])
		}
		if len(seen) < manyRows {
			t.Errorf("%s %v shows %d of %d", of.tool, of.arguments, len(seen), manyRows)
		}
	}
}

// An answer that can not be read on says what else to call.
func TestAnswersSayHowToGetTheRest(t *testing.T) {
	_, call := client(t)
	for _, of := range []struct {
		tool      string
		arguments row
		parts     []string
	}{
		{"search", row{"text": "shop"}, []string{" of 121.", "call list_records with Search"}},
		{"preview_change", row{"list": "company", "ids": []string{"1"}, "action": "edit"},
			[]string{" of the 120 records that would change", " of the 120 that are refused", "call preview_change with the ids", `"pages":"https://tracker.example/btracker/app/companies/{id}"`}},
		{"preview_change", row{"list": "projectProduct", "ids": []string{"1"}, "action": "edit"}, []string{`"pages":"get_record has the page of each."`}},
		{"apply_change", row{"token": "token"}, []string{`"page":"https://tracker.example/btracker/app/activity?batch=b"`, "get_history"}},
		{"undo_change", row{"batchId": "b"}, []string{`"batchId":"undo"`, `"changes":120`, "get_history", `/activity?batch=undo"`}},
		{"undo_change", row{"batchId": "large"}, []string{`"batchId":"job"`, "under way", `/activity?batch=job"`}},
		{"add_note", row{"entity": "projectSubscription", "entityId": "s1", "text": "x"}, []string{`"page":"https://tracker.example/btracker/app/projects/p1/sub/s1"`}},
	} {
		text := call(of.tool, of.arguments)
		if len(text) > maxRecord || strings.Contains(text, "call again") {
			t.Errorf("%s has %d bytes: %s", of.tool, len(text), text)
		}
		for _, part := range of.parts {
			if !strings.Contains(text, part) {
				t.Errorf("%s %v misses %q:\n%s", of.tool, of.arguments, part, text)
			}
		}
	}
}
