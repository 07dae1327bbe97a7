package tracker

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// The validation rules, stated once. An input type names a rule for each field
// in its `rule` tag; here a rule becomes a list of checks. The server interprets
// the checks (validate.go), the contract publishes them, and the forms of the
// web app interpret the same list, so a field gets the same message from either
// side.

// Limits that every field of a kind shares.
const (
	MaxName       = 64
	MaxDetails    = 256
	MaxPhone      = 24
	MaxPostalCode = 14
	MaxEmail      = 254
	MinPassword   = 8
	MinLogin      = 6
	MaxPassword   = 64
)

// Check is one condition with the message for breaking it. All but "required"
// and "equals" pass on an empty value; the first broken check of a field speaks.
type Check struct {
	Code     string   `json:"code"`
	Value    int      `json:"value,omitempty"`
	Patterns []string `json:"patterns,omitempty"` // every one must match; valid in RE2 and in JavaScript
	Options  []Option `json:"options,omitempty"`
	Field    string   `json:"field,omitempty"` // of "equals"
	Message  string   `json:"message"`

	compiled []*regexp.Regexp
}

// Option is one choice of an enumeration.
type Option struct {
	Key   string `json:"key"`
	Value int    `json:"value"`
}

const (
	patternLine  = `^\P{Cc}*$`
	patternLines = `^(?:\P{Cc}|\r?\n)*$`
	patternYear  = `^(?:19|[2-9][0-9])[0-9]{2}-` // 1900 to 9999, of a day or an instant
	patternPhone = `^(?:\+|00)?[0-9][0-9 \-]*$`
	patternEmail = `^[A-Za-z0-9.!#$%&'*+\/=?^_{|}~\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?$`
)

// checksFor expands a rule tag such as "name,required" for a field. The enum is
// nil unless the rule is "enum".
func checksFor(tag, field string, enum Enum) []Check {
	rule, option, _ := strings.Cut(tag, ",")
	label := Label(field)
	var checks []Check
	add := func(c Check, format string, args ...any) {
		c.Message = label + " " + fmt.Sprintf(format, args...)
		for _, p := range c.Patterns {
			c.compiled = append(c.compiled, regexp.MustCompile(p))
		}
		checks = append(checks, c)
	}
	if option == "required" {
		add(Check{Code: "required"}, "field is required.")
	}
	noControl := func(pattern string) {
		add(Check{Code: "control", Patterns: []string{pattern}}, "must not contain control characters.")
	}
	atMost := func(max int) {
		add(Check{Code: "maxLength", Value: max}, "length must be at most %d.", max)
	}
	name := func() {
		noControl(patternLine)
		add(Check{Code: "maxLength", Value: MaxName}, "length must be less than %d.", MaxName)
	}
	switch rule {
	case "text": // nothing is stored without a limit
		noControl(patternLine)
		atMost(MaxDetails)
	case "details":
		noControl(patternLines)
		atMost(MaxDetails)
	case "name":
		name()
	case "categoryName": // it stands in addresses, where browsers take dots alone for a step upwards
		name()
		add(Check{Code: "dots", Patterns: []string{`[^.]|^.{3}`}}, `can not be "." or "..".`)
	case "postalCode":
		noControl(patternLine)
		atMost(MaxPostalCode)
	case "phone":
		add(Check{Code: "phone", Patterns: []string{patternPhone}}, "is not a phone number.")
		atMost(MaxPhone)
	case "email":
		add(Check{Code: "email", Patterns: []string{patternEmail, fmt.Sprintf(`^.{0,%d}$`, MaxEmail)}}, "value is not an email format.")
	case "loginPassword":
		add(Check{Code: "minLength", Value: MinLogin}, "length must be at least %d.", MinLogin)
		atMost(MaxPassword)
	case "newPassword":
		add(Check{Code: "password", Patterns: []string{
			fmt.Sprintf(`^\P{Cc}{%d,%d}$`, MinPassword, MaxPassword), `\p{Lu}`, `\p{Ll}`, `[0-9]`, `[^\p{L}\p{N}\p{Z}\p{Cc}]`,
		}}, "must be %d to %d characters with an upper-case letter, a lower-case letter, a digit and a special character.", MinPassword, MaxPassword)
	case "enum":
		c := Check{Code: "oneOf"}
		for i, key := range enum.Keys() {
			c.Options = append(c.Options, Option{Key: key, Value: i})
		}
		add(c, "must be one of provided options.")
	case "money":
		add(Check{Code: "money", Patterns: []string{`^[0-9]{1,9}(?:\.[0-9]+)?$`, `[1-9]`}}, "must be a positive amount of at most 999999999.99.")
		add(Check{Code: "decimals", Patterns: []string{`^[0-9]+(?:\.[0-9]{1,2})?$`}}, "must have at most two decimals.")
	case "currency":
		c := Check{Code: "currency", Patterns: []string{"^" + Currency + "$"}}
		add(c, "must be one of provided options.")
	case "instant":
		add(Check{Code: "range", Patterns: []string{patternYear}}, "is out of range.")
	case "flag", "id", "token": // shape alone
	default:
		if other, ok := strings.CutPrefix(rule, "equals="); ok {
			checks = append(checks, Check{Code: "equals", Field: other, Message: "Passwords don't match."})
			break
		}
		panic("tracker: unknown rule " + rule)
	}
	return checks
}

// Label is a field's name in words: displayName becomes "Display Name". A link by id
// is called after what it leads to: companyId becomes "Company".
func Label(field string) string {
	if field == "categoryName" {
		return "Category"
	}
	if linked, ok := strings.CutSuffix(field, "Id"); ok && linked != "" {
		field = linked
	}
	var b strings.Builder
	for i, r := range field {
		switch {
		case i == 0:
			r = unicode.ToUpper(r)
		case unicode.IsUpper(r):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

func (c *Check) holds(value string) bool {
	switch c.Code {
	case "required":
		return trim(value) != ""
	case "minLength":
		return value == "" || len([]rune(value)) >= c.Value
	case "maxLength":
		return len([]rune(value)) <= c.Value
	}
	if value == "" {
		return true
	}
	for _, p := range c.compiled {
		if !p.MatchString(value) {
			return false
		}
	}
	return true
}
