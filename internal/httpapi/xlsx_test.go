package httpapi_test

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Every export has the same cells as CSV and as a spreadsheet, whatever text is in them. No cell of a
// spreadsheet is a formula, and amounts are numbers.
func TestSpreadsheets(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		for _, name := range []string{"=cmd|' /C calc'!A0", "@sum", "a <b> & \"c\"", "_x0041_ is no A", "שלום 🙂", "+1", "'quoted'"} {
			company := s.AddCompany(name)
			project := s.Made("/project", object{"companyId": company, "name": name})
			now := api.Clock.Now()
			s.Made("/project/product", object{"projectId": project, "productId": s.Product, "price": 20.5, "cost": 30, "status": 0, "details": "two\nlines " + name})
			s.Made("/project/subscription", object{"projectId": project, "subscriptionId": s.Subscription, "price": 2.25, "details": name,
				"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(1, 0, -1), "noticeDays": 30}) // it loses money
			s.Made("/subscription", object{"categoryName": "Hosting", "name": name, "status": 0, "cost": 1.5})
		}
		for _, path := range []string{"/company", "/project", "/product", "/subscription", "/product/categories", "/UserManagement",
			"/notification", "/change", "/project/product", "/project/subscription"} {
			lines, err := csv.NewReader(s.Get(path + "/export").Status(200).Body).ReadAll()
			if err != nil {
				t.Fatal(path, err)
			}
			answer := s.Get(path + "/export?Format=xlsx").Status(200)
			if disposition := answer.Header().Get("Content-Disposition"); !strings.HasSuffix(disposition, `.xlsx"`) {
				t.Errorf("%s: %s", path, disposition)
			}
			rows := apitest.SpreadsheetRows(t, answer.Body.Bytes())
			for i, row := range rows {
				for len(row) < len(lines[0]) {
					row = append(row, "") // the reader leaves out empty cells at the end
				}
				rows[i] = row
			}
			if !slices.EqualFunc(lines, rows, slices.Equal) {
				t.Errorf("%s: as CSV\n%q\nas a spreadsheet\n%q", path, lines, rows)
			}
			s.Get(path + "/export?Format=pdf").Status(400)
		}
		book, err := excelize.OpenReader(s.Get("/project/subscription/export?Format=xlsx").Status(200).Body)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := book.GetRows("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		margin := slices.Index(rows[0], "Margin")
		for r := range rows {
			for column := range rows[0] {
				cell, err := excelize.CoordinatesToCellName(column+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				if formula, err := book.GetCellFormula("Sheet1", cell); err != nil || formula != "" {
					t.Errorf("%s is %q, %v", cell, formula, err)
				}
				kind, err := book.GetCellType("Sheet1", cell)
				if isNumber := kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber; r > 0 && column == margin &&
					(err != nil || !isNumber || !strings.HasPrefix(rows[r][column], "-")) {
					t.Errorf("the margin %s is %q, of type %v, %v", cell, rows[r][column], kind, err)
				}
			}
		}
	})
}

// An export of a list across projects has the rows of all its pages in their order, for each caller.
func TestExportsAcrossProjects(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewProductWorld(api)
		api.AddUser(apitest.UserEmail, "Grace", false)
		w.Post("/project/moderator", object{"id": w.Projects[0], "userEmail": apitest.UserEmail, "role": tracker.RoleSupport}).Status(201)
		w.Post("/project/moderator", object{"id": w.Projects[1], "userEmail": apitest.UserEmail, "role": tracker.RoleOwner}).Status(201)
		for _, caller := range []*apitest.Client{w.Client, api.SignIn(apitest.UserEmail)} {
			for _, query := range []string{"", "?SortBy=price&SortDescending=true", "?Status=1&SortBy=companyName", "?CategoryName=Unknown", "?ProjectId=%00"} {
				rows, _ := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](caller, "/project/product"+query)
				want := [][2]string{{"Id", "Cost"}}
				for _, p := range rows {
					cost := ""
					if p.Cost != nil {
						cost = p.Cost.String()
					}
					want = append(want, [2]string{p.ID, cost})
				}
				lines, err := csv.NewReader(caller.Get("/project/product/export" + query).Status(200).Body).ReadAll()
				if err != nil {
					t.Fatal(err)
				}
				column := slices.Index(lines[0], "Cost")
				got := [][2]string{}
				for _, line := range lines {
					got = append(got, [2]string{line[0], line[column]})
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s: %v, want %v", query, got, want)
				}
			}
		}
	})
}
