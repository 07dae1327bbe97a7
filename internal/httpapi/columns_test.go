package httpapi_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"btracker/internal/store"
	"btracker/internal/tracker"
)

// exported lists the exports of the API, by the paths of their lists.
var exported = []string{"/company", "/project", "/product", "/subscription", "/product/categories", "/subscription/categories", "/UserManagement", "/notification", "/change",
	"/project/product", "/project/subscription"}

// columnNames are the names that the contract has for the columns of an export.
func columnNames(t *testing.T, list string) (names []string) {
	t.Helper()
	for _, p := range published().operation("GET " + list + "/export")["parameters"].([]any) {
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

// lines reads a CSV file.
func (a *answer) lines() [][]string {
	a.t.Helper()
	lines, err := csv.NewReader(a.status(200).Body).ReadAll()
	if err != nil {
		a.t.Fatal(err)
	}
	return lines
}

// An export has the columns that it is asked for, in their order, and each is a member of the JSON of the list.
func TestExportColumns(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.attachProduct(20.5, 30)
		s.attachSubscription(100, true)
		address := object{"country": "Portugal", "provinceState": "Lisboa", "city": "Lisboa"}
		s.put("/company/address", object{"id": s.company, "address": address}).status(200)
		s.put("/UserManagement/address", object{"email": adminEmail, "address": address}).status(200)
		project := s.made("/project", object{"companyId": s.company, "name": "Another"})
		s.delete("/project", object{"id": project}).status(200)
		api.notify("n1", adminEmail, s.project)
		for _, list := range exported {
			names := columnNames(t, list)
			all := s.get(list + "/export?Columns=" + strings.Join(names, ",")).lines()
			for i, name := range names {
				for _, format := range []string{"csv", "xlsx"} {
					answer := s.get(list + "/export?Format=" + format + "&Columns=" + name)
					var rows [][]string
					if format == "csv" {
						rows = answer.lines()
					} else {
						rows = spreadsheetRows(t, answer.status(200).Body.Bytes())
					}
					for r, row := range rows {
						if want := all[r][i]; len(row) > 1 || strings.Join(row, "") != want {
							t.Errorf("%s of %s as %s: %q, want %q", name, list, format, row, want)
						}
					}
				}
				if !slices.ContainsFunc(elements(s.client, list), func(e object) bool {
					return hasMember(e, name) || hasMember(e, "figures."+name) || hasMember(e, "data."+name)
				}) {
					t.Errorf("the JSON of %s has no %s", list, name)
				}
			}
			standard := s.get(list + "/export").lines()
			for r, line := range standard {
				if !slices.Equal(line, all[r][:len(line)]) {
					t.Errorf("%s: %q, want %q", list, all[r], line)
				}
			}
			slices.Reverse(names)
			for r, line := range s.get(list + "/export?Columns=" + strings.Join(names, ",")).lines() {
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
				s.get(list+"/export?Columns="+columns).fieldError("Columns", message)
			}
		}
	})
}

// elements are those of the first page of a list, with their figures if they have some.
func elements(c *client, list string) (rows []object) {
	query := ""
	if list == "/company" || list == "/project" {
		query = "?Include=figures"
	}
	body := c.get(list + query).status(200).Body.Bytes()
	if json.Unmarshal(body, &rows) != nil {
		var page struct{ Data []object }
		if err := json.Unmarshal(body, &page); err != nil {
			c.api.t.Fatal(err)
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
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newFigureWorld(api, 7)
		for _, email := range []string{adminEmail, "owner@example.com", "manager@example.com", "support@example.com", "direct@example.com"} {
			c := api.signIn(email)
			for _, list := range []string{"/company", "/project"} {
				for _, query := range []string{"", "&SortBy=margin&SortDescending=true"} {
					var records []figured
					c.get(list + "?PageSize=200&Include=figures" + query).status(200).into(&records)
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
						want = append(want, []string{ends, strings.Join(owners, " "), fmt.Sprint(f.Running), r.ID, f.MonthlyPrice.String(), money(f.MonthlyCost), money(f.Margin), fmt.Sprint(f.Projects)})
					}
					path := list + "/export?Columns=nextEndAt,owners,running,id,monthlyPrice,monthlyCost,margin,projects" + query
					if got := c.get(path).lines(); !slices.EqualFunc(got, want, slices.Equal) {
						t.Errorf("%s by %s:\n%q, want\n%q", path, email, got, want)
					}
				}
			}
		}
		for i := range 20 {
			company := w.addCompany(fmt.Sprint("More ", i))
			w.made("/project", object{"companyId": company, "name": fmt.Sprint("More ", i)})
		}
		for _, list := range []string{"/company", "/project"} {
			var count store.Statements
			counting := *w.client
			counting.ctx = store.CountStatements(t.Context(), &count)
			if rows := len(counting.get(list + "/export?Columns=name,margin,owners").lines()); rows < 20 || count.All.Load() > mostStatements {
				t.Errorf("%s: %d statements for %d rows", list, count.All.Load(), rows)
			}
		}
	})
}
