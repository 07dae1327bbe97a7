package tracker

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
)

// FieldRules is what the contract publishes about one input field.
type FieldRules struct {
	Field    string
	Label    string
	Required bool
	Checks   []Check
}

type fieldPlan struct {
	FieldRules
	index  []int
	secret bool // is not trimmed: that would change a password
	lower  bool // is stored in lower case
	lines  bool // may have line breaks, which are stored as \n
}

var plans sync.Map // reflect.Type → []fieldPlan

func planFor(t reflect.Type) []fieldPlan {
	if cached, ok := plans.Load(t); ok {
		return cached.([]fieldPlan)
	}
	var plan []fieldPlan
	for _, f := range reflect.VisibleFields(t) {
		tag, ok := f.Tag.Lookup("rule")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		enum, _ := innerOf(f.Type).(Enum)
		rule, option, _ := strings.Cut(tag, ",")
		plan = append(plan, fieldPlan{
			FieldRules: FieldRules{Field: name, Label: Label(name), Required: option == "required", Checks: checksFor(tag, name, enum)},
			index:      f.Index,
			secret:     strings.Contains(strings.ToLower(name), "password") || rule == "token",
			lower:      rule == "email",
			lines:      rule == "details" || rule == "note",
		})
	}
	plans.Store(t, plan)
	return plan
}

// RulesOf lists the rules of an input type, for the contract.
func RulesOf(t reflect.Type) []FieldRules {
	var rules []FieldRules
	for _, p := range planFor(t) {
		rules = append(rules, p.FieldRules)
	}
	return rules
}

func innerOf(t reflect.Type) any {
	zero := reflect.Zero(t).Interface()
	if opt, ok := zero.(interface{ Inner() any }); ok {
		return opt.Inner()
	}
	return zero
}

// Validate normalises an input in place (trims text, lower-cases e-mail addresses, turns
// empty optional text into null) and returns an error with every field that breaks a rule.
func Validate(input any) error {
	v := reflect.ValueOf(input).Elem()
	plan := planFor(v.Type())
	values := make(map[string]string, len(plan))
	for _, p := range plan {
		values[p.Field] = p.normalise(v.FieldByIndex(p.index).Addr().Interface())
	}
	var broken []FieldError
	for _, p := range plan {
		if c := p.firstBroken(values); c != nil {
			broken = append(broken, FieldError{Field: p.Field, Code: c.Code, Message: c.Text})
		}
	}
	if broken == nil {
		return nil
	}
	return invalid(broken)
}

// ValidateOnly does the same for the named fields that the input has and requires. It
// stops at the first error. It is for the fields by which a record is looked up.
func ValidateOnly(input any, fields ...string) error {
	v := reflect.ValueOf(input).Elem()
	if v.Kind() != reflect.Struct {
		return nil
	}
	for _, p := range planFor(v.Type()) {
		if !p.Required || !slices.Contains(fields, p.Field) {
			continue
		}
		value := p.normalise(v.FieldByIndex(p.index).Addr().Interface())
		if c := p.firstBroken(map[string]string{p.Field: value}); c != nil {
			return broken(p.Field, c.Code, c.Text)
		}
	}
	return nil
}

// normalise cleans the field in place and returns its value as text, "" if it has none.
func (p *fieldPlan) normalise(field any) string {
	switch f := field.(type) {
	case *string:
		*f = p.clean(*f)
		return *f
	case *Opt[string]:
		if f.Empty() {
			return ""
		}
		if f.Value = p.clean(f.Value); f.Value == "" {
			f.Null = true
		}
		return f.Value
	case *Opt[time.Time]:
		if f.Empty() {
			return ""
		}
		return f.Value.UTC().Format(time.RFC3339) // the year in UTC may be another one
	case interface {
		Empty() bool
		Inner() any
	}:
		if f.Empty() {
			return ""
		}
		if e, ok := f.Inner().(Enum); ok {
			if !isKnown(e) {
				return unknownOption
			}
			return keyOf(e)
		}
		return fmt.Sprint(f.Inner())
	}
	panic(fmt.Sprintf("tracker: no validation for %T", field))
}

// unknownOption stands for a value that an enumeration does not have.
const unknownOption = "\x00"

// lineEnds are those of Windows; of a doubled return nothing may be left, since a single one is no line end.
var lineEnds = regexp.MustCompile(`\r+\n`)

func (p *fieldPlan) clean(s string) string {
	if p.secret {
		return s
	}
	s = trim(s)
	if p.lower {
		s = strings.Map(lowerASCII, s)
	}
	if p.lines {
		s = lineEnds.ReplaceAllString(s, "\n")
	}
	return s
}

// trim removes exactly the characters that String.prototype.trim of a browser removes, so
// that a form and the server check the same value.
func trim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return r == '\uFEFF' || r != '\u0085' && unicode.IsSpace(r) })
}

// lowerASCII leaves other letters for the rule to refuse: the lower case of the Kelvin
// sign is an ordinary k, so one address could be written as another.
func lowerASCII(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		r += 'a' - 'A'
	}
	return r
}

func (p *fieldPlan) firstBroken(values map[string]string) *Check {
	value := values[p.Field]
	for i := range p.Checks {
		c := &p.Checks[i]
		ok := c.holds(value)
		switch c.Code {
		case ruleEquals:
			ok = value == values[c.Field]
		case ruleOneOf:
			ok = value != unknownOption
		}
		if !ok {
			return c
		}
	}
	return nil
}
