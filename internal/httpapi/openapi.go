package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"regexp"
	"strings"

	"btracker/internal/tracker"
)

type object = map[string]any

const introduction = `The API of btracker, an administration console for a business tracker. The web app uses nothing else.

**Signing in.** POST /account/login answers a token; send it as ` + "`Authorization: Bearer {token}`" + ` with every other call. Rights are read anew at every request. A token lives for hours; POST /account/refreshToken answers a new one.

**Format.** JSON in UTF-8, names in camelCase. Times are RFC 3339 in UTC, ids are UUIDs, money is a number of US dollars with at most two decimals. Enumerations go out as numbers and come in as a number or a key name. Unknown members of a request are ignored, so a whole entity may be sent back; a member sent twice, or data after the body, is refused. Bodies have 1 MiB at most.

**Lists.** A list is a plain array; its Pagination header says where the page stands among all. Names of query parameters are case-sensitive, and a bad value is refused.

**Edits.** In a PUT required members must be there, an absent optional one stays as it is, null clears it. Entities carry a ` + "`version`" + `: send it back with an edit, and an edit that began on another version than the stored one is refused with 409 instead of overwriting somebody's work.

**Repeating.** A POST that creates takes an Idempotency-Key: repeated with the same key and body, it answers what the first one made.

**Errors.** Every error is application/problem+json. Its ` + "`code`" + ` is stable, for programs; its ` + "`errors`" + ` are the messages of single fields, named in PascalCase. Every answer has an X-Request-Id, under which the server's log knows it. An address that is no operation is a 404, another method of one that is a 405.`

// tags in the order they are read.
var tags = []object{
	{"name": "Account", "description": "Your own account: signing in and out, password, profile, photo."},
	{"name": "Companies", "description": "Companies, their addresses and moderators."},
	{"name": "Projects", "description": "Projects of companies, their moderators, products and subscriptions."},
	{"name": "Products", "description": "The catalogue of products and its categories."},
	{"name": "Subscriptions", "description": "The catalogue of subscriptions and its categories."},
	{"name": "Users", "description": "People who sign in, or are known as moderators."},
	{"name": "Notifications", "description": "What the caller was told about subscriptions that end, ended, renewed or were canceled."},
	{"name": "Dashboard", "description": "Figures, charts and the search over everything."},
}

// document builds the OpenAPI 3.1 document from the declared operations. It is
// the contract: the web app's types and form rules are generated from it.
func (s *server) document() ([]byte, error) {
	b := &schemas{components: object{}}
	paths := map[string]object{}
	for _, op := range s.operations {
		if paths[op.path] == nil {
			paths[op.path] = object{}
		}
		paths[op.path][strings.ToLower(op.method)] = op.document(b)
	}
	b.components["Problem"] = problemSchema
	return json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{
			"title":       "btracker",
			"version":     s.config.Version,
			"summary":     "Companies, projects, and the products and subscriptions they run on.",
			"description": introduction,
			"license":     object{"name": "MIT", "identifier": "MIT"},
		},
		"servers":  []object{{"url": s.config.BasePath + "api/v1", "description": "This server."}},
		"security": []object{{"bearer": []string{}}},
		"tags":     tags,
		"paths":    paths,
		"components": object{
			"schemas":    b.components,
			"responses":  sharedResponses(),
			"parameters": object{"DateTimeISO": dateTimeISO},
			"headers":    headers(b),
			"securitySchemes": object{"bearer": object{"type": "http", "scheme": "bearer", "bearerFormat": "JWT",
				"description": "The token that login and refreshToken answer."}},
		},
	}, "", "  ")
}

var dateTimeISO = object{"name": "DateTimeISO", "in": "header", "schema": object{"type": "string"}, "example": "2026-11-15T09:30:00Z",
	"description": "The client's time. Accepted, never required, and decides nothing."}

func (op *operation) document(b *schemas) object {
	note := notes[op.id]
	doc := object{
		"operationId": op.id,
		"summary":     op.summary,
		"description": note.more + "\n\nMay be called by " + note.who.line,
		"tags":        []string{op.tag},
		"parameters":  op.parameters(note),
		"responses":   op.responses(b, note),
	}
	if op.public {
		doc["security"] = []object{}
	}
	switch {
	case op.photo:
		image := object{"schema": object{"type": "string", "format": "binary"}}
		doc["requestBody"] = object{"required": true, "description": "The image.", "content": object{"image/jpeg": image, "image/png": image, "image/webp": image}}
	case op.in != reflect.TypeFor[none]():
		doc["requestBody"] = object{"required": !op.noBody,
			"content": object{"application/json": object{"schema": b.of(op.in), "example": exampleOf(op.in)}}}
	}
	return doc
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func (op *operation) parameters(note note) []object {
	var params []object
	for _, m := range pathParameter.FindAllStringSubmatch(op.path, -1) {
		params = append(params, op.pathParameter(m[1]))
	}
	query := func(name, doc string, schema object) {
		params = append(params, object{"name": name, "in": "query", "description": doc, "schema": schema})
	}
	if l := op.list; l != nil {
		if op.out != reflect.TypeFor[csvFile]() { // which has no pages
			size := tracker.DefaultPageSize
			if l.pageSize != 0 {
				size = l.pageSize
			}
			query("PageNumber", "Which page, from 1.", object{"type": "integer", "minimum": 1, "maximum": tracker.MaxPageNumber, "default": 1})
			query("PageSize", fmt.Sprintf("Above %d counts as %d.", tracker.MaxPageSize, tracker.MaxPageSize), object{"type": "integer", "minimum": 1, "default": size})
		}
		if l.search {
			query("Search", "Text to find anywhere in the item; below three characters, the beginning of its name.", object{"type": "string", "maxLength": tracker.MaxSearch})
		}
		if len(l.sorts) > 0 {
			query("SortBy", "What to sort by.", object{"type": "string", "enum": l.sorts, "default": l.sorts[0]})
			query("SortDescending", "From the last to the first.", object{"type": "boolean", "default": l.descending})
		}
		if l.removed {
			query("Removed", "What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do.", object{"type": "string", "enum": []string{"include", "exclude", "only"}, "default": "include"})
		}
	}
	for _, p := range op.params {
		query(p.name, p.doc, object{"type": p.kind})
	}
	if note.idempotent {
		params = append(params, object{"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string", "maxLength": maxIdempotencyKey},
			"example": "5e0c1b9a", "description": "A repeated request with the same key and body answers what the first one made; with another body it is refused."})
	}
	return append(params, object{"$ref": "#/components/parameters/DateTimeISO"})
}

func (op *operation) pathParameter(name string) object {
	p := object{"name": name, "in": "path", "required": true}
	switch name {
	case "id":
		kind, _, _ := strings.Cut(strings.TrimPrefix(op.path, "/"), "/")
		p["description"], p["schema"] = "Id of the "+kind+".", object{"type": "string", "format": "uuid"}
		p["example"] = map[string]string{"company": companyID, "project": projectID, "product": productID, "subscription": subscriptionID}[kind]
	case "email":
		p["description"], p["schema"], p["example"] = "E-mail address of the user.", object{"type": "string", "format": "email"}, aUser.Email
	case "name":
		p["description"], p["schema"], p["example"] = "Name of the category.", object{"type": "string"}, aProduct.CategoryName
	}
	return p
}

// headers are the response headers that carry something.
func headers(b *schemas) object {
	plain := func(doc, example string) object {
		return object{"description": doc, "schema": object{"type": "string"}, "example": example}
	}
	return object{
		"Pagination": object{
			"description": "Where the page stands among all, as JSON.",
			"required":    true,
			"content":     object{"application/json": object{"schema": b.of(reflect.TypeFor[tracker.Pagination]()), "example": aPagination}},
		},
		"XRequestId":      with(plain("Identifies this request in the server's log.", "019a84096c007c3e9a412f6f0d5b8e10"), object{"required": true}),
		"RetryAfter":      object{"description": "Seconds to wait.", "schema": object{"type": "integer", "minimum": 1}, "example": 2},
		"WWWAuthenticate": plain(`Bearer; with error="invalid_token" when a token was presented that is expired, revoked or forged.`, `Bearer error="invalid_token"`),
		"ChangeSeq": object{"description": "The number of the change that was made, which the hub's Changed event carries as seq. Absent when nothing changed.",
			"schema": object{"type": "integer", "minimum": 1}, "example": 4711},
		"ContentDisposition": plain("Names the file.", `attachment; filename="companies.csv"`),
	}
}

// writes reports whether the operation changes anything, and so can find the disk full.
func (op *operation) writes() bool { return op.method != http.MethodGet || op.id == "logout" }
