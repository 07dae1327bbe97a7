package tracker_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"btracker/internal/tracker"
)

// importInputs are the inputs that rows become.
var importInputs = map[string]any{"company": tracker.CompanyInput{}, "project": tracker.ProjectFields{}, "product": tracker.ProductInput{}, "subscription": tracker.SubscriptionInput{},
	"user": tracker.UserInput{}, "projectSubscription": tracker.ProjectSubscriptionFields{}}

// Every field of an input can be imported, and those that an edit requires are sent along.
func TestImportFieldsAreThoseOfTheInputs(t *testing.T) {
	for _, list := range tracker.ImportLists {
		if importInputs[list] == nil {
			t.Errorf("importInputs has no input of %s", list)
			continue
		}
		rules := map[string]bool{}
		for _, rule := range tracker.RulesOf(reflect.TypeOf(importInputs[list])) {
			rules[rule.Field] = rule.Required
		}
		names := map[string]bool{}
		for _, f := range tracker.ImportFields(list) {
			if names[f.Name] {
				t.Errorf("%s: %s is there twice", list, f.Name)
			}
			names[f.Name] = true
			required, known := rules[f.Name]
			if !f.Finds && !f.IsAddress() && (!known || required != f.Required) {
				t.Errorf("%s: %s is required: %t, known %t", list, f.Name, required, known)
			}
		}
		for field := range rules {
			if !names[field] {
				t.Errorf("%s: %s can not be imported", list, field)
			}
		}
	}
}

func TestGuessColumns(t *testing.T) {
	for headings, want := range map[string]string{
		"company: Id,Name,Details,Support Email,Support Phone,Created At,Removed At": "id,name,details,supportEmail,supportPhone,,",
		"company: COMPANY_NAME,e-mail,Tel.,Notes,ZIP code,State,Country,name":        ",supportEmail,supportPhone,details,postalZipCode,provinceState,country,name",
		"company: Name,Town,ZIP code,Country":                                        "name,,,", // no address without its province or state
		"company: Name,City":                                                         "name,",
		"company: Company,Customer":                                                  "name,",
		"project: Id,Name,Company Id,Company,Created At":                             "id,name,companyId,companyName,",
		"subscription: Category,Name,Cost,Currency,Notice period":                    "categoryName,name,cost,costCurrencyName,noticeDays",
		"user: Email,Name,Administrator,Enabled":                                     "email,displayName,,",
		"projectSubscription: Name,from,until,State,Monthly Price":                   "subscriptionName,startAt,endAt,,",
	} {
		list, row, _ := strings.Cut(headings, ": ")
		var got []string
		for _, c := range tracker.GuessColumns(tracker.ImportFields(list), strings.Split(row, ",")) {
			if c.Field == nil {
				got = append(got, "")
			} else {
				got = append(got, *c.Field)
			}
		}
		if strings.Join(got, ",") != want {
			t.Errorf("%s: %q, want %q", headings, got, want)
		}
	}
}

func importField(list, name string) tracker.ImportField {
	fields := tracker.ImportFields(list)
	return fields[slices.IndexFunc(fields, func(f tracker.ImportField) bool { return f.Name == name })]
}

func TestParseCells(t *testing.T) {
	for _, c := range []struct{ list, field, cell, want string }{
		{"subscription", "cost", " 1234.50 ", "1234.5"}, {"subscription", "cost", "1234,50", "1234.5"}, {"subscription", "cost", "1,234.50", "1234.5"},
		{"subscription", "cost", "1.234,50", "1234.5"}, {"subscription", "cost", "1 234,50", "1234.5"}, {"subscription", "cost", "1'234.50 USD", "1234.5"}, {"subscription", "cost", "$5", "5"},
		{"subscription", "cost", "1,234,567", "1234567"}, {"subscription", "cost", "0,5", "0.5"}, {"subscription", "cost", "007", "7"}, {"subscription", "cost", "-3", "-3"},
		{"subscription", "cost", "1,234", "!ambiguous"}, {"subscription", "cost", "1.234", "!ambiguous"}, {"subscription", "cost", "five", "-1"}, {"subscription", "cost", "1,2,3", "-1"}, {"subscription", "cost", "", "null"},
		{"projectSubscription", "startAt", "2026-11-30", `"2026-11-30T00:00:00Z"`}, {"projectSubscription", "endAt", "30.11.2026", `"2026-11-30T23:59:59Z"`},
		{"projectSubscription", "endAt", "3.1.2026 14:05", `"2026-01-03T14:05:00Z"`}, {"projectSubscription", "endAt", "2026-11-30T23:59:59.789+01:00", `"2026-11-30T22:59:59.789Z"`},
		{"projectSubscription", "endAt", "11/30/2026", "!date"}, {"projectSubscription", "endAt", "31.2.2026", "!date"}, {"projectSubscription", "endAt", "46356", "!date"},
		{"projectSubscription", "autoRenew", "Yes", "true"}, {"projectSubscription", "autoRenew", "nein", "false"}, {"projectSubscription", "autoRenew", "perhaps", "!flag"},
		{"projectSubscription", "noticeDays", "14", "14"}, {"projectSubscription", "noticeDays", "14.5", "-1"},
		{"product", "status", "Temporarily unavailable", "1"}, {"product", "status", "2", "2"}, {"product", "status", "new", "-1"},
		{"company", "name", " \"A\" <b> ", `"\"A\" \u003cb\u003e"`},
	} {
		got, wrong := importField(c.list, c.field).Parse(c.cell)
		if wrong != nil {
			got = "!" + wrong.Code
		}
		if got != c.want {
			t.Errorf("%s %q: %s, want %s", c.field, c.cell, got, c.want)
		}
	}
}

// FuzzHeadings guesses columns of any headings: each field is set once, and the guess is accepted.
func FuzzHeadings(f *testing.F) {
	f.Add("Id,Name,E-Mail")
	f.Add("NAME;name;Näme;\x00")
	f.Fuzz(func(t *testing.T, row string) {
		headings := strings.Split(row, ",")
		for _, list := range tracker.ImportLists {
			columns := tracker.GuessColumns(tracker.ImportFields(list), headings)
			if err := tracker.CheckColumns(tracker.ImportFields(list), columns, columns); err != nil || len(columns) != len(headings) {
				t.Errorf("%s %q: %v, %v", list, row, columns, err)
			}
		}
	})
}

// FuzzCells reads any cell as any field: the result is refused with words, or JSON that the input takes, and an amount or
// instant that is written again reads the same.
func FuzzCells(f *testing.F) {
	for _, cell := range []string{"", "1,50", "1.234,50", "30.11.2026", "2026-11-30T10:00:00Z", "yes", "deprecated", "=1+1", "\xff", "9999-12-31T23:59:59-23:59", "0000-01-01"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		for _, list := range tracker.ImportLists {
			for _, field := range tracker.ImportFields(list) {
				value, wrong := field.Parse(cell)
				if wrong != nil {
					if wrong.Message.String() == "" || wrong.Field != field.Name {
						t.Errorf("%s %q: %+v", field.Name, cell, wrong)
					}
					continue
				}
				if !json.Valid([]byte(value)) {
					t.Errorf("%s %q: %s is not JSON", field.Name, cell, value)
				}
				if field.Finds || field.IsAddress() {
					continue
				}
				input := reflect.New(reflect.TypeOf(importInputs[list])).Interface()
				if err := tracker.Imported(`{"`+field.Name+`":`+value+`}`, input); err != nil {
					t.Errorf("%s %q: %s: %v", field.Name, cell, value, err)
				}
				_ = tracker.Validate(input)
				if instant, err := time.Parse(`"`+time.RFC3339Nano+`"`, value); err == nil && field.Name == "startAt" {
					if again, wrong := field.Parse(instant.Format(time.RFC3339Nano)); wrong != nil || again != value {
						t.Errorf("%s %q: %s, then %s", field.Name, cell, value, again)
					}
				}
			}
		}
	})
}
