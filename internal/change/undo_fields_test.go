package change

import (
	"testing"

	"btracker/internal/tracker"
)

// An undo can restore each field that an edit can change.
func TestUndoKnowsEveryField(t *testing.T) {
	for entity, target := range map[string]any{
		tracker.EntityCompany: &tracker.Company{}, tracker.EntityProject: &tracker.Project{}, "product": &tracker.CatalogueItem{}, "subscription": &tracker.CatalogueItem{},
		"productCategory": &tracker.Category{}, "subscriptionCategory": &tracker.Category{}, tracker.EntityProjectProduct: &tracker.ProjectProduct{},
		tracker.EntityProjectSubscription: &tracker.ProjectSubscription{}, tracker.EntityUser: &tracker.User{},
		tracker.EntityCompanyModerator: &tracker.CompanyModerator{}, tracker.EntityProjectModerator: &tracker.ProjectModerator{},
	} {
		fields := tracker.FieldsOf(entity)
		if len(fields) == 0 {
			t.Errorf("%s has no fields", entity)
		}
		for _, f := range fields {
			if f.Name == "isGone" || f.Name == "isRemoved" { // see marks
				continue
			}
			if err := assign(target, f.Path(), "null"); err != nil {
				t.Errorf("%s.%s: %v", entity, f.Name, err)
			}
		}
	}
}
