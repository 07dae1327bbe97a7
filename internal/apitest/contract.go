package apitest

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"btracker/internal/httpapi"
	"btracker/internal/tracker"
)

// Contract is the published document, as a client reads it.
type Contract struct {
	Document Object
	items    *http.ServeMux // finds the operation of a request below /project/subscription/, where ids are not those of projects
	routes   *http.ServeMux // finds the operation of any other request
}

var Published = sync.OnceValue(func() *Contract {
	raw, err := httpapi.Document("test")
	if err != nil {
		panic(err)
	}
	c := &Contract{items: http.NewServeMux(), routes: http.NewServeMux()}
	if err := json.Unmarshal(raw, &c.Document); err != nil {
		panic(err)
	}
	for path, item := range c.Paths() {
		for method := range item.(Object) {
			routes := c.routes
			if strings.HasPrefix(path, "/project/subscription/") {
				routes = c.items
			}
			routes.Handle(strings.ToUpper(method)+" "+path, http.NotFoundHandler())
		}
	}
	return c
})

func (c *Contract) Paths() Object { return c.Document["paths"].(Object) }

func (c *Contract) Operation(pattern string) Object {
	method, path, _ := strings.Cut(pattern, " ")
	return c.Paths()[path].(Object)[strings.ToLower(method)].(Object)
}

// response returns the description of a status, nil if there is none.
func (c *Contract) response(operation Object, status string) Object {
	response, _ := operation["responses"].(Object)[status].(Object)
	return c.Resolve(response)
}

// checkContract compares every answer that a test of this package gets with the document: its
// status must be there, and its body must match the schema.
func checkContract(t *testing.T, base string, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	path, ok := strings.CutPrefix(r.URL.Path, base+"api/v1")
	if !ok || r.Method == http.MethodHead {
		return
	}
	c := Published()
	probe := &http.Request{Method: r.Method, URL: r.URL.JoinPath(), Host: r.Host}
	probe.URL.Path, probe.URL.RawPath = path, ""
	_, pattern := c.items.Handler(probe)
	if !strings.Contains(pattern, " ") {
		_, pattern = c.routes.Handler(probe)
	}
	if !strings.Contains(pattern, " ") {
		return // no operation
	}
	response := c.response(c.Operation(pattern), fmt.Sprint(w.Code))
	if response == nil {
		t.Errorf("%s: status %d is not in the contract\n%s", pattern, w.Code, w.Body)
		return
	}
	headers := response["headers"].(Object)
	for _, name := range []string{"Pagination", "X-Request-Id", "WWW-Authenticate", "Retry-After", "Content-Disposition"} {
		if announced, sent := headers[name] != nil, w.Header().Get(name) != ""; announced != sent {
			t.Errorf("%s, status %d: header %s announced %t, sent %t", pattern, w.Code, name, announced, sent)
		}
	}
	content, _ := response["content"].(Object)
	if content == nil {
		if w.Body.Len() > 0 {
			t.Errorf("%s: an answer without content has %s", pattern, w.Body)
		}
		return
	}
	if content["*/*"] != nil {
		return // a file of any kind
	}
	mediaType, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	media, ok := content[mediaType].(Object)
	if !ok {
		t.Errorf("%s: content type %s is not in the contract", pattern, mediaType)
		return
	}
	if r.URL.Query().Has("Columns") {
		return // its headings are not those of the example
	}
	if strings.HasPrefix(pattern, "GET /import/") && mediaType != "application/json" && w.Code == http.StatusOK {
		return // the headings are those of a file, or of a list
	}
	if strings.HasSuffix(mediaType, "spreadsheetml.sheet") {
		line, _, _ := strings.Cut(content["text/csv"].(Object)["example"].(string), "\n")
		if got := SpreadsheetRows(t, w.Body.Bytes())[0]; !areHeadings(got, line) {
			t.Errorf("%s: the sheet begins with %s, want %s", pattern, got, line)
		}
		return
	}
	if mediaType == "text/csv" {
		want, _, _ := strings.Cut(media["example"].(string), "\n")
		if got, err := csv.NewReader(strings.NewReader(w.Body.String())).Read(); err != nil || !areHeadings(got, want) {
			t.Errorf("%s: the file begins with %s, its example with %s", pattern, got, want)
		}
		return
	}
	var body any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Errorf("%s: %v", pattern, err)
		return
	}
	if w.Code == http.StatusUnprocessableEntity {
		if code := body.(Object)["code"].(string); media["examples"].(Object)[code] == nil {
			t.Errorf("%s: refusal %s is not in the contract", pattern, code)
		}
	}
	checkTexts(t, pattern, body)
	if wrong := c.Check(media["schema"].(Object), body, ""); wrong != nil {
		t.Errorf("%s, status %d: %v\n%.500s", pattern, w.Code, wrong[:min(len(wrong), 3)], w.Body)
	}
}

// checkTexts compares each sentence of an answer with its text: reason with reasonText, the messages of errors with
// errorTexts. Errors have the text of every sentence.
func checkTexts(t *testing.T, pattern string, body any) {
	t.Helper()
	EachObject(body, func(o Object) {
		for name, value := range o {
			if sentence, isText := strings.CutSuffix(name, "Text"); isText && sentence != "" && o[sentence] != textIn(value) {
				t.Errorf("%s: %s is %q, %s says %q", pattern, sentence, o[sentence], name, textIn(value))
			}
		}
		texts, hasTexts := o["errorTexts"].(Object)
		errors, _ := o["errors"].(Object)
		for field, messages := range errors {
			for i, message := range List(messages) {
				if of := List(texts[field]); hasTexts && (len(of) <= i || textIn(of[i]) != message) {
					t.Errorf("%s: the text of %q is %v", pattern, message, of)
				}
			}
		}
		_, isProblem := o["code"]
		if isProblem = isProblem && o["status"] != nil; isProblem && (o["reason"] != nil && o["reasonText"] == nil || errors != nil && !hasTexts) {
			t.Errorf("%s: a sentence without its text in %v", pattern, o)
		}
	})
}

// textIn is what a text of an answer says.
func textIn(value any) string {
	var text tracker.Text
	raw, err := json.Marshal(value)
	if err != nil || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text.String()
}

// Check knows the parts of JSON Schema that the document uses, and fails for others.
func (c *Contract) Check(schema Object, value any, at string) (complaints []string) {
	complain := func(format string, args ...any) {
		complaints = append(complaints, at+": "+fmt.Sprintf(format, args...))
	}
	if ref, ok := schema["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		target, ok := c.Document["components"].(Object)["schemas"].(Object)[name].(Object)
		if !ok {
			complain("%s leads nowhere", ref)
			return complaints
		}
		return c.Check(target, value, at)
	}
	if choices, ok := schema["anyOf"].([]any); ok {
		for _, choice := range choices {
			wrong := c.Check(choice.(Object), value, at)
			if len(wrong) == 0 {
				return nil
			}
			complaints = append(complaints, wrong...)
		}
		return complaints
	}
	kinds := KindsOf(schema["type"])
	if kinds == nil {
		return nil // anything
	}
	if slices.Contains(kinds, "number") { // an integer is one
		kinds = append(kinds, "integer")
	}
	if !slices.Contains(kinds, kindOf(value)) {
		complain("%v is a %s, not %v", value, kindOf(value), kinds)
		return complaints
	}
	if options, ok := schema["enum"].([]any); ok && !slices.Contains(options, value) {
		complain("%v is none of %v", value, options)
	}
	switch v := value.(type) {
	case string:
		if schema["format"] == "date-time" {
			if at, err := time.Parse(time.RFC3339, v); err != nil || at.Location() != time.UTC {
				complain("%q is no instant in UTC", v)
			}
		}
	case []any:
		for i, element := range v {
			complaints = append(complaints, c.Check(schema["items"].(Object), element, fmt.Sprintf("%s/%d", at, i))...)
		}
	case Object:
		complaints = append(complaints, c.checkObject(schema, v, at)...)
	}
	return complaints
}

func (c *Contract) checkObject(schema, value Object, at string) (complaints []string) {
	if required, ok := schema["required"].([]any); ok {
		for _, name := range required {
			if _, ok := value[name.(string)]; !ok {
				complaints = append(complaints, fmt.Sprintf("%s: %v is missing", at, name))
			}
		}
	}
	properties, _ := schema["properties"].(Object)
	for name, member := range value {
		if property, ok := properties[name].(Object); ok {
			complaints = append(complaints, c.Check(property, member, at+"/"+name)...)
			continue
		}
		switch more := schema["additionalProperties"].(type) {
		case Object:
			complaints = append(complaints, c.Check(more, member, at+"/"+name)...)
		case bool:
			if !more {
				complaints = append(complaints, fmt.Sprintf("%s: %s is not allowed", at, name))
			}
		default:
			complaints = append(complaints, fmt.Sprintf("%s: %s is not in the contract", at, name))
		}
	}
	return complaints
}

func KindsOf(declared any) []string {
	switch k := declared.(type) {
	case string:
		return []string{k}
	case []any:
		kinds := make([]string, len(k))
		for i := range k {
			kinds[i] = k[i].(string)
		}
		return kinds
	}
	return nil
}

func kindOf(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case string:
		return "string"
	case []any:
		return "array"
	case Object:
		return "object"
	case float64:
		if v == float64(int64(v)) {
			return "integer"
		}
		return "number"
	}
	return fmt.Sprintf("%T", value)
}

// Resolve follows a reference within the document.
func (c *Contract) Resolve(o Object) Object {
	ref, ok := o["$ref"].(string)
	if !ok {
		return o
	}
	target := c.Document
	for step := range strings.SplitSeq(strings.TrimPrefix(ref, "#/"), "/") {
		target = target[step].(Object)
	}
	return target
}

// areHeadings reports whether a file begins with the headings of the example, in a language that its reader may have chosen.
func areHeadings(got []string, example string) bool {
	english := strings.Split(example, ",")
	return slices.Equal(got, english) || slices.EqualFunc(got, english, func(heading, label string) bool { return heading == tracker.LabelIn(tracker.German, label) })
}
