package contract

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"btracker/internal/tracker"
)

// schema returns the JSON Schema of a Go type. A struct becomes a component, once. A field with rules has them as x-label
// and x-checks, which the forms of the web app interpret.
func (w *writer) schema(t reflect.Type) object {
	if opt, ok := as[optional](t); ok {
		return nullable(w.schema(reflect.TypeOf(opt.Inner())))
	}
	if u, ok := as[union](t); ok {
		choices := []object{}
		for _, t := range u.OneOf() {
			choices = append(choices, w.schema(t))
		}
		return object{"anyOf": choices}
	}
	if enum, ok := as[tracker.Enum](t); ok && t.Kind() != reflect.Pointer {
		numbers, words := make([]int, len(enum.Keys())), make([]string, len(enum.Keys()))
		for i, key := range enum.Keys() {
			numbers[i], words[i] = i, fmt.Sprintf("%d %s", i, key)
		}
		return object{"type": "integer", "enum": numbers, "x-enum-varnames": enum.Keys(), "description": strings.Join(words, ", ") + "."}
	}
	switch t {
	case reflect.TypeFor[tracker.Own]():
		return object{"type": "object", "additionalProperties": anyOf("string", "number", "boolean"),
			"description": "The values of the fields that administrators gave the list, by their keys: only what is filled and the caller may see."}
	case reflect.TypeFor[map[string]json.RawMessage]():
		return object{"type": "object", "additionalProperties": anyOf("string", "number", "boolean", "null"),
			"description": "Own fields by their keys. One that is absent stays as it is, null clears it."}
	case reflect.TypeFor[tracker.GroupRight]():
		return object{"anyOf": []object{{"type": "string", "enum": []string{tracker.FromAdministrator}}, w.schema(reflect.TypeFor[tracker.Role]())}}
	case reflect.TypeFor[tracker.Money]():
		return object{"type": "number", "description": "US dollars, with at most two decimals."}
	case reflect.TypeFor[tracker.Amount]():
		return object{"type": "number", "maximum": tracker.MaxMoney, "exclusiveMinimum": 0, "description": "US dollars, with at most two decimals."}
	case reflect.TypeFor[tracker.SignedAmount]():
		return object{"type": "number"}
	case reflect.TypeFor[json.RawMessage]():
		return object{"description": "A value of any type, as the entity has it elsewhere; null if there is none."}
	case reflect.TypeFor[tracker.JSONObject]():
		return object{"type": "object", "additionalProperties": true}
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nullable(w.schema(t.Elem()))
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return object{"type": "integer"}
	case reflect.Slice:
		return object{"type": "array", "items": w.schema(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": w.schema(t.Elem())}
	case reflect.Struct:
		return w.component(t)
	}
	panic(fmt.Sprintf("contract: no schema for %v", t))
}

// anyOf is a value of one of some types. Generators of clients know no list of types but with null.
func anyOf(types ...string) object {
	choices := make([]object, len(types))
	for i, t := range types {
		choices[i] = object{"type": t}
	}
	return object{"anyOf": choices}
}

func nullable(schema object) object {
	if kind, ok := schema["type"].(string); ok && schema["enum"] == nil {
		schema["type"] = []string{kind, "null"} // no other field has this schema
		return schema
	}
	return object{"anyOf": []object{schema, {"type": "null"}}}
}

// component writes the schema of a struct under its name and returns a reference to it.
func (w *writer) component(t reflect.Type) object {
	name, doc := componentName(t), w.types[t].doc
	if wrapped, ok := as[wrapper](t); ok {
		doc = componentName(wrapped.Wraps()) + ", inside data."
	}
	ref := object{"$ref": "#/components/schemas/" + name}
	if _, ok := w.components[name]; ok {
		return ref
	}
	properties, required := object{}, []string{}
	schema := object{"type": "object", "properties": properties, "description": doc}
	w.components[name] = schema // before its fields: a type may refer to itself
	w.fields(t, properties, &required)
	if len(required) > 0 {
		schema["required"] = required
	}
	return ref
}

func componentName(t reflect.Type) string {
	if wrapped, ok := as[wrapper](t); ok {
		return componentName(wrapped.Wraps()) + "Wrapped"
	}
	return Capital(t.Name())
}

func (w *writer) fields(t reflect.Type, properties object, required *[]string) {
	rules := map[string]tracker.FieldRules{}
	for _, r := range tracker.RulesOf(t) {
		rules[r.Field] = r
	}
	for f := range t.Fields() {
		if f.Tag.Get("doc") == "-" {
			continue
		}
		if f.Anonymous {
			w.fields(f.Type, properties, required)
			nameList(properties, f)
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || name == "" {
			continue
		}
		schema := w.schema(f.Type)
		rule, isInput := rules[name]
		if isInput {
			schema["x-label"] = rule.Label
			schema["x-checks"] = rule.Checks
			limits(schema, rule.Checks)
		}
		describe(schema, f, name)
		properties[name] = schema
		nameList(properties, f)
		_, isOptional := as[optional](f.Type)
		isOptional = isOptional || strings.Contains(options, "omit") || f.Type.Kind() == reflect.Pointer && len(rules) > 0
		if isInput && rule.Required || !isInput && !isOptional {
			*required = append(*required, name)
		}
	}
}

// nameList says in x-list whose fields own has, where the tag list of a field, or of a struct that is embedded, names a list: the
// document is the same everywhere, and the keys are those of an installation.
func nameList(properties object, f reflect.StructField) {
	if list := f.Tag.Get("list"); list != "" {
		properties["own"].(object)["x-list"] = list
	}
}

// limits adds the keywords that JSON Schema has for some checks.
func limits(schema object, checks []tracker.Check) {
	for _, c := range checks {
		switch c.Code {
		case "minLength", "maxLength":
			schema[c.Code] = c.Value
		case "range":
			if c.Value > 0 {
				schema["minimum"], schema["maximum"] = 0, c.Value
			}
		case "email":
			schema["format"], schema["maxLength"] = "email", tracker.MaxEmail
		}
	}
}

// describe adds the meaning and the format of a field. Its doc tag has the meaning, or else the glossary.
func describe(schema object, f reflect.StructField, name string) {
	doc := cmp.Or(f.Tag.Get("doc"), glossary[name])
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

// glossary has the meaning of fields that mean the same in every type.
var glossary = map[string]string{
	"version":           "Grows with every change. An edit based on any other version is refused with 409.",
	"createdAt":         "When it was added.",
	"isRemoved":         "Marked removed: it waits until nothing depends on it.",
	"removedAt":         "When it was marked removed.",
	"photoUrl":          "Address of the photo on this server, or null. Set by the photo calls alone.",
	"access":            "What the caller may do, so that a screen can leave out what would be refused.",
	"assignableRoles":   "Roles the caller may give, change or take away.",
	"headAddress":       "Of the head office. Null in lists.",
	"isAdmin":           "May do everything.",
	"autoRenew":         "Gets a next period when it ends.",
	"startAt":           "Beginning of the current period.",
	"endAt":             "End of the current period; not before its beginning, and a day later at least when it renews.",
	"cost":              "What it costs us.",
	"price":             "What the customer pays.",
	"costCurrencyName":  "USD alone.",
	"priceCurrencyName": "USD alone.",
	"currencyName":      "USD alone.",
	"isCanceled":        "Ended before its time, for good.",
	"cancelationReason": "Why it was canceled, or ends with its period.",
	"categoryName":      "Name of its category, which must exist.",
	"role":              "Decides what the moderator may do.",
	"disableReason":     "Why the user may not sign in.",
	"viewedAt":          "When the recipient viewed it first.",
	"parentId":          "What the thing belongs to.",
	"parentName":        "Name of what the thing belongs to.",
	"total":             "How many there are in all.",
	"moderator":         "The user behind the link.",
}
