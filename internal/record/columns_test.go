package record_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/store"
	"btracker/internal/tracker"
)

// exported lists the exports of the API, by the paths of their lists.
var exported = []string{"/company", "/project", "/product", "/subscription", "/product/categories", "/subscription/categories", "/UserManagement", "/notification", "/change",
	"/project/product", "/project/subscription"}

// columnNames are the names that the contract has for the columns of an export.
func columnNames(t *testing.T, list string) (names []string) {
	t.Helper()
	for _, p := range apitest.Published().Operation("GET " + list + "/export")["parameters"].([]any) {
		if param := p.(object); param["name"] == "Columns" {
			for _, name := range param["schema"].(object)["items"].(object)["enum"].([]any) {
				names = append(names, name.(string))
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("%s/export has no columns", list)
	}
	return names
}

// An export has the columns that it is asked for, in their order, and each is a member of the JSON of the list.
func TestExportColumns(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachProduct(20.5, 30)
		s.Put("/project/subscription/plan", object{"id": s.AttachSubscription(100, true), "price": 30, "from": api.Clock.Now().AddDate(0, 1, 0)}).Status(200)
		address := object{"country": "Portugal", "provinceState": "Lisboa", "city": "Lisboa"}
		s.Put("/company/address", object{"id": s.Company, "address": address}).Status(200)
		s.Put("/UserManagement/address", object{"email": apitest.AdminEmail, "address": address}).Status(200)
		project := s.Made("/project", object{"companyId": s.Company, "name": "Another"})
		s.Delete("/project", object{"id": project}).Status(200)
		api.Notify("n1", apitest.AdminEmail, s.Project)
		for _, list := range exported {
			names := columnNames(t, list)
			all := s.Get(list + "/export?Columns=" + strings.Join(names, ",")).Lines()
			for i, name := range names {
				for _, format := range []string{"csv", "xlsx"} {
					answer := s.Get(list + "/export?Format=" + format + "&Columns=" + name)
					var rows [][]string
					if format == "csv" {
						rows = answer.Lines()
					} else {
						rows = apitest.SpreadsheetRows(t, answer.Status(200).Body.Bytes())
					}
					for r, row := range rows {
						if want := all[r][i]; len(row) > 1 || strings.Join(row, "") != want {
							t.Errorf("%s of %s as %s: %q, want %q", name, list, format, row, want)
						}
					}
				}
				if !slices.ContainsFunc(elements(s.Client, list), func(e object) bool {
					return hasMember(e, name) || hasMember(e, "figures."+name) || hasMember(e, "data."+name)
				}) {
					t.Errorf("the JSON of %s has no %s", list, name)
				}
			}
			standard := s.Get(list + "/export").Lines()
			for r, line := range standard {
				if !slices.Equal(line, all[r][:len(line)]) {
					t.Errorf("%s: %q, want %q", list, all[r], line)
				}
			}
			slices.Reverse(names)
			for r, line := range s.Get(list + "/export?Columns=" + strings.Join(names, ",")).Lines() {
				slices.Reverse(line)
				if !slices.Equal(line, all[r]) {
					t.Errorf("%s backwards: %q, want %q", list, line, all[r])
				}
			}
			for columns, message := range map[string]string{
				names[0] + ",cost%22--":           `Columns has no column "cost\"--".`,
				strings.ToUpper(names[0]):         fmt.Sprintf("Columns has no column %q.", strings.ToUpper(names[0])),
				names[0] + ",":                    `Columns has no column "".`,
				names[0] + ",+" + names[0]:        fmt.Sprintf("Columns has no column %q.", " "+names[0]),
				names[0] + "," + names[0]:         fmt.Sprintf("Columns names %q twice.", names[0]),
				strings.Repeat("abcdefghij", 100): fmt.Sprintf("Columns has no column %q.", strings.Repeat("abcdefghij", 5)),
			} {
				s.Get(list+"/export?Columns="+columns).FieldError("Columns", message)
			}
		}
	})
}

// elements are those of the first page of a list, with their figures if they have some.
func elements(c *apitest.Client, list string) (rows []object) {
	query := ""
	if list == "/company" || list == "/project" {
		query = "?Include=figures"
	}
	body := c.Get(list + query).Status(200).Body.Bytes()
	if json.Unmarshal(body, &rows) != nil {
		var page struct{ Data []object }
		if err := json.Unmarshal(body, &page); err != nil {
			c.API.T.Fatal(err)
		}
		rows = page.Data
	}
	return rows
}

// hasMember reports whether an object has a member, which is in others if its name has dots.
func hasMember(o object, name string) bool {
	first, rest, nested := strings.Cut(name, ".")
	value, ok := o[first]
	if inner, isObject := value.(object); nested {
		return isObject && hasMember(inner, rest)
	}
	return ok
}

// The figures of an export are those of the list, for every caller, and reading them takes no statement for each row.
func TestExportedFigures(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		w := newFigureWorld(api, 7)
		for _, email := range []string{apitest.AdminEmail, "owner@example.com", "manager@example.com", "support@example.com", "direct@example.com"} {
			c := api.SignIn(email)
			for _, list := range []string{"/company", "/project"} {
				for _, query := range []string{"", "&SortBy=margin&SortDescending=true"} {
					var records []figured
					c.Get(list + "?PageSize=200&Include=figures" + query).Status(200).Into(&records)
					want := [][]string{{"Next End At", "Owners", "Running", "Id", "Monthly Price", "Monthly Cost", "Margin", "Projects"}}
					for _, r := range records {
						f, ends, owners := r.Figures, "", []string{}
						if f.NextEndAt != nil {
							ends = f.NextEndAt.Format("2006-01-02T15:04:05Z07:00")
						}
						for _, owner := range f.Owners {
							owners = append(owners, owner.Email)
						}
						money := func(m *tracker.Money) string {
							if m == nil {
								return ""
							}
							return m.String()
						}
						want = append(want, []string{ends, strings.Join(owners, " "), fmt.Sprint(f.Running), r.ID, f.MonthlyPrice.String(),
							money(f.MonthlyCost), money(f.Margin), fmt.Sprint(f.Projects)})
					}
					path := list + "/export?Columns=nextEndAt,owners,running,id,monthlyPrice,monthlyCost,margin,projects" + query
					if got := c.Get(path).Lines(); !slices.EqualFunc(got, want, slices.Equal) {
						t.Errorf("%s by %s:\n%q, want\n%q", path, email, got, want)
					}
				}
			}
		}
		for i := range 20 {
			company := w.AddCompany(fmt.Sprint("More ", i))
			w.Made("/project", object{"companyId": company, "name": fmt.Sprint("More ", i)})
		}
		for _, list := range []string{"/company", "/project"} {
			var count store.Statements
			counting := *w.Client
			counting.Ctx = store.CountStatements(t.Context(), &count)
			if rows := len(counting.Get(list + "/export?Columns=name,margin,owners").Lines()); rows < 20 || count.All.Load() > apitest.MostStatements {
				t.Errorf("%s: %d statements for %d rows", list, count.All.Load(), rows)
			}
		}
	})
}
