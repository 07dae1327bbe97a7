package httpapi

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// schemas turns Go types into JSON Schema, each struct once as a component. An
// input type carries its rules along: x-label and x-checks are what the forms of
// the web app interpret.
type schemas struct{ components object }

func (b *schemas) of(t reflect.Type) object {
	zero := reflect.Zero(t).Interface()
	if opt, ok := zero.(interface{ Inner() any }); ok {
		return nullable(b.of(reflect.TypeOf(opt.Inner())))
	}
	if union, ok := zero.(interface{ oneOfTypes() []reflect.Type }); ok {
		choices := []object{}
		for _, t := range union.oneOfTypes() {
			choices = append(choices, b.of(t))
		}
		return object{"anyOf": choices}
	}
	if enum, ok := zero.(tracker.Enum); ok {
		numbers, words := make([]int, len(enum.Keys())), make([]string, len(enum.Keys()))
		for i, key := range enum.Keys() {
			numbers[i], words[i] = i, fmt.Sprintf("%d %s", i, key)
		}
		return object{"type": "integer", "enum": numbers, "x-enum-varnames": enum.Keys(), "description": strings.Join(words, ", ") + "."}
	}
	switch t {
	case reflect.TypeFor[tracker.Money]():
		return object{"type": "number", "description": "US dollars, with at most two decimals."}
	case reflect.TypeFor[tracker.Amount]():
		return object{"type": "number", "maximum": 999999999.99, "exclusiveMinimum": 0, "description": "US dollars, with at most two decimals."}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(b.of(t.Elem()))
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice:
		return object{"type": "array", "items": b.of(t.Elem())}
	case reflect.Struct:
		if t == reflect.TypeFor[time.Time]() {
			return object{"type": "string", "format": "date-time"}
		}
		return b.component(t)
	}
	panic(fmt.Sprintf("httpapi: no schema for %v", t))
}

func nullable(schema object) object {
	if kind, ok := schema["type"].(string); ok && schema["enum"] == nil {
		copied := object{}
		for k, v := range schema {
			copied[k] = v
		}
		copied["type"] = []string{kind, "null"}
		return copied
	}
	return object{"anyOf": []object{schema, {"type": "null"}}}
}

var genericName = regexp.MustCompile(`^(\w+)\[.*?(\w+)\]$`)

func componentName(t reflect.Type) string {
	name := t.Name()
	if m := genericName.FindStringSubmatch(name); m != nil {
		name = m[2] + pascal(m[1])
	}
	return pascal(name)
}

func (b *schemas) component(t reflect.Type) object {
	name := componentName(t)
	ref := object{"$ref": "#/components/schemas/" + name}
	if _, ok := b.components[name]; ok {
		return ref
	}
	properties, required := object{}, []string{}
	b.components[name] = object{} // a type that holds itself finds this
	b.fields(t, properties, &required)
	schema := object{"type": "object", "properties": properties, "description": shapes[t].doc}
	if isWrapped(t) {
		schema["description"] = componentName(t.Field(0).Type) + ", inside data."
	}
	if len(required) > 0 {
		schema["required"] = required
	}
	b.components[name] = schema
	return ref
}

func (b *schemas) fields(t reflect.Type, properties object, required *[]string) {
	rules := map[string]tracker.FieldRules{}
	for _, r := range tracker.RulesOf(t) {
		rules[r.Field] = r
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Tag.Get("doc") == "-" {
			continue
		}
		if f.Anonymous {
			b.fields(f.Type, properties, required)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		schema := b.of(f.Type)
		rule, isInput := rules[name]
		if isInput {
			schema["x-label"] = rule.Label
			schema["x-checks"] = rule.Checks
			limits(schema, rule.Checks)
		}
		describe(schema, f, name)
		properties[name] = schema
		optional := strings.Contains(options, "omit") || f.Type.Kind() == reflect.Pointer && len(rules) > 0 || isOptional(f.Type)
		if isInput && rule.Required || !isInput && !optional {
			*required = append(*required, name)
		}
	}
}

func isOptional(t reflect.Type) bool {
	_, ok := reflect.Zero(t).Interface().(interface{ Inner() any })
	return ok
}

// limits says what the rules say in the words that JSON Schema has for it.
func limits(schema object, checks []tracker.Check) {
	for _, c := range checks {
		switch c.Code {
		case "minLength", "maxLength":
			schema[c.Code] = c.Value
		case "email":
			schema["format"], schema["maxLength"] = "email", tracker.MaxEmail
		}
	}
}

// describe adds what a field means and how its text looks. Fields of one name
// mean the same in every type; a doc tag says more where they do not.
func describe(schema object, f reflect.StructField, name string) {
	doc := f.Tag.Get("doc")
	if doc == "" {
		doc = meanings[name]
	}
	if doc != "" {
		if more, ok := schema["description"].(string); ok {
			doc += " " + more
		}
		schema["description"] = doc
	}
	if format := formatOf(name); format != "" && f.Tag.Get("format") != "-" && holdsText(schema) {
		schema["format"] = format
	}
}

func formatOf(name string) string {
	switch {
	case name == "id" || strings.HasSuffix(name, "Id"):
		return "uuid"
	case name == "email" || strings.HasSuffix(name, "Email"):
		return "email"
	case name == "photoUrl":
		return "uri-reference"
	case name == "weekStart":
		return "date"
	}
	return ""
}

func holdsText(schema object) bool {
	switch kind := schema["type"].(type) {
	case string:
		return kind == "string"
	case []string:
		return kind[0] == "string"
	}
	return false
}
