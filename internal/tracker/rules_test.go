package tracker

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
)

// inputs are the types that testdata/rules.json names.
var inputs = map[string]func() any{
	"LoginInput":               func() any { return &LoginInput{} },
	"ResetRequestInput":        func() any { return &ResetRequestInput{} },
	"ResetPasswordInput":       func() any { return &ResetPasswordInput{} },
	"ChangePasswordInput":      func() any { return &ChangePasswordInput{} },
	"ProfileInput":             func() any { return &ProfileInput{} },
	"AddressInput":             func() any { return &AddressInput{} },
	"CategoryInput":            func() any { return &CategoryInput{} },
	"CompanyInput":             func() any { return &CompanyInput{} },
	"ModeratorInput":           func() any { return &ModeratorInput{} },
	"ModeratorEdit":            func() any { return &ModeratorEdit{} },
	"UserInput":                func() any { return &UserInput{} },
	"ProjectSubscriptionInput": func() any { return &ProjectSubscriptionInput{} },
	"AdminInput":               func() any { return &AdminInput{} },
	"DisableInput":             func() any { return &DisableInput{} },
}

// ruleCases are run by the tests of the web app too (web/src/rules.cases.test.ts). A case is a
// value of a field, and its message or null. A case without a value leaves the field out.
type ruleCases struct {
	Valid map[string]map[string]any
	Cases []struct {
		Schema, Field string
		Value         json.RawMessage
		Repeat        *struct {
			Text, Then string
			Times      int
		}
		With    map[string]any
		Message *string
	}
}

func readRuleCases(t testing.TB) ruleCases {
	t.Helper()
	raw, err := os.ReadFile("testdata/rules.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases ruleCases
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

func messagesOf(err error) map[string]string {
	messages := map[string]string{}
	var invalid *Error
	if errors.As(err, &invalid) {
		for _, f := range invalid.Fields {
			messages[f.Field] += f.Message.String()
		}
	}
	return messages
}

func TestRuleCases(t *testing.T) {
	cases := readRuleCases(t)
	seen := map[string]bool{}
	for _, c := range cases.Cases {
		values := map[string]any{}
		for name, value := range cases.Valid[c.Schema] {
			values[name] = value
		}
		for name, value := range c.With {
			values[name] = value
		}
		delete(values, c.Field)
		if c.Value != nil {
			values[c.Field] = c.Value
		}
		if c.Repeat != nil {
			values[c.Field] = strings.Repeat(c.Repeat.Text, c.Repeat.Times) + c.Repeat.Then
		}
		body, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		input := inputs[c.Schema]()
		if err := json.Unmarshal(body, input); err != nil {
			t.Errorf("%s %s: %v", c.Schema, body, err)
			continue
		}
		want := ""
		if c.Message != nil {
			want = *c.Message
		}
		if got := messagesOf(Validate(input))[c.Field]; got != want {
			t.Errorf("%s.%s in %.200s: message %q, want %q", c.Schema, c.Field, body, got, want)
		}
		seen[c.Schema+"."+c.Field] = true
	}
	for schema, input := range inputs {
		for _, rules := range RulesOf(reflect.TypeOf(input()).Elem()) {
			if !seen[schema+"."+rules.Field] {
				t.Errorf("%s.%s has no case", schema, rules.Field)
			}
		}
		body, _ := json.Marshal(cases.Valid[schema])
		in := input()
		if err := json.Unmarshal(body, in); err != nil {
			t.Fatal(err)
		}
		if err := Validate(in); err != nil {
			t.Errorf("%s: the valid example is refused: %v", schema, err)
		}
	}
}

func TestLabels(t *testing.T) {
	for field, want := range map[string]string{
		"name": "Name", "displayName": "Display Name", "provinceState": "Province State", "postalZipCode": "Postal Zip Code",
		"categoryName": "Category", "userEmail": "User Email", "id": "Id", "companyId": "Company", "subscriptionId": "Subscription", "endAt": "End At", "PageNumber": "Page Number", "confirmNewPassword": "Confirm New Password",
	} {
		if got := Label(field); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}

// Every message names its field, except one whose text is from the specification.
func TestMessagesNameTheirField(t *testing.T) {
	for schema, input := range inputs {
		for _, f := range RulesOf(reflect.TypeOf(input()).Elem()) {
			for _, c := range f.Checks {
				if c.Code == "" || c.Code != "equals" && !strings.HasPrefix(c.Message, f.Label+" ") || !strings.HasSuffix(c.Message, ".") {
					t.Errorf("%s.%s: check %+v", schema, f.Field, c)
				}
			}
		}
	}
}

func TestUnknownRuleIsADefect(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a rule nobody knows was taken")
		}
	}()
	_ = Validate(&struct {
		A string `json:"a" rule:"nonsense"`
	}{})
}
