package httpapi_test

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"btracker/internal/tracker"
)

// spreadsheetRows opens an XLSX file by another program's reader, and returns the rows of all sheets.
func spreadsheetRows(t *testing.T, file []byte) (rows [][]string) {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range book.GetSheetList() {
		list, err := book.GetRows(sheet, excelize.Options{RawCellValue: true})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, list...)
	}
	return rows
}

// Every export has the same cells as CSV and as a spreadsheet, whatever text is in them. No cell of a
// spreadsheet is a formula, and amounts are numbers.
func TestSpreadsheets(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		for _, name := range []string{"=cmd|' /C calc'!A0", "@sum", "a <b> & \"c\"", "_x0041_ is no A", "שלום 🙂", "+1", "'quoted'"} {
			company := s.addCompany(name)
			project := s.made("/project", object{"companyId": company, "name": name})
			now := api.clock.Now()
			s.made("/project/product", object{"projectId": project, "productId": s.product, "price": 20.5, "cost": 30, "status": 0, "details": "two\nlines " + name})
			s.made("/project/subscription", object{"projectId": project, "subscriptionId": s.subscription, "price": 2.25, "details": name,
				"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(1, 0, -1), "noticeDays": 30}) // it loses money
			s.made("/subscription", object{"categoryName": "Hosting", "name": name, "status": 0, "cost": 1.5})
		}
		for _, path := range []string{"/company", "/project", "/product", "/subscription", "/product/categories", "/UserManagement", "/notification", "/change", "/project/product", "/project/subscription"} {
			lines, err := csv.NewReader(s.get(path + "/export").status(200).Body).ReadAll()
			if err != nil {
				t.Fatal(path, err)
			}
			answer := s.get(path + "/export?Format=xlsx").status(200)
			if disposition := answer.Header().Get("Content-Disposition"); !strings.HasSuffix(disposition, `.xlsx"`) {
				t.Errorf("%s: %s", path, disposition)
			}
			rows := spreadsheetRows(t, answer.Body.Bytes())
			for i, row := range rows {
				for len(row) < len(lines[0]) {
					row = append(row, "") // the reader leaves out empty cells at the end
				}
				rows[i] = row
			}
			if !slices.EqualFunc(lines, rows, slices.Equal) {
				t.Errorf("%s: as CSV\n%q\nas a spreadsheet\n%q", path, lines, rows)
			}
			s.get(path + "/export?Format=pdf").status(400)
		}
		book, err := excelize.OpenReader(s.get("/project/subscription/export?Format=xlsx").status(200).Body)
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
				if isNumber := kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber; r > 0 && column == margin && (err != nil || !isNumber || !strings.HasPrefix(rows[r][column], "-")) {
					t.Errorf("the margin %s is %q, of type %v, %v", cell, rows[r][column], kind, err)
				}
			}
		}
	})
}

// An export of a list across projects has the rows of all its pages in their order, for each caller.
func TestExportsAcrossProjects(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newProductWorld(api)
		api.addUser(userEmail, "Grace", false)
		w.post("/project/moderator", object{"id": w.projects[0], "userEmail": userEmail, "role": tracker.RoleSupport}).status(201)
		w.post("/project/moderator", object{"id": w.projects[1], "userEmail": userEmail, "role": tracker.RoleOwner}).status(201)
		for _, caller := range []*client{w.client, api.signIn(userEmail)} {
			for _, query := range []string{"", "?SortBy=price&SortDescending=true", "?Status=1&SortBy=companyName", "?CategoryName=Unknown", "?ProjectId=%00"} {
				rows, _ := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](caller, "/project/product"+query)
				want := [][2]string{{"Id", "Cost"}}
				for _, p := range rows {
					cost := ""
					if p.Cost != nil {
						cost = p.Cost.String()
					}
					want = append(want, [2]string{p.ID, cost})
				}
				lines, err := csv.NewReader(caller.get("/project/product/export" + query).status(200).Body).ReadAll()
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
