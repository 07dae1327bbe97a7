package httpapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"btracker/internal/apitest"
	"btracker/internal/httpapi"
	"btracker/internal/tracker"
)

// eachOperation walks the document in its order.
func eachOperation(c *apitest.Contract, use func(name string, operation object)) {
	for path, item := range c.Paths() {
		for method, operation := range item.(object) {
			use(strings.ToUpper(method)+" "+path, operation.(object))
		}
	}
}

var componentName = regexp.MustCompile(`^[A-Z][A-Za-z]+$`)

// Every part of the document has a description.
func TestDocumentIsComplete(t *testing.T) {
	c := apitest.Published()
	described := map[string]bool{}
	for _, tag := range c.Document["tags"].([]any) {
		described[tag.(object)["name"].(string)] = tag.(object)["description"] != ""
	}
	seen := map[string]string{}
	eachOperation(c, func(name string, operation object) {
		id, _ := operation["operationId"].(string)
		if id == "" || seen[id] != "" {
			t.Errorf("%s: operationId %q is that of %q too", name, id, seen[id])
		}
		seen[id] = name
		if !described[operation["tags"].([]any)[0].(string)] {
			t.Errorf("%s: tag %v is not described", name, operation["tags"])
		}
		text, _ := operation["description"].(string)
		about, rights, _ := strings.Cut(text, "\n\nMay be called by ")
		if operation["summary"] == "" || about == "" || !strings.HasSuffix(rights, ".") {
			t.Errorf("%s is not described: %q", name, text)
		}
		kind := strings.Split(name, "/")[1]
		for _, p := range operation["parameters"].([]any) {
			if p := c.Resolve(p.(object)); p["in"] == "path" && p["example"] == "" && slices.Contains(tracker.ChangedEntities, kind) {
				t.Errorf("%s: pathParameter of internal/contract has no example of %s", name, kind)
			}
			if p := c.Resolve(p.(object)); p["description"] == nil || p["description"] == "" || p["in"] == "path" && p["example"] == nil {
				t.Errorf("%s: parameter %v is not described", name, p["name"])
			}
		}
		for status, response := range operation["responses"].(object) {
			response := c.Resolve(response.(object))
			headers, _ := response["headers"].(object)
			if text, _ := response["description"].(string); text == "" || headers["X-Request-Id"] == nil {
				t.Errorf("%s: status %s is not described", name, status)
			}
			for _, h := range headers {
				if c.Resolve(h.(object))["description"] == nil {
					t.Errorf("%s: a header of status %s is not described", name, status)
				}
			}
		}
		for _, status := range []string{"400", "500", "503", "504"} {
			if operation["responses"].(object)[status] == nil {
				t.Errorf("%s does not say how it fails with %s", name, status)
			}
		}
		if operation["security"] == nil && operation["responses"].(object)["401"] == nil {
			t.Errorf("%s needs a token and does not say so", name)
		}
	})
	for name, schema := range c.Document["components"].(object)["schemas"].(object) {
		if text, _ := schema.(object)["description"].(string); text == "" {
			t.Errorf("schema %s is not described", name)
		}
		if !componentName.MatchString(name) {
			t.Errorf("%q is no name of a schema", name)
		}
	}
}

// Each example matches its schema, formats and rules.
func TestDocumentExamples(t *testing.T) {
	c := apitest.Published()
	examples := 0
	eachOperation(c, func(name string, operation object) {
		if body, ok := operation["requestBody"].(object); ok {
			examples += checkExamples(c, t, name+", request", body["content"].(object))
		}
		for status, response := range operation["responses"].(object) {
			if content, ok := c.Resolve(response.(object))["content"].(object); ok {
				examples += checkExamples(c, t, name+", "+status, content)
			} else if status != "204" && status != "303" && status != "304" {
				t.Errorf("%s: status %s has no content", name, status)
			}
		}
	})
	if examples < 500 {
		t.Errorf("%d examples", examples)
	}
}

// The example of what creates a record has every field, and the example of its answer has something in each of them.
func TestExamplesOfNewRecordsAreWhole(t *testing.T) {
	c := apitest.Published()
	eachOperation(c, func(name string, operation object) {
		answer, isNew := operation["responses"].(object)["201"].(object)
		body, hasBody := operation["requestBody"].(object)
		if !isNew || !hasBody {
			return
		}
		request, takesFields := body["content"].(object)["application/json"].(object)
		if !takesFields {
			return // a file
		}
		sent, answered := request["example"].(object), answer["content"].(object)["application/json"].(object)["example"].(object)
		for field := range targetOf(c, request["schema"].(object))["properties"].(object) {
			if sent[field] == nil {
				t.Errorf("%s: the example of the request has no %s", name, field)
			}
			if value, ok := answered[field]; ok && value == nil {
				t.Errorf("%s: the example of the answer has no %s", name, field)
			}
		}
	})
}

func checkExamples(c *apitest.Contract, t *testing.T, where string, content object) (examples int) {
	t.Helper()
	for mediaType, media := range content {
		media := media.(object)
		schema := media["schema"].(object)
		if schema["format"] == "binary" {
			continue // an image
		}
		values := []any{media["example"]}
		if several, ok := media["examples"].(object); ok {
			values = nil
			for code, example := range several {
				value := example.(object)["value"].(object)
				if status := where[len(where)-3:]; value["code"] != code || fmt.Sprint(value["status"]) != status {
					t.Errorf("%s: example %s is %v", where, code, value)
				}
				values = append(values, value)
			}
		}
		for _, value := range values {
			if value == nil || value == "" {
				t.Errorf("%s: no example of %s", where, mediaType)
				continue
			}
			examples++
			if wrong := append(c.Check(schema, value, ""), brokenBy(c, schema, value, "")...); wrong != nil {
				t.Errorf("%s: %v", where, wrong)
			}
		}
	}
	return examples
}

// brokenBy lists the formats and published rules that a value breaks.
func brokenBy(c *apitest.Contract, schema object, value any, at string) (complaints []string) {
	schema = c.Resolve(schema)
	if choices := anyOf(schema); choices != nil && schema["x-checks"] == nil {
		return brokenBy(c, choices[0].(object), value, at) // the other choices are null, or a part of a user
	}
	switch v := value.(type) {
	case string:
		if wrong := breaksFormat(schema["format"], v); wrong {
			complaints = append(complaints, fmt.Sprintf("%s: %q is no %s", at, v, schema["format"]))
		}
	case []any:
		for i, element := range v {
			complaints = append(complaints, brokenBy(c, schema["items"].(object), element, fmt.Sprintf("%s/%d", at, i))...)
		}
	case object:
		properties, _ := schema["properties"].(object)
		for name, property := range properties {
			complaints = append(complaints, brokenBy(c, property.(object), v[name], at+"/"+name)...)
		}
	}
	checks, _ := schema["x-checks"].([]any)
	for _, check := range checks {
		if check := check.(object); breaksCheck(check, value) {
			complaints = append(complaints, fmt.Sprintf("%s: %v: %v", at, value, check["message"]))
		}
	}
	return complaints
}

func breaksFormat(format any, text string) bool {
	var err error
	switch format {
	case "uuid":
		err = uuid.Validate(text)
	case "email":
		_, err = mail.ParseAddress(text)
	case "date-time":
		_, err = time.Parse(time.RFC3339, text)
	case "date":
		_, err = time.Parse(time.DateOnly, text)
	}
	return err != nil
}

func breaksCheck(check object, value any) bool {
	if value == nil || value == "" {
		return check["code"] == "required"
	}
	text := fmt.Sprint(value)
	limit, _ := check["value"].(float64)
	switch check["code"] {
	case "minLength":
		return utf8.RuneCountInString(text) < int(limit)
	case "maxLength":
		return utf8.RuneCountInString(text) > int(limit)
	}
	patterns, _ := check["patterns"].([]any)
	return slices.ContainsFunc(patterns, func(p any) bool { return !regexp.MustCompile(p.(string)).MatchString(text) })
}

// The checks themselves must be able to fail.
func TestDocumentJudges(t *testing.T) {
	c := apitest.Published()
	input := object{"$ref": "#/components/schemas/ModeratorInput"}
	for text, wrong := range map[string]bool{
		`{"id":"019a8405-6c00-7c3e-9a41-2f6f0d5b8e10","userEmail":"a@b.co","role":1}`:                                              false,
		`{"id":"1","userEmail":"a@b.co","role":1}`:                                                                                 true,
		`{"id":"019a8405-6c00-7c3e-9a41-2f6f0d5b8e10","userEmail":"ab.co","role":1}`:                                               true,
		`{"id":"019a8405-6c00-7c3e-9a41-2f6f0d5b8e10","userEmail":"a@b.co","role":null}`:                                           true,
		`{"id":"019a8405-6c00-7c3e-9a41-2f6f0d5b8e10","userEmail":"a@b.co","role":1,"details":"` + strings.Repeat("x", 257) + `"}`: true,
	} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		if got := brokenBy(c, input, value, ""); (len(got) > 0) != wrong {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestDocumentIsDeterministic(t *testing.T) {
	first, err := httpapi.Document("1")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if again, err := httpapi.Document("1"); err != nil || !bytes.Equal(first, again) {
			t.Fatalf("another document: %v", err)
		}
	}
}
