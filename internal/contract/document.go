package contract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"btracker/internal/tracker"
)

type object = map[string]any

var introduction = `The API of btracker, an administration console for a business tracker. The web app uses nothing else.

**Signing in.** POST /account/login answers a token; send it as ` + "`Authorization: Bearer {token}`" + ` with every other call. Rights are read anew at every request. A token lives for hours; POST /account/refreshToken answers a new one.

**Keys.** A program needs no password: POST /account/key answers a key, which begins with ` + "`btk_`" + `, and is sent as the bearer token. A key never may more than its owner at that moment. One with the scope read changes nothing; one for a company sees that company and its projects alone. What a key may not do is a 403 with the code keyRefused. A key is never sent in an address.

**Format.** JSON in UTF-8, names in camelCase. Times are RFC 3339 in UTC, ids are UUIDs, money is a number of US dollars with at most two decimals. Enumerations go out as numbers and come in as a number or a key name. Unknown members of a request are ignored, so a whole entity may be sent back; a member sent twice, or data after the body, is refused. Bodies have ` + tracker.ByteSize(tracker.MaxBody) + ` at most.

**Lists.** A list is a plain array; its Pagination header says where the page stands among all. Names of query parameters are case-sensitive, and a bad value is refused.

**Edits.** In a PUT required members must be there, an absent optional one stays as it is, null clears it. Entities carry a ` + "`version`" + `: send it back with an edit, and an edit that began on another version than the stored one is refused with 409 instead of overwriting somebody's work.

**Repeating.** A POST that creates takes an Idempotency-Key: repeated with the same key and body, it answers what the first one made.

**Errors.** Every error is application/problem+json. Its ` + "`code`" + ` is stable, for programs; its ` + "`errors`" + ` are the messages of single fields, named in PascalCase. Every answer has an X-Request-Id, under which the server's log knows it. An address that is no operation is a 404, another method of one that is a 405.

**Texts.** Sentences are English. Beside one there is its text, in a member with ` + "`Text` or `Texts`" + ` at the end of its name: a stable key, and the values in the sentence. A program that speaks another language looks the key up; ` + "`x-texts`" + ` of this document has the English sentence of each. The title of an error has the key ` + "`title.`" + ` and its code.`

// tags are in the order of the page.
var tags = []object{
	{"name": "Account", "description": "Your own account: signing in and out, password, profile, photo."},
	{"name": "Companies", "description": "Companies, their addresses and moderators."},
	{"name": "Projects", "description": "Projects of companies, their moderators, products and subscriptions."},
	{"name": "Products", "description": "The catalogue of products and its categories."},
	{"name": "Subscriptions", "description": "The catalogue of subscriptions and its categories."},
	{"name": "Users", "description": "People who sign in, or are known as moderators."},
	{"name": "Notifications", "description": "What the caller was told about subscriptions that end, ended, renewed or were canceled."},
	{"name": "History", "description": "Who changed what, and taking it back."},
	{"name": "Notes", "description": "What people write about records, and whom they mention."},
	{"name": "Documents", "description": "Files of records."},
	{"name": "Import", "description": "Records from a CSV or XLSX file: compared first, then applied as one bulk action."},
	{"name": "Bulk", "description": "One action on many records, as a job with progress that is taken back as one."},
	{"name": "Own fields", "description": "Fields that administrators give lists. Records have their values in own."},
	{"name": "Views", "description": "Filters, order and columns of lists, saved under a name."},
	{"name": "Channels", "description": "Channels of chats that are told what happens to subscriptions, and of mentions."},
	{"name": "Webhooks", "description": "Addresses that are told of changes, by signed requests."},
	{"name": "Security", "description": "Sign-ins, failures, and changes of how people sign in or what they may do."},
	{"name": "Dashboard", "description": "Figures, charts and the search over everything."},
	{"name": "Forecast", "description": "What will happen if nobody does anything, and changes that are tried before they are made."},
	{"name": "Audit", "description": "Proof that nobody has rewritten the change log."},
	{"name": "Client errors", "description": "Reports of the web app about itself."},
}

// API is the source of the document.
type API struct {
	BasePath   string // begins and ends with a slash
	Version    string
	Operations []Operation

	types []Type
}

// Describe adds descriptions of types that do not belong to tracker.
func (a *API) Describe(types ...Type) { a.types = append(a.types, types...) }

// writer writes one document.
type writer struct {
	types      map[reflect.Type]Type
	components object // schemas by name
}

// Document returns the OpenAPI 3.1 document. The types and form rules of the web app are generated from it.
func (a *API) Document() ([]byte, error) {
	w := &writer{types: map[reflect.Type]Type{}, components: object{"Problem": problemSchema}}
	for _, t := range slices.Concat(vocabulary, a.types) {
		w.types[t.of] = t
	}
	w.schema(reflect.TypeFor[tracker.Text]()) // Problem refers to it
	paths := map[string]object{}
	for _, op := range a.Operations {
		if paths[op.Path] == nil {
			paths[op.Path] = object{}
		}
		paths[op.Path][strings.ToLower(op.Method)] = w.operation(&op)
	}
	return json.MarshalIndent(object{
		"openapi": "3.1.0",
		"info": object{
			"title":       "btracker",
			"version":     a.Version,
			"summary":     "Companies, projects, and the products and subscriptions they run on.",
			"description": introduction,
			"license":     object{"name": "MIT", "identifier": "MIT"},
		},
		"servers":  []object{{"url": a.BasePath + "api/v1", "description": "This server."}},
		"security": []object{{"bearer": []string{}}},
		"tags":     tags,
		"paths":    paths,
		"components": object{
			"schemas":    w.components,
			"responses":  sharedResponses(),
			"parameters": object{"DateTimeISO": dateTimeISO},
			"headers":    w.headers(),
			"securitySchemes": object{"bearer": object{"type": "http", "scheme": "bearer", "bearerFormat": "JWT",
				"description": "The token that login and refreshToken answer, or a key (btk_…)."}},
		},
		"x-texts": tracker.Sentences(),    // for the web app, which says them in other languages
		"x-roles": tracker.RolesByRight(), // for the web app, which says which role would do
	}, "", "  ")
}

var dateTimeISO = object{"name": "DateTimeISO", "in": "header", "schema": object{"type": "string"}, "example": "2026-11-15T09:30:00Z",
	"description": "The client's time. Accepted, never required, and decides nothing."}

// keyRule says which keys may not call the operation.
func (op *Operation) keyRule() string {
	switch {
	case op.Who.Public:
		return ""
	case op.Keys == NoKeys:
		return " Keys are refused."
	case op.Keys == WideKeys:
		return " Keys for one company are refused."
	}
	return ""
}

func (w *writer) operation(op *Operation) object {
	doc := object{
		"operationId": op.ID,
		"summary":     op.Summary,
		"description": op.Details + "\n\nMay be called by " + op.Who.Line + op.keyRule(),
		"tags":        []string{op.Tag},
		"parameters":  op.parameters(),
		"responses":   w.responses(op),
	}
	if op.Who.Public {
		doc["security"] = []object{}
	}
	switch {
	case op.Photo:
		image := object{"schema": object{"type": "string", "format": "binary"}}
		doc["requestBody"] = object{"required": true, "description": "The image.", "content": object{"image/jpeg": image, "image/png": image, "image/webp": image}}
	case op.Upload:
		table := object{"schema": object{"type": "string", "format": "binary"}}
		doc["requestBody"] = object{"required": true, "description": "The file.", "content": object{"text/csv": table, Spreadsheet: table}}
	case op.Stream:
		file := object{"schema": object{"type": "string", "format": "binary"}}
		doc["requestBody"] = object{"required": true, "description": "The file.", "content": object{"application/octet-stream": file}}
	case op.In != nil:
		doc["requestBody"] = object{"required": !op.NoBody,
			"content": object{"application/json": object{"schema": w.schema(op.In), "example": w.example(op.In)}}}
	}
	return doc
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func (op *Operation) parameters() []object {
	var params []object
	for _, m := range pathParameter.FindAllStringSubmatch(op.Path, -1) {
		params = append(params, op.pathParameter(m[1]))
	}
	query := func(when bool, name, doc string, schema object) {
		if when {
			params = append(params, object{"name": name, "in": "query", "description": doc, "schema": schema})
		}
	}
	list := func(name, doc string, schema object) { // comma-separated
		params = append(params, object{"name": name, "in": "query", "description": doc, "schema": schema, "style": "form", "explode": false})
	}
	if l := op.List; l != nil {
		paged := op.File == "" // a file has the rows of all pages
		query(paged, "PageNumber", "Which page, from 1.", object{"type": "integer", "minimum": 1, "maximum": tracker.MaxPageNumber, "default": 1})
		query(paged, "PageSize", fmt.Sprintf("Above %d counts as %d.", tracker.MaxPageSize, tracker.MaxPageSize),
			object{"type": "integer", "minimum": 1, "default": cmp.Or(l.PageSize, tracker.DefaultPageSize)})
		query(l.Search, "Search", "Words to find anywhere in the item, in any order; below "+Number(tracker.MinSearchAnywhere)+" characters, the beginning of its name. "+
			"If nothing has them, words of "+Number(tracker.MinForgiven)+" letters or more may have a wrong one. Without SortBy, names that begin with the text come first.",
			object{"type": "string", "maxLength": tracker.MaxSearch})
		if len(l.Sorts) > 0 {
			most := min(tracker.MaxSorts, len(l.Sorts)) // categories have one
			list("SortBy", "What to sort by, comma-separated, "+Number(most)+" at most. Rows with equal values are sorted by the next one.",
				oneOrMore(object{"type": "string", "enum": l.Sorts}, object{"maxItems": most, "uniqueItems": true}, l.Sorts[0]))
			list("SortDescending", "From the last to the first: one value for all of SortBy, or one for each.",
				oneOrMore(object{"type": "boolean"}, object{"maxItems": most}, l.Descending))
		}
		query(l.Removed, "Removed", "What to do with items that are marked removed. exclude also leaves out what is under them, as the statistics do.",
			object{"type": "string", "enum": tracker.RemovedFilters, "default": tracker.RemovedInclude})
	}
	query(op.File != "", "Format", "CSV, or a spreadsheet.", object{"type": "string", "enum": tracker.ExportFormats, "default": tracker.ExportFormats[0]})
	if len(op.Columns) > 0 {
		list("Columns", "The columns of the file, comma-separated, in their order.",
			object{"type": "array", "items": object{"type": "string", "enum": op.Columns}, "minItems": 1, "uniqueItems": true})
	}
	for _, p := range op.Params {
		query(true, p.Name, p.Doc, object{"type": p.Type})
	}
	if op.Idempotent {
		params = append(params, object{"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string", "maxLength": tracker.MaxIdempotencyKey},
			"example": "5e0c1b9a", "description": "A repeated request with the same key and body answers what the first one made; with another body it is refused."})
	}
	return append(params, object{"$ref": "#/components/parameters/DateTimeISO"})
}

// oneOrMore is the schema of a value, or of a list of such values that keeps further rules.
func oneOrMore(value, rules object, otherwise any) object {
	list := object{"type": "array", "items": value, "minItems": 1}
	maps.Copy(list, rules)
	return object{"anyOf": []object{value, list}, "default": otherwise}
}

// pathParameter describes a parameter of the path. An {id} belongs to the entity that the path begins with.
func (op *Operation) pathParameter(name string) object {
	p := object{"name": name, "in": "path", "required": true}
	switch name {
	case "id":
		kind, _, _ := strings.Cut(strings.TrimPrefix(op.Path, "/"), "/")
		p["description"], p["schema"] = "Id of the "+kind+".", object{"type": "string", "format": "uuid"}
		p["example"] = map[string]string{"company": CompanyID, "project": ProjectID, "product": ProductID, "subscription": SubscriptionID, "document": linkID}[kind]
	case "email":
		p["description"], p["schema"], p["example"] = "E-mail address of the user.", object{"type": "string", "format": "email"}, aUser.Email
	case "name":
		p["description"], p["schema"], p["example"] = "Name of the category.", object{"type": "string"}, aProduct.CategoryName
	}
	return p
}

// headers are the response headers that operations refer to.
func (w *writer) headers() object {
	plain := func(doc, example string) object {
		return object{"description": doc, "schema": object{"type": "string"}, "example": example}
	}
	requestID := plain("Identifies this request in the server's log.", "019a84096c007c3e9a412f6f0d5b8e10")
	requestID["required"] = true
	return object{
		"Pagination": object{
			"description": "Where the page stands among all, as JSON.",
			"required":    true,
			"content":     object{"application/json": object{"schema": w.schema(reflect.TypeFor[tracker.Pagination]()), "example": aPagination}},
		},
		"XRequestId":      requestID,
		"RetryAfter":      object{"description": "Seconds to wait.", "schema": object{"type": "integer", "minimum": 1}, "example": 2},
		"WWWAuthenticate": plain(`Bearer; with error="invalid_token" when a token was presented that is expired, revoked or forged.`, `Bearer error="invalid_token"`),
		"ChangeSeq": object{"description": "The number of the change that was made, which the hub's Changed event carries as seq. Absent when nothing changed.",
			"schema": object{"type": "integer", "minimum": 1}, "example": 4711},
		"Location":           plain("Where to go on.", "/btracker/login?signOn=done"),
		"ContentDisposition": plain("Names the file.", `attachment; filename="companies.csv"`),
	}
}
