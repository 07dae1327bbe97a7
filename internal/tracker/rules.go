package tracker

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

// The validation rules. An input type names a rule for each field in its `rule` tag, and
// checksFor turns the rule into a list of checks. The server runs the checks (validate.go),
// the contract publishes them, and the forms of the web app run the published list. So the
// server and a form have the same message for a field.

// maxYear is the last one that an instant may have.
const maxYear = 9999

// Codes of the checks.
const (
	ruleRequired  = "required"
	ruleControl   = "control"
	ruleMaxLength = "maxLength"
	ruleMinLength = "minLength"
	ruleDots      = "dots"
	rulePhone     = "phone"
	ruleEmail     = "email"
	rulePassword  = "password"
	ruleOneOf     = "oneOf"
	ruleMoney     = "money"
	ruleDecimals  = "decimals"
	ruleCurrency  = "currency"
	ruleRange     = "range"
	ruleOrder     = "order"
	rulePast      = "past"
	ruleEquals    = "equals"
	ruleWord      = "word"
	ruleTimeZone  = "timeZone"
	ruleURL       = "url"
)

// Check is one condition with the message for breaking it. An empty value passes every
// check except "required" and "equals". A field reports its first broken check.
type Check struct {
	Code     string   `json:"code"`
	Value    int      `json:"value,omitempty"`
	Patterns []string `json:"patterns,omitempty"` // all must match; valid in RE2 and in JavaScript
	Options  []Option `json:"options,omitempty"`
	Field    string   `json:"field,omitempty"` // of "equals"
	Message  string   `json:"message"`
	Text     Text     `json:"text"`

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
	patternYear  = `^(?:19|[2-9][0-9])[0-9]{2}-` // 1900 to maxYear
	patternURL   = `^[Hh][Tt][Tt][Pp][Ss]?:\/\/[A-Za-z0-9_.:\[\]\-]+(?:[\/?][!"$-~]*)?$`
	patternPhone = `^(?:\+|00)?[0-9][0-9 \-]*$`
	patternEmail = `^[A-Za-z0-9.!#$%&'*+\/=?^_{|}~\-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?$`
)

// Messages of rules; refusals.go has those that requests break too.
var (
	lengthLess      = NewSentence("field.lengthLess", "{label} length must be less than {max}.")
	dots            = NewSentence("field.dots", `{label} can not be "." or "..".`)
	notAPhone       = NewSentence("field.phone", "{label} is not a phone number.")
	notAnEmail      = NewSentence("field.email", "{label} value is not an email format.")
	lengthAtLeast   = NewSentence("field.lengthAtLeast", "{label} length must be at least {min}.")
	weakPassword    = NewSentence("field.password", "{label} must be {min} to {max} characters with an upper-case letter, a lower-case letter, a digit and a special character.")
	notMoney        = NewSentence("field.money", "{label} must be a positive amount of at most {amount}.")
	tooManyDecimals = NewSentence("field.decimals", "{label} must have at most two decimals.")
	notInRange      = NewSentence("field.range", "{label} is out of range.")
	notUpTo         = NewSentence("field.wholeNumber", "{label} must be a whole number from 0 to {max}.")
	notAKey         = NewSentence("field.key", "{label} must be a word of letters and digits.")
	notEqual        = say("equals", "Passwords don't match.")
)

// checksFor expands a rule tag such as "name,required" for a field. Only the rule "enum"
// needs enum.
func checksFor(tag, field string, enum Enum) []Check {
	rule, option, _ := strings.Cut(tag, ",")
	label := Label(field)
	var checks []Check
	add := func(c Check, message Sentence, values ...any) {
		c.Text = message.With(append([]any{label}, values...)...)
		c.Message = c.Text.String()
		for _, p := range c.Patterns {
			c.compiled = append(c.compiled, regexp.MustCompile(p))
		}
		checks = append(checks, c)
	}
	if option == "required" {
		add(Check{Code: ruleRequired}, NotSent)
	}
	noControl := func(pattern string) {
		add(Check{Code: ruleControl, Patterns: []string{pattern}}, NotPlain)
	}
	atMost := func(max int) {
		add(Check{Code: ruleMaxLength, Value: max}, lengthAtMost, max)
	}
	name := func() {
		noControl(patternLine)
		add(Check{Code: ruleMaxLength, Value: MaxName}, lengthLess, MaxName)
	}
	switch rule {
	case "text": // for new fields; see docs/adding-a-field.md
		noControl(patternLine)
		atMost(MaxDetails)
	case "details":
		noControl(patternLines)
		atMost(MaxDetails)
	case "fileName":
		noControl(patternLine)
		atMost(MaxDocumentName)
	case "note":
		noControl(patternLines)
		atMost(MaxNote)
	case "query":
		noControl(patternLine)
		atMost(MaxQuery)
	case "stack":
		noControl(patternLines)
		atMost(MaxStack)
	case "name":
		name()
	case "categoryName": // a part of URLs, where browsers resolve "." and ".."
		name()
		add(Check{Code: ruleDots, Patterns: []string{`[^.]|^.{3}`}}, dots)
	case "postalCode":
		noControl(patternLine)
		atMost(MaxPostalCode)
	case "phone":
		add(Check{Code: rulePhone, Patterns: []string{patternPhone}}, notAPhone)
		atMost(MaxPhone)
	case "email":
		add(Check{Code: ruleEmail, Patterns: []string{patternEmail, fmt.Sprintf(`^.{0,%d}$`, MaxEmail)}}, notAnEmail)
	case "loginPassword":
		add(Check{Code: ruleMinLength, Value: MinLogin}, lengthAtLeast, MinLogin)
		atMost(MaxPassword)
	case "newPassword":
		add(Check{Code: rulePassword, Patterns: []string{
			fmt.Sprintf(`^\P{Cc}{%d,%d}$`, MinPassword, MaxPassword), `\p{Lu}`, `\p{Ll}`, `[0-9]`, `[^\p{L}\p{N}\p{Z}\p{Cc}]`,
		}}, weakPassword, MinPassword, MaxPassword)
	case "enum":
		c := Check{Code: ruleOneOf}
		for i, key := range enum.Keys() {
			c.Options = append(c.Options, Option{Key: key, Value: i})
		}
		add(c, NotAnOption)
	case "money":
		digits := len(MaxMoney.String()) - len(".99")
		add(Check{Code: ruleMoney, Patterns: []string{fmt.Sprintf(`^[0-9]{1,%d}(?:\.[0-9]+)?$`, digits), `[1-9]`}}, notMoney, MaxMoney)
		add(Check{Code: ruleDecimals, Patterns: []string{`^[0-9]+(?:\.[0-9]{1,2})?$`}}, tooManyDecimals)
	case "currency":
		add(Check{Code: ruleCurrency, Patterns: []string{"^" + Currency + "$"}}, NotAnOption)
	case "instant":
		add(Check{Code: ruleRange, Patterns: []string{patternYear}}, notInRange)
	case "noticeDays":
		add(Check{Code: ruleRange, Value: MaxNoticeDays, Patterns: []string{`^(?:[0-9]|[1-9][0-9]|[12][0-9]{2}|3[0-5][0-9]|36[0-5])$`}},
			notUpTo, MaxNoticeDays)
	case "hour":
		add(Check{Code: ruleRange, Value: 23, Patterns: []string{`^(?:[0-9]|1[0-9]|2[0-3])$`}}, notUpTo, 23)
	case "mailing":
		words := []string{MailOff, MailEach, MailDaily, MailWeekly}
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + strings.Join(words, "|") + ")$"}}, NotAnOption)
	case "reportMailing":
		words := []string{MailOff, MailWeekly, MailMonthly}
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + strings.Join(words, "|") + ")$"}}, NotAnOption)
	case "language":
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + English + "|" + German + ")$"}}, NotAnOption)
	case "factorMethod":
		words := []string{FactorTotp, FactorRecovery, FactorPasskey}
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + strings.Join(words, "|") + ")$"}}, NotAnOption)
	case "ownKey":
		add(Check{Code: ruleWord, Patterns: []string{ownKeyPattern}}, notAKey)
		atMost(MaxOwnKey)
	case "ownKind":
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + strings.Join(ownKinds, "|") + ")$"}}, NotAnOption)
	case "channelKind":
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + ChannelSlack + "|" + ChannelTeams + ")$"}}, NotAnOption)
	case "channelWhen":
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + ChannelEach + "|" + ChannelDaily + ")$"}}, NotAnOption)
	case "keyScope":
		add(Check{Code: ruleWord, Patterns: []string{"^(?:" + KeyReads + "|" + KeyWrites + ")$"}}, NotAnOption)
	case "url":
		noControl(patternLine)
		atMost(MaxWebhookURL)
		add(Check{Code: ruleURL, Patterns: []string{patternURL}}, NotAWebhookURL)
	case "timeZone":
		add(Check{Code: ruleTimeZone, Patterns: []string{`^[A-Za-z][A-Za-z0-9_+\-]*(?:\/[A-Za-z0-9_+\-]+)*$`, fmt.Sprintf(`^.{0,%d}$`, MaxName)}}, NotATimeZone)
	case "flag", "list", "id", "existingName", "token", "any": // the JSON type is enough
	default:
		if other, ok := strings.CutPrefix(rule, "equals="); ok {
			checks = append(checks, Check{Code: ruleEquals, Field: other, Message: notEqual.String(), Text: notEqual})
			break
		}
		panic("tracker: unknown rule " + rule)
	}
	return checks
}

// Label returns the name of a field for people: "Display Name" for displayName, and
// "Company" for companyId.
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
	case ruleRequired:
		return trim(value) != ""
	case ruleMinLength:
		return value == "" || len([]rune(value)) >= c.Value
	case ruleMaxLength:
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
