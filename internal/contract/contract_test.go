package contract_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"btracker/internal/contract"
	"btracker/internal/tracker"
)

// These tests are about how one declaration becomes a part of the document. The tests of httpapi, where the operations are
// declared, check that the document is complete, and compare every example and every answer with it.

type object = map[string]any

type note struct {
	ID      string              `json:"id"`
	Text    string              `json:"text" doc:"What it says."`
	Stars   *int                `json:"stars"`
	Role    tracker.Role        `json:"role"`
	Hidden  string              `json:"-"`
	Version tracker.Opt[int]    `json:"version"`
	Tags    tracker.Opt[string] `json:"tags" rule:"details"`
}

type longNote struct {
	note
	Pages []note `json:"pages"`
}

type noteBox struct {
	Data note `json:"data"`
}

func (noteBox) Wraps() reflect.Type { return reflect.TypeFor[note]() }

type noteOrAddress struct{}

func (noteOrAddress) OneOf() []reflect.Type {
	return []reflect.Type{reflect.TypeFor[note](), reflect.TypeFor[tracker.Address]()}
}

func written(t *testing.T, operations ...contract.Operation) (document object) {
	t.Helper()
	api := contract.API{BasePath: "/tools/", Version: "7", Operations: operations}
	api.Describe(
		contract.Sent[note]("A note.", object{"text": "Buy ink.", "stars": 1}, object{"stars": 2}),
		contract.Answered("A note with its pages.", longNote{note: note{Text: "Ink"}}))
	raw, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

// at returns the value at a path of member names.
func at(t *testing.T, value any, path ...string) any {
	t.Helper()
	for _, name := range path {
		members, _ := value.(object)
		if value = members[name]; value == nil {
			t.Fatalf("%v has no %s: %v", path, name, members)
		}
	}
	return value
}

func same(t *testing.T, got any, want string) {
	t.Helper()
	var wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, wanted) {
		text, _ := json.Marshal(got)
		t.Errorf("got %s\nwant %s", text, want)
	}
}

func TestSchemas(t *testing.T) {
	document := written(t,
		contract.Operation{Method: "PUT", Path: "/note", Status: 200, In: reflect.TypeFor[noteBox](), Out: reflect.TypeFor[longNote]()},
		contract.Operation{Method: "GET", Path: "/note", Status: 200, Out: reflect.TypeFor[[]noteOrAddress]()})
	schemas := at(t, document, "components", "schemas").(object)
	if names := slices.Sorted(maps.Keys(schemas)); !slices.Equal(names, []string{"Address", "LongNote", "Note", "NoteWrapped", "Pagination", "Problem", "Text"}) {
		t.Errorf("schemas %v", names)
	}
	same(t, at(t, schemas, "Note", "required"), `["id", "text", "role"]`)
	same(t, at(t, schemas, "Note", "properties", "id"), `{"type": "string", "format": "uuid"}`)
	same(t, at(t, schemas, "Note", "properties", "text"), `{"type": "string", "description": "What it says."}`)
	same(t, at(t, schemas, "Note", "properties", "stars", "type"), `["integer", "null"]`)
	same(t, at(t, schemas, "Note", "properties", "version", "type"), `["integer", "null"]`)
	same(t, at(t, schemas, "Note", "properties", "tags", "maxLength"), `256`)
	same(t, at(t, schemas, "Note", "properties", "role", "enum"), `[0, 1, 2, 3, 4, 5]`)
	same(t, at(t, schemas, "NoteWrapped", "description"), `"Note, inside data."`)
	same(t, at(t, schemas, "LongNote", "description"), `"A note with its pages."`)
	same(t, at(t, schemas, "LongNote", "properties", "pages"), `{"type": "array", "items": {"$ref": "#/components/schemas/Note"}}`)
	if fields := at(t, schemas, "LongNote", "properties").(object); fields["text"] == nil || fields["Hidden"] != nil {
		t.Errorf("fields %v", fields)
	}

	put := at(t, document, "paths", "/note", "put")
	same(t, at(t, put, "requestBody", "content", "application/json"),
		`{"schema": {"$ref": "#/components/schemas/NoteWrapped"}, "example": {"data": {"text": "Buy ink.", "stars": 2}}}`)
	same(t, at(t, put, "responses", "409", "content", "application/problem+json", "examples", "versionConflict", "value", "current"), `{"text": "Buy ink.", "stars": 2}`)
	same(t, at(t, document, "paths", "/note", "get", "responses", "200", "content", "application/json"),
		`{"schema": {"type": "array", "items": {"anyOf": [{"$ref": "#/components/schemas/Note"}, {"$ref": "#/components/schemas/Address"}]}},
		  "example": [{"text": "Buy ink.", "stars": 2}]}`)
	same(t, at(t, document, "servers"), `[{"url": "/tools/api/v1", "description": "This server."}]`)
	same(t, at(t, document, "info", "version"), `"7"`)
}

func TestUnknownKindOfTypePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a channel has a schema")
		}
	}()
	written(t, contract.Operation{Method: "GET", Path: "/note", Out: reflect.TypeFor[chan int]()})
}

// The statuses follow from the declaration of an operation.
func TestResponses(t *testing.T) {
	body, answer := reflect.TypeFor[tracker.CategoryInput](), reflect.TypeFor[note]()
	for want, op := range map[string]contract.Operation{
		"200 400 401 403 429 500 503 504":                 {Method: "GET", Status: 200, Out: answer},
		"200 400 500 503 504":                             {Method: "GET", Status: 200, Out: answer, Who: contract.Anyone},
		"200 400 401 403 404 500 503 504":                 {Method: "GET", Status: 200, Out: answer, Path: "/note/{id}"},
		"200 400 401 403 429 500 503 504 507":             {Method: "GET", Status: 200, Out: answer, Writes: true},
		"204 400 401 403 500 503 504 507":                 {Method: "DELETE", Status: 204},
		"201 400 401 403 408 413 415 429 500 503 504 507": {Method: "POST", Status: 201, In: body, Out: answer},
		"200 400 401 408 413 415 429 500 503 504 507": {Method: "POST", Status: 200, In: body, Out: answer,
			Who: contract.Anyone, SignsIn: []*tracker.Error{tracker.ErrWrongSignIn}, Throttled: true},
		"200 201 400 401 403 404 408 413 415 422 429 500 503 504 507": {Method: "POST", Status: 201, Existing: true, In: body, Out: answer, Missing: true,
			Idempotent: true, Refusals: []*tracker.Error{tracker.ErrTooManyItems}},
		"200 400 401 403 408 409 413 415 429 500 503 504 507": {Method: "PUT", Status: 200, In: answer, Out: answer},
		"200 400 401 403 408 413 415 429 500 503 504 507":     {Method: "PUT", Status: 200, Photo: true, Out: answer},
	} {
		if op.Path == "" {
			op.Path = "/note"
		}
		responses := at(t, written(t, op), "paths", op.Path, strings.ToLower(op.Method), "responses").(object)
		if got := strings.Join(slices.Sorted(maps.Keys(responses)), " "); got != want {
			t.Errorf("%+v answers %s, want %s", op, got, want)
		}
	}
}

func TestLists(t *testing.T) {
	list := contract.List{Sorts: []string{"name", "createdAt"}, Descending: true, Search: true, Removed: true, PageSize: 10}
	params := []contract.Param{contract.Flag("Mine", "Only one's own."), contract.Text("Colour", "Of the paper.")}
	for want, op := range map[string]contract.Operation{
		"PageNumber PageSize Search SortBy SortDescending Removed Mine Colour, Pagination": {List: &list, Params: params, Out: reflect.TypeFor[[]note]()},
		"Search SortBy SortDescending Removed Format Columns, Content-Disposition":         {List: &list, File: "Id\n", Columns: []string{"id"}},
		"PageNumber PageSize": {List: &contract.List{TotalInBody: true}, Out: reflect.TypeFor[note]()},
	} {
		op.Method, op.Path, op.Status = "GET", "/note", 200
		get := at(t, written(t, op), "paths", "/note", "get")
		var names []string
		for _, p := range at(t, get, "parameters").([]any) {
			if name, ok := p.(object)["name"].(string); ok {
				names = append(names, name)
			}
		}
		got := strings.Join(names, " ")
		for _, header := range slices.Sorted(maps.Keys(at(t, get, "responses", "200", "headers").(object))) {
			if header != "X-Request-Id" {
				got += ", " + header
			}
		}
		if got != want {
			t.Errorf("offers %s, want %s", got, want)
		}
	}
}

func TestModerators(t *testing.T) {
	if got := contract.Moderators("the company", tracker.See); !strings.Contains(got.Line, "every moderator of the company") {
		t.Errorf("%+v", got)
	}
	want := "administrators, and moderators of the project with the role Owner, Manager or Support."
	if got := contract.Moderators("the project", tracker.EditSubscriptions); got.Line != want || got.Public {
		t.Errorf("%+v", got)
	}
}
