package tracker

import (
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// loggedEntities has a value of each type that the change log keeps.
var loggedEntities = map[string][]any{
	"company":              {Company{}, Marks{}},
	"project":              {Project{}, Marks{}},
	"product":              {CatalogueItem{Kind: Products}.Logged(), Marks{}},
	"subscription":         {CatalogueItem{Kind: Subscriptions}.Logged(), Marks{}},
	"productCategory":      {Category{}, Marks{}},
	"subscriptionCategory": {Category{}, Marks{}},
	"projectProduct":       {ProjectProduct{}},
	"projectSubscription":  {ProjectSubscription{}.Logged()},
	"companyModerator":     {CompanyModerator{}},
	"projectModerator":     {ProjectModerator{}},
	"user":                 {User{}},
	"note":                 {Note{}.Logged()},
	"field":                {OwnField{}},
	"document":             {Document{}.Logged()},
}

// Each value of a logged entity is a field of the history, or is known to be none. A new
// field of an entity fails here until it is in the fields of its kind or in unlisted.
func TestEveryLoggedValueIsAFieldOrUnlisted(t *testing.T) {
	for entity, list := range loggedEntities {
		for _, value := range list {
			raw, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			text := string(raw)
			snapshot, err := ParseSnapshot(&text)
			if err != nil {
				t.Fatal(err)
			}
			for name := range snapshot {
				known := slices.ContainsFunc(FieldsOf(entity), func(f Field) bool { return f.Name == name || strings.HasPrefix(f.At, name+".") })
				if known == slices.Contains(unlisted, name) {
					t.Errorf("%s.%s is a field of its kind: %v; it must be there or in unlisted, not in both", entity, name, known)
				}
			}
		}
	}
	for _, entity := range ChangedEntities {
		if loggedEntities[entity] == nil {
			t.Errorf("%s has fields and is never logged", entity)
		}
	}
}

// The contract names all kinds where it speaks of them.
func TestKindsAreNamedInTheContract(t *testing.T) {
	for _, of := range []struct {
		in    any
		field string
		kinds []string
	}{{Change{}, "Entity", ChangedEntities}, {BulkInput{}, "List", BulkLists}} {
		field, _ := reflect.TypeOf(of.in).FieldByName(of.field)
		named := regexp.MustCompile(`\w+`).FindAllString(field.Tag.Get("doc"), -1)
		for _, kind := range of.kinds {
			if !slices.Contains(named, kind) {
				t.Errorf("the doc of %T.%s does not name %s", of.in, of.field, kind)
			}
		}
	}
}

func TestDiffering(t *testing.T) {
	cost, price := Money(100), Money(250)
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := ProjectSubscription{SubscriptionID: "i", StartAt: start, EndAt: start, Price: price, Cost: &cost, Version: 1}
	renewed, canceled := s, s
	renewed.Cost, renewed.AutoRenew, renewed.Version = &price, true, 2
	reason := "too dear"
	canceled.IsCanceled, canceled.CancelationReason = true, &reason
	c := Company{Name: "Acme", HeadAddress: &Address{Country: "F", ProvinceState: "R"}}
	city := "Paris"
	moved := c
	moved.HeadAddress = &Address{Country: "F", ProvinceState: "R", City: &city}
	for _, test := range []struct {
		entity        string
		before, after any
		want          []string
	}{
		{"projectSubscription", nil, s.Logged(), []string{"subscriptionId", "startAt", "endAt", "price", "cost"}},
		{"projectSubscription", s.Logged(), renewed.Logged(), []string{"autoRenew", "cost"}},
		{"projectSubscription", s.Logged(), canceled.Logged(), []string{"isCanceled", "cancelationReason"}},
		{"projectSubscription", s.Logged(), nil, []string{"subscriptionId", "startAt", "endAt", "price", "cost"}},
		{"projectSubscription", s.Logged(), s.Logged(), nil},
		{"company", c, moved, []string{"city"}},
		{"company", moved, Company{Name: "Acme"}, []string{"country", "provinceState", "city"}},
		{"company", Marks{}, Marks{Marked: true}, []string{"isRemoved"}},
		{"user", nil, User{Email: "e", DisplayName: "d"}, []string{"email", "displayName", "gender"}},
		{"companyModerator", nil, CompanyModerator{UserEmail: "e"}, []string{"userEmail", "role"}},
		{"notification", nil, Notification{}, nil},
	} {
		var names []string
		for _, f := range Changed(test.entity, test.before, test.after) {
			names = append(names, f.Name)
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("%s %v -> %v: %v, want %v", test.entity, test.before, test.after, names, test.want)
		}
	}
}

// What a write finds in two structs is what the history finds in their JSON: for each kind, with each value set, changed or
// missing.
func TestChangedFindsWhatDifferingFinds(t *testing.T) {
	for entity, list := range loggedEntities {
		for _, zero := range list {
			states := []any{nil, zero}
			for _, field := range reflect.VisibleFields(reflect.TypeOf(zero)) {
				for number := range 2 {
					changed := reflect.New(reflect.TypeOf(zero)).Elem()
					changed.Set(reflect.ValueOf(zero))
					if set(changed.FieldByIndex(field.Index), number) {
						states = append(states, changed.Interface())
					}
				}
			}
			for _, before := range states {
				for _, after := range states {
					got, want := Changed(entity, before, after), Differing(entity, snapshotOf(t, before), snapshotOf(t, after))
					if !slices.Equal(got, want) {
						t.Fatalf("%s %+v -> %+v: %v, want %v", entity, before, after, got, want)
					}
				}
			}
		}
	}
}

// set gives a value that is not zero to what can have one, by number.
func set(v reflect.Value, number int) bool {
	switch {
	case v.Type() == reflect.TypeFor[time.Time]():
		v.Set(reflect.ValueOf(time.Date(2026, 1, 1+number, 0, 0, 0, 0, time.UTC)))
	case v.Kind() == reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return number == 0 || set(v.Elem(), number)
	case v.Kind() == reflect.String:
		v.SetString("text " + strconv.Itoa(number))
	case v.CanInt():
		v.SetInt(int64(number) + 1)
	case v.Kind() == reflect.Bool:
		v.SetBool(true)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			set(v.Field(i), number)
		}
	default:
		return false
	}
	return true
}

func TestParseSnapshot(t *testing.T) {
	text := `{"a":"x","b":{"c":[1],"e":null},"f":-1.5}`
	s, err := ParseSnapshot(&text)
	if err != nil || s.value("a") != `"x"` || s.value("b.c") != "[1]" || s.value("b.e") != "null" || s.value("f.g") != "null" || s.value("h") != "null" {
		t.Errorf("%v, %v", s, err)
	}
	for _, bad := range []string{"", "[]", `{"a`} {
		if s, err := ParseSnapshot(&bad); err == nil {
			t.Errorf("%q is read as %v", bad, s)
		}
	}
	if s, err := ParseSnapshot(nil); s != nil || err != nil {
		t.Errorf("no text is %v, %v", s, err)
	}
}

func snapshotOf(t *testing.T, v any) Snapshot {
	if v == nil {
		return nil
	}
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	s, err := ParseSnapshot(&text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func BenchmarkChanged(b *testing.B) {
	cost := Money(100)
	name, other := "Acme", "Acme Two"
	before, after := ProjectSubscription{Details: &name, Cost: &cost}.Logged(), ProjectSubscription{Details: &other, Cost: &cost}.Logged()
	for b.Loop() {
		if len(Changed(EntityProjectSubscription, before, after)) != 1 {
			b.Fatal()
		}
	}
}
