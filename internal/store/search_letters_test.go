package store

import (
	"strings"
	"testing"

	"btracker/internal/tracker"
)

func TestOneWrongLetterIsForgiven(t *testing.T) {
	onBoth(t, func(t *testing.T, f *fixture) {
		user := f.addUser("mod@example.com")
		north := f.addCompany("Northwind Traders")
		f.addModerator(north.ID, user.ID, tracker.RoleNone)
		f.addCompany("Maple Österreich-Hütte")
		f.addCompany("Female Müller")
		f.write(func(tx *Tx) error {
			return tx.InsertProject(t.Context(), tracker.Project{ID: newID(), CompanyID: north.ID, CompanyName: north.Name, Name: "Harbour 20240", CreatedAt: f.now}, "x")
		})
		for term, want := range map[string]string{
			"northwind":         "Northwind Traders",
			"nortwind":          "Northwind Traders", // one too few
			"northvind":         "Northwind Traders", // another one
			"norrthwind":        "Northwind Traders", // one too many
			"norhtwind":         "Northwind Traders", // two changed places
			"nortw":             "Northwind Traders", // not typed to its end
			"morthwind":         "Northwind Traders",
			"tradres northwnid": "Northwind Traders",
			"nrotwind":          "", // two mistakes
			"orthwimd":          "", // inside of a word
			"maxle":             "Maple Österreich-Hütte",
			"mapel":             "Maple Österreich-Hütte",
			"ample":             "Maple Österreich-Hütte",
			"mpale":             "Maple Österreich-Hütte",
			"malpe":             "Maple Österreich-Hütte",
			"mäple":             "Maple Österreich-Hütte",
			"male":              "Female Müller", // it is there
			"mxle":              "",              // too short
			"osterreich":        "Maple Österreich-Hütte",
			"hutte":             "Maple Österreich-Hütte",
			"huttf":             "",
			"muller":            "Female Müller",
			"muller female":     "Female Müller",
			"muller maple":      "",
			"m muller":          "Female Müller",
			"e muller":          "",
		} {
			names, total := f.companyNames(everything, tracker.ListQuery{Search: term, PageNumber: 1, PageSize: 10, Removed: tracker.RemovedInclude})
			is(t, term, strings.Join(names, ", "), want)
			is(t, term+", total", total, len(names))
		}
		mine := moderatedBy(user.ID)
		names, _ := f.companyNames(mine, tracker.ListQuery{Search: "nortwind"})
		is(t, "of one's own", len(names), 1)
		names, _ = f.companyNames(mine, tracker.ListQuery{Search: "maxle"})
		is(t, "of others", len(names), 0)
		is(t, "a project by its company", f.projectsFound("habrour northwimd"), "Harbour 20240")
		is(t, "a number is not misspelt", f.projectsFound("20241"), "")
	})
}
