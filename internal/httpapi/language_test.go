package httpapi_test

import (
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// sameInGerman are the headings that German has too.
var sameInGerman = []string{"Id", "Name", "Details", "Status", "Version", "Administrator"}

// Headings are in the language that the caller chose, in every export, and each column has one of its own.
func TestHeadingsInTheLanguageOfTheCaller(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		var contract struct {
			Paths map[string]map[string]struct {
				Parameters []struct {
					Name   string
					Schema struct{ Items struct{ Enum []string } }
				}
			}
		}
		admin.Get("/openapi.json").Status(200).Into(&contract)
		exports := map[string][]string{}
		for path, methods := range contract.Paths {
			for _, p := range methods["get"].Parameters {
				if p.Name == "Columns" {
					exports[path] = p.Schema.Items.Enum
				}
			}
		}
		if len(exports) < 12 {
			t.Fatalf("exports %v", exports)
		}
		headings := func(path string) []string {
			return admin.Get(path + "?Columns=" + strings.Join(exports[path], ",")).Lines()[0]
		}
		english := map[string][]string{}
		for path := range exports {
			english[path] = headings(path)
		}
		admin.Put("/account/language", object{"language": "de"}).Status(200)
		for path, columns := range exports {
			german := headings(path)
			for i, heading := range german {
				if heading == english[path][i] && !slices.Contains(sameInGerman, heading) {
					t.Errorf("%s has no German heading for %s", path, heading)
				}
				if slices.Contains(german[:i], heading) && !slices.Contains(english[path][:i], english[path][i]) {
					t.Errorf("%s has the heading %s twice; %v", path, heading, columns)
				}
			}
		}

		// Other files: a template, and refused rows with their reasons.
		if got := admin.Get("/import/template?List=project").Status(200).Body.String(); got != "Id,Id der Firma,Firma,Name\n" {
			t.Error(got)
		}
		i := admin.Compare("company", "Name,Support-E-Mail\nAcme,nobody\n")
		if got := admin.Get("/import/" + i.ID + "/refused").Status(200).Body.String(); got != "Name,Support-E-Mail,Gründe\nAcme,nobody,„Support-E-Mail“ ist keine E-Mail-Adresse.\n" {
			t.Error(got)
		}

		// A program with a key relies on the English ones.
		if got := admin.WithKey("read", nil).Get("/company/export").Lines()[0]; !slices.Equal(got[:3], []string{"Id", "Name", "Details"}) || got[5] != "Created At" {
			t.Error(got)
		}
		admin.Put("/account/language", object{"language": tracker.English}).Status(200)
		if got := headings("/company/export"); !slices.Equal(got, english["/company/export"]) {
			t.Error(got)
		}
	})
}
