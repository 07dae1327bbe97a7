package tracker

import (
	"encoding/json"
	"maps"
	"slices"
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
				known := slices.ContainsFunc(FieldsOf(entity), func(f Field) bool { return f.Name == name || f.At == name+".country" })
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
		for _, f := range Differing(test.entity, snapshotOf(t, test.before), snapshotOf(t, test.after)) {
			names = append(names, f.Name)
		}
		if !slices.Equal(names, test.want) {
			t.Errorf("%s %v -> %v: %v, want %v", test.entity, test.before, test.after, names, test.want)
		}
	}
}

func TestParseSnapshot(t *testing.T) {
	text := `{"a":"x\\\"},{","b":{"c":[1,{"d":"]"}],"e":null},"f":-1.5,"g":"","h":[]}`
	s, err := ParseSnapshot(&text)
	want := Snapshot{"a": `"x\\\"},{"`, "b": `{"c":[1,{"d":"]"}],"e":null}`, "f": "-1.5", "g": `""`, "h": "[]"}
	if err != nil || !maps.Equal(s, want) {
		t.Errorf("%v, %v", s, err)
	}
	if got := s.value("b.c"); got != `[1,{"d":"]"}]` {
		t.Errorf("b.c is %s", got)
	}
	for _, bad := range []string{"", "[]", "null", `{"a`, `{"a":`, `{"a":1`, `{"a":"x}`} {
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

func BenchmarkDiffering(b *testing.B) {
	cost := Money(100)
	name, other := "Acme", "Acme Two"
	before, _ := json.Marshal(ProjectSubscription{Details: &name, Cost: &cost}.Logged())
	after, _ := json.Marshal(ProjectSubscription{Details: &other, Cost: &cost}.Logged())
	x, y := string(before), string(after)
	for b.Loop() {
		one, _ := ParseSnapshot(&x)
		two, _ := ParseSnapshot(&y)
		if len(Differing("projectSubscription", one, two)) != 1 {
			b.Fatal()
		}
	}
}
