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
			"description": "Administration console for a business tracker. Times are RFC 3339 in UTC, ids UUIDs, enumerations numbers (or key names in requests). Unknown request fields are ignored.",
			"license":     object{"name": "MIT", "identifier": "MIT"},
		},
		"servers":  []object{{"url": s.config.BasePath + "api/v1"}},
		"security": []object{{"bearer": []string{}}},
		"paths":    paths,
		"components": object{
			"schemas":         b.components,
			"securitySchemes": object{"bearer": object{"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
			"headers": object{"Pagination": object{
				"description": "Where the page stands among all, as JSON.",
				"required":    true,
				"content":     object{"application/json": object{"schema": b.of(reflect.TypeFor[tracker.Pagination]())}},
			}},
		},
	}, "", "  ")
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

func (op *operation) document(b *schemas) object {
	doc := object{"operationId": op.id, "summary": op.summary, "tags": []string{op.tag}, "responses": op.responses(b)}
	if op.public {
		doc["security"] = []object{}
	}
	var params []object
	for _, m := range pathParameter.FindAllStringSubmatch(op.path, -1) {
		params = append(params, object{"name": m[1], "in": "path", "required": true, "schema": object{"type": "string"}})
	}
	query := func(name, doc string, schema object) {
		params = append(params, object{"name": name, "in": "query", "description": doc, "schema": schema})
	}
	if l := op.list; l != nil {
		size := tracker.DefaultPageSize
		if l.pageSize != 0 {
			size = l.pageSize
		}
		query("PageNumber", "From 1.", object{"type": "integer", "minimum": 1, "default": 1})
		query("PageSize", fmt.Sprintf("Above %d counts as %d.", tracker.MaxPageSize, tracker.MaxPageSize), object{"type": "integer", "minimum": 1, "default": size})
		if l.search {
			query("Search", "Text to find anywhere in the item; below three characters, the beginning of its name.", object{"type": "string", "maxLength": tracker.MaxSearch})
		}
		if len(l.sorts) > 0 {
			query("SortBy", "", object{"type": "string", "enum": l.sorts, "default": l.sorts[0]})
			query("SortDescending", "", object{"type": "boolean", "default": false})
		}
		if l.removed {
			query("Removed", "What to do with items that are marked removed.", object{"type": "string", "enum": []string{"include", "exclude", "only"}, "default": "include"})
		}
	}
	for _, p := range op.params {
		query(p.name, p.doc, object{"type": p.kind})
	}
	if op.method == http.MethodPost && !op.public && op.in != reflect.TypeFor[none]() {
		params = append(params, object{"name": "Idempotency-Key", "in": "header", "schema": object{"type": "string", "maxLength": maxIdempotencyKey},
			"description": "A repeated request with the same key answers what the first one made."})
	}
	if params != nil {
		doc["parameters"] = params
	}
	switch {
	case op.photo:
		image := object{"schema": object{"type": "string", "format": "binary"}}
		doc["requestBody"] = object{"required": true, "content": object{"image/jpeg": image, "image/png": image, "image/webp": image}}
	case op.in != reflect.TypeFor[none]():
		doc["requestBody"] = object{"required": !op.noBody, "content": object{"application/json": object{"schema": b.of(op.in)}}}
	}
	return doc
}

func (op *operation) responses(b *schemas) object {
	good := object{"description": http.StatusText(op.status)}
	out := op.out
	if a, ok := reflect.Zero(out).Interface().(answer); ok {
		out = a.body()
	}
	switch {
	case out == reflect.TypeFor[csvFile]():
		good["content"] = object{"text/csv": object{"schema": object{"type": "string"}}}
	case out != reflect.TypeFor[none]():
		good["content"] = object{"application/json": object{"schema": b.of(out)}}
		if op.list != nil && out != reflect.TypeFor[tracker.Dependants]() {
			good["headers"] = object{"Pagination": object{"$ref": "#/components/headers/Pagination"}}
		}
	}
	problem := func(status int) object {
		return object{"description": http.StatusText(status),
			"content": object{"application/problem+json": object{"schema": object{"$ref": "#/components/schemas/Problem"}}}}
	}
	responses := object{fmt.Sprint(op.status): good}
	if strings.HasPrefix(op.out.Name(), "created[") {
		responses["200"] = object{"description": "It was there already.", "content": good["content"]}
	}
	for _, status := range op.failures() {
		responses[fmt.Sprint(status)] = problem(status)
	}
	return responses
}

// failures lists the statuses an operation can answer beside success.
func (op *operation) failures() []int {
	list := []int{http.StatusBadRequest, http.StatusInternalServerError, http.StatusServiceUnavailable, http.StatusGatewayTimeout}
	if !op.public {
		list = append(list, http.StatusUnauthorized, http.StatusForbidden)
	} else {
		list = append(list, http.StatusUnauthorized, http.StatusTooManyRequests)
	}
	if strings.Contains(op.path, "{") || op.method == http.MethodPut || op.method == http.MethodPost {
		list = append(list, http.StatusNotFound)
	}
	if op.photo || op.in != reflect.TypeFor[none]() {
		list = append(list, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
			http.StatusUnprocessableEntity, http.StatusInsufficientStorage)
	}
	if op.method == http.MethodPut {
		list = append(list, http.StatusConflict, http.StatusTooManyRequests)
	}
	return list
}

var problemSchema = object{
	"type":        "object",
	"description": "Every error. Members beyond these are named context of the error.",
	"required":    []string{"type", "title", "status", "code"},
	"properties": object{
		"type":   object{"type": "string"},
		"title":  object{"type": "string"},
		"status": object{"type": "integer"},
		"code":   object{"type": "string", "description": "Stable, for programs and translations."},
		"error":  object{"type": "string", "description": "What happened."},
		"reason": object{"type": "string", "description": "What it means and what to do."},
		"errors": object{"type": "object", "description": "Messages by field, in PascalCase.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"codes": object{"type": "object", "description": "Codes of the messages, in the same order.",
			"additionalProperties": object{"type": "array", "items": object{"type": "string"}}},
		"traceId":   object{"type": "string", "description": "Finds a defect in the server's log."},
		"changedBy": object{"type": "string"},
		"changedAt": object{"type": "string", "format": "date-time"},
		"current":   object{"description": "The stored entity, after a version conflict."},
	},
	"additionalProperties": true,
}
