package store

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"btracker/internal/tracker"
)

// Changes of an installation before schema 23 get their names, parents and fields from what
// they hold, as new changes get them from the program.
func TestEarlierChangesGetNamesParentsAndFields(t *testing.T) {
	onBothEmpty(t, func(t *testing.T, where string, open func(testing.TB, string) *Store) {
		f := &fixture{T: t, Store: open(t, where), now: time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)}
		f.ok(f.MigrateTo(t.Context(), 22))
		f.raw(`INSERT INTO company (id, name, name_key, search_text, created_at, updated_at) VALUES ('c1', 'Renamed since', '', '', 1, 1)`)
		f.raw(`INSERT INTO project (id, company_id, name, name_key, search_text, created_at, updated_at) VALUES ('p1', 'c1', 'Project', '', '', 1, 1)`)
		cost, less := tracker.Money(1050), tracker.Money(999)
		address := &tracker.Address{Country: "Portugal", ProvinceState: "Lisboa", City: ptr("Lisboa")}
		moved := &tracker.Address{Country: "Portugal", ProvinceState: "Lisboa", City: ptr("Cascais")}
		company := tracker.Company{ID: "c1", Name: "Acme", HeadAddress: address, CreatedAt: f.now, Version: 1}
		edited := company
		edited.Name, edited.HeadAddress, edited.PhotoURL, edited.Version = "Acme Two", moved, ptr("/photo/x"), 2
		subscription := tracker.ProjectSubscription{ID: "s1", ProjectID: "p1", SubscriptionID: "i1", StartAt: f.now, EndAt: f.now.AddDate(0, 1, 0), Price: 100, Cost: &cost,
			Subscription: tracker.AttachedItem{Name: "VPS"}, CreatedAt: f.now}
		repriced, canceled := subscription, subscription
		repriced.Cost, canceled.IsCanceled, canceled.CancelationReason = &less, true, ptr("too dear")
		user := tracker.User{Email: "a@example.com", DisplayName: "Ada", CreatedAt: f.now}
		disabled := user
		disabled.Status, disabled.DisableReason, disabled.IsAdmin, disabled.Address = tracker.UserDisabled, tracker.DisableAdminRemoval, true, address
		moderator := tracker.ProjectModerator{ID: "m1", ProjectID: "p1", UserEmail: user.Email, Role: tracker.RoleNone,
			Moderator: tracker.ModeratorUser{DisplayName: "Ada", Email: user.Email}}
		product := tracker.CatalogueItem{ID: "i2", Kind: tracker.Products, CategoryName: "Printers", Name: "Label printer"}
		dearer := tracker.Subscription{ID: "i1", CategoryName: "Hosting", Name: "VPS", Cost: &cost}
		cheaper := dearer
		cheaper.Cost = &less
		type row struct {
			entity, id, action     string
			before, after          any
			name, company, project string
			costOnly               bool
		}
		changes := []row{
			{"company", "c1", "create", nil, company, "Acme", "c1", "", false},
			{"company", "c1", "edit", company, edited, "Acme Two", "c1", "", false},
			{"company", "c1", "remove", tracker.Marks{}, tracker.Marks{Marked: true}, "Acme Two", "c1", "", false},
			{"company", "c1", "remove", tracker.Marks{Marked: true}, tracker.Marks{Marked: true, Gone: true}, "Acme Two", "c1", "", false},
			{"project", "p1", "restore", tracker.Marks{Gone: true}, tracker.Marks{}, "Project", "c1", "p1", false},
			{"project", "p9", "create", nil, tracker.Project{ID: "p9", CompanyID: "c9", Name: "Purged"}, "Purged", "c9", "p9", false},
			{"projectProduct", "a9", "create", nil, tracker.ProjectProduct{ID: "a9", ProjectID: "p9", ProductID: "i2", Cost: &cost,
				Product: tracker.AttachedItem{Name: "Label printer"}}, "Label printer", "c9", "p9", false},
			{"projectSubscription", "s1", "create", nil, subscription, "VPS", "c1", "p1", false},
			{"projectSubscription", "s1", "renew", subscription, repriced, "VPS", "c1", "p1", true},
			{"projectSubscription", "s1", "cancel", subscription, canceled, "VPS", "c1", "p1", false},
			{"projectSubscription", "s1", "endingSoon", subscription, subscription, "VPS", "c1", "p1", false},
			{"projectSubscription", "s1", "remove", subscription, nil, "VPS", "c1", "p1", false},
			{"projectModerator", "m1", "create", nil, moderator, "Ada", "c1", "p1", false},
			{"companyModerator", "m2", "remove", tracker.CompanyModerator{CompanyID: "c1", Moderator: moderator.Moderator, Role: 1}, nil, "Ada", "c1", "", false},
			{"product", "i2", "create", nil, product.Entity(), "Label printer", "", "", false},
			{"subscription", "i1", "edit", dearer, cheaper, "VPS", "", "", true},
			{"productCategory", "k1", "create", nil, tracker.Category{Name: "Printers"}, "Printers", "", "", false},
			{"user", "u1", "create", nil, user, "Ada", "", "", false},
			{"user", "u1", "disable", user, disabled, "Ada", "", "", false},
			{"user", "u1", "password", nil, nil, "Ada", "", "", false},
			{"notification", "n1", "view", tracker.Notification{ID: "n1"}, tracker.Notification{ID: "n1", IsViewed: true}, "", "", "", false},
		}
		var want []Change
		for i, c := range changes {
			logged := Change{Seq: int64(i + 1), At: f.now, Action: c.action, Entity: c.entity, EntityID: c.id, RequestID: "r", CostOnly: c.costOnly,
				CompanyID: orNil(c.company), ProjectID: orNil(c.project), EntityName: orNil(c.name), Before: asJSON(t, c.before), After: asJSON(t, c.after)}
			before, err := tracker.ParseSnapshot(logged.Before)
			f.ok(err)
			after, err := tracker.ParseSnapshot(logged.After)
			f.ok(err)
			for _, field := range tracker.Differing(c.entity, before, after) {
				logged.Fields = append(logged.Fields, field.Name)
			}
			slices.Sort(logged.Fields)
			want = append(want, logged)
			f.raw(`INSERT INTO change (at, action, entity, entity_id, before, after, request_id) VALUES ($1, $2, $3, $4, $5, $6, 'r')`,
				millis(f.now), c.action, c.entity, c.id, logged.Before, logged.After)
		}
		f.ok(f.Migrate(t.Context()))
		got, err := many(t.Context(), f.Queries, scanChange, "SELECT"+changeColumns+" FROM change ORDER BY seq")
		f.ok(err)
		for i := range got {
			slices.Sort(got[i].Fields)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	})
}

func orNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func asJSON(t *testing.T, v any) *string {
	if v == nil {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return ptr(string(b))
}
