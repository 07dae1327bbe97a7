package tracker

import (
	"reflect"
	"strings"
	"testing"
)

// fieldsOf lists the fields of a logged type by their names in JSON. An address is one
// field, other objects are lists of fields.
func fieldsOf(t reflect.Type, prefix string) (fields []string) {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		if f.Type == reflect.TypeFor[ModeratorUser]() {
			fields = append(fields, fieldsOf(f.Type, name+".")...)
		} else {
			fields = append(fields, prefix+name)
		}
	}
	return fields
}

// A new field of a user, or of somebody's role, must be decided: a personal one that the table does not know
// could never be erased from the audit trail.
func TestEveryFieldOfPeopleIsDecided(t *testing.T) {
	for entity, of := range map[string]reflect.Type{
		"user": reflect.TypeFor[User](), "companyModerator": reflect.TypeFor[CompanyModerator](), "projectModerator": reflect.TypeFor[ProjectModerator](),
	} {
		exists := map[string]bool{}
		for _, field := range fieldsOf(of, "") {
			exists[field] = true
			if _, decided := personalFields[entity][field]; !decided {
				t.Errorf("%s.%s: say in personalFields whether it is personal", entity, field)
			}
		}
		for field := range personalFields[entity] {
			if !exists[field] {
				t.Errorf("%s has no field %s", entity, field)
			}
		}
		if !HoldsPersonalData(entity) {
			t.Errorf("%s holds no personal data", entity)
		}
	}
	if HoldsPersonalData("company") {
		t.Error("a company is no person")
	}
}

func TestReplacePersonal(t *testing.T) {
	for text, want := range map[string]string{
		`{"email":"a@b","version":1}`:                               `{"email":<email "a@b">,"version":1}`,
		`{"version":1,"address":{"city":"a,}\"b"},"photoUrl":null}`: `{"version":1,"address":<address {"city":"a,}\"b"}>,"photoUrl":<photoUrl null>}`,
		`{"moderator":{"email":"a"},"email":"b"}`:                   `{"moderator":{"email":"a"},"email":<email "b">}`,
		`{"email":"a","email":"b"}`:                                 `{"email":<email "a">,"email":<email "b">}`,
		`{}`:                                                        `{}`,
		`{"email"`:                                                  `{"email"`,
		`{"email":`:                                                 `{"email":`,
		`{"email":"a" , "lastName":"b"}`:                            `{"email":<email "a"> , "lastName":<lastName "b">}`,
		`["email"]`:                                                 `["email"]`,
		``:                                                          ``,
		`null`:                                                      `null`,
		`{"version":[1,{"email":"a"}],"lastName":"x"}`:                      `{"version":[1,{"email":"a"}],"lastName":<lastName "x">}`,
		`{"a":{"b":{"email":"c"}},"firstName":"\\"}and {"lastName":"more"}`: `{"a":{"b":{"email":"c"}},"firstName":<firstName "\\">}and {"lastName":"more"}`,
	} {
		got := ReplacePersonal("user", text, func(field, value string) string { return "<" + field + " " + value + ">" })
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	got := ReplacePersonal("companyModerator", `{"email":"a","moderator":{"email":"b","status":0}}`, func(field, _ string) string { return field })
	if want := `{"email":"a","moderator":{"email":moderator.email,"status":0}}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
