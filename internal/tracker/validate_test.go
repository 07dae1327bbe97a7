package tracker

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestNormalises(t *testing.T) {
	null := Opt[string]{Sent: true, Null: true}
	in := CompanyInput{Name: "\u00a0 Acme \t", Details: Some("  "), SupportEmail: Some(" Help@ACME.Example "), SupportPhone: null}
	if err := Validate(&in); err != nil {
		t.Fatal(err)
	}
	want := CompanyInput{Name: "Acme", Details: null, SupportEmail: Some("help@acme.example"), SupportPhone: null}
	if !reflect.DeepEqual(in, want) {
		t.Errorf("%+v, want %+v", in, want)
	}
	if in.Details.Pointer() != nil || *in.SupportEmail.Pointer() != "help@acme.example" {
		t.Errorf("pointers %v, %v", in.Details.Pointer(), in.SupportEmail.Pointer())
	}
}

func TestPasswordsAndTokensStayAsTyped(t *testing.T) {
	in := ResetPasswordInput{Email: " A@B.example", Token: " token ", NewPassword: " Abcdef1! ", ConfirmNewPassword: " Abcdef1! "}
	if err := Validate(&in); err != nil {
		t.Fatal(err)
	}
	if in.Token != " token " || in.NewPassword != " Abcdef1! " || in.Email != "a@b.example" {
		t.Errorf("%+v", in)
	}
}

func TestReportsEveryFieldOnce(t *testing.T) {
	err := Validate(&UserInput{Email: "x", DisplayName: "\x07" + strings.Repeat("x", 65), PhoneNumber: Some("x")})
	want := map[string]string{
		"email":       "Email value is not an email format.",
		"displayName": "Display Name must not contain control characters.",
		"phoneNumber": "Phone Number is not a phone number.",
		"gender":      "Gender field is required.",
	}
	if got := messagesOf(err); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
	if !IsKind(err, KindInvalid) || err.(*Error).Fields[0].Code != "email" || err.(*Error).Fields[0].Field != "email" {
		t.Errorf("%+v", err)
	}
}

func TestAddressInput(t *testing.T) {
	var none *AddressInput
	if a, err := none.Address(); a != nil || err != nil {
		t.Errorf("none: %v, %v", a, err)
	}
	if a, err := (&AddressInput{Country: "France"}).Address(); a != nil || messagesOf(err)["provinceState"] != "Province State field is required." {
		t.Errorf("half: %v, %v", a, err)
	}
	a, err := (&AddressInput{Country: " France ", ProvinceState: "Rhône", City: Some(" "), Street: Some("Rue")}).Address()
	if err != nil || a.Country != "France" || a.City != nil || *a.Street != "Rue" || a.Building != nil {
		t.Errorf("whole: %+v, %v", a, err)
	}
}

func TestOptTellsAbsentFromNull(t *testing.T) {
	type body struct {
		A Opt[string] `json:"a"`
		N Opt[int]    `json:"n"`
	}
	old := "old"
	for text, want := range map[string]*string{`{}`: &old, `{"a":null}`: nil, `{"a":"new"}`: ptr("new")} {
		var b body
		if err := json.Unmarshal([]byte(text), &b); err != nil {
			t.Fatal(err)
		}
		target := &old
		if b.A.Apply(&target); !reflect.DeepEqual(target, want) {
			t.Errorf("%s: %v", text, target)
		}
	}
	for _, text := range []string{`{"a":1}`, `{"a":[]}`, `{"n":"1"}`, `{"n":""}`, `{"n":1.5}`} {
		if err := json.Unmarshal([]byte(text), &body{}); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func TestEnumsGoOutAsNumbers(t *testing.T) {
	body, err := json.Marshal([]any{RoleDesigner, GenderFemale, UserDisabled, DisableUserRequested, RemovalRemoved, RestoreNotRestored, Some(RoleOwner)})
	if err != nil || string(body) != "[5,2,1,2,2,2,1]" {
		t.Errorf("%s, %v", body, err)
	}
	for e, want := range map[Enum]string{RoleNone: "None", RoleDesigner: "Designer", GenderMale: "Male", UserEnabled: "Enabled", DisableUserRequested: "UserRequestedDisable",
		RemovalRequiresFinalization: "RequireFinalization", RestoreNotRestored: "NotRestored", Role(-1): "invalid", Gender(3): "invalid"} {
		if got := keyOf(e); got != want {
			t.Errorf("%d: %s, want %s", e, got, want)
		}
	}
}

func TestEnumsComeInAsNumberOrKey(t *testing.T) {
	for sent, want := range map[string]Role{`2`: RoleManager, `2.0`: RoleManager, `2e0`: RoleManager, `"Manager"`: RoleManager,
		`"manager"`: -1, `"2"`: -1, `1.5`: -1, `6`: -1, `-1`: -1, `1e99`: -1, `true`: -1, `[]`: -1} {
		var got Role
		if err := json.Unmarshal([]byte(sent), &got); err != nil || got != want {
			t.Errorf("%s: %d, %v, want %d", sent, got, err, want)
		}
	}
}

// A value that passes is trimmed, has no control characters except the line breaks of details,
// and is within its limit.
func TestWhatPassesIsClean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aZ9 \t\u00a0\u0085\ufeffé漢😀\x00\r\n@.-+"), unicode.L, unicode.Z)).Draw(t, "text")
		in := CompanyInput{Name: text, Details: Some(text), SupportEmail: Some(text), SupportPhone: Some(text)}
		broken := messagesOf(Validate(&in))
		for field, v := range map[string]string{"name": in.Name, "details": in.Details.Value, "supportEmail": in.SupportEmail.Value, "supportPhone": in.SupportPhone.Value} {
			if broken[field] != "" {
				continue
			}
			oneLine := v
			if field == "details" {
				oneLine = strings.ReplaceAll(v, "\n", " ")
			}
			if v != strings.TrimSpace(v) || strings.ContainsFunc(oneLine, unicode.IsControl) || utf8.RuneCountInString(v) > 256 {
				t.Fatalf("%s: %q passed", field, v)
			}
		}
	})
}

// FuzzValidate validates any JSON as every input: nothing panics, and a normalised input gets
// the same result again.
func FuzzValidate(f *testing.F) {
	for _, example := range readRuleCases(f).Valid {
		body, err := json.Marshal(example)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(body)
	}
	f.Add([]byte(`{"name":" \u0000","details":"","supportEmail":"A@B","role":"x","gender":-1,"newPassword":"A","confirmNewPassword":null}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for schema, input := range inputs {
			in := input()
			if json.Unmarshal(body, in) != nil {
				continue
			}
			first := messagesOf(Validate(in))
			once, _ := json.Marshal(in)
			second := messagesOf(Validate(in))
			twice, _ := json.Marshal(in)
			if !reflect.DeepEqual(first, second) || string(once) != string(twice) {
				t.Errorf("%s: %s gave %v, then %v (%s, %s)", schema, body, first, second, once, twice)
			}
		}
	})
}

func TestLineEndsOfWindows(t *testing.T) {
	for _, ends := range []string{"\n", "\r\n", "\r\r\n"} {
		in := CompanyInput{Name: "Acme", Details: Some("one" + ends + "two")}
		if err := Validate(&in); err != nil || in.Details.Value != "one\ntwo" {
			t.Errorf("%q: %q, %v", ends, in.Details.Value, err)
		}
	}
}
