package record_test

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

// Filters, sorts and totals of the products of all projects agree with the projects' own pages.
func TestListedProducts(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewProductWorld(api)
		api.AddUser("owner@example.com", "Olga", false)
		w.Post("/project/moderator", object{"id": w.Projects[2], "userEmail": "owner@example.com", "role": tracker.RoleOwner}).Status(201)
		for query, matches := range map[string]func(p tracker.ListedProduct) bool{
			"":                                  func(tracker.ListedProduct) bool { return true },
			"Status=2":                          func(p tracker.ListedProduct) bool { return p.Status == 2 },
			"Status=InProgress,2":               func(p tracker.ListedProduct) bool { return p.Status == tracker.InProgress || p.Status == 2 },
			"CompanyId=" + w.Company:            func(p tracker.ListedProduct) bool { return p.CompanyID == w.Company },
			"ProjectId=" + w.Project:            func(p tracker.ListedProduct) bool { return p.ProjectID == w.Project },
			"ProductId=" + w.Product:            func(p tracker.ListedProduct) bool { return p.ProductID == w.Product },
			"CategoryName=furniture":            func(p tracker.ListedProduct) bool { return p.Product.CategoryName == "Furniture" },
			"CategoryName=Unknown":              func(tracker.ListedProduct) bool { return false },
			"ProjectId=%00":                     func(tracker.ListedProduct) bool { return false },
			"Responsible=x%40y.z":               func(tracker.ListedProduct) bool { return false },
			"Responsible=+Owner%40example.com+": func(p tracker.ListedProduct) bool { return p.ProjectID == w.Projects[2] },
			"CategoryName=Furniture&Status=0,1&CompanyId=" + w.Company: func(p tracker.ListedProduct) bool {
				return p.Product.CategoryName == "Furniture" && p.Status < 2 && p.CompanyID == w.Company
			},
		} {
			want, sums := []string{}, tracker.ProductTotals{Cost: new(tracker.Money)}
			for _, p := range w.Products {
				if matches(p) {
					want = append(want, p.ID)
					sums.Count, sums.Price, *sums.Cost = sums.Count+1, sums.Price+p.Price, *sums.Cost+*p.Cost
				}
			}
			rows, totals := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.Client, "/project/product?"+query)
			got := []string{}
			for _, p := range rows {
				got = append(got, p.ID)
			}
			slices.Sort(want)
			if slices.Sort(got); !slices.Equal(got, want) {
				t.Errorf("%q lists %v, want %v", query, got, want)
			}
			if totals.Count != sums.Count || totals.Price != sums.Price || *totals.Cost != *sums.Cost {
				t.Errorf("%q totals %+v, want %+v", query, totals, sums)
			}
		}
		keys := map[string]func(p tracker.ListedProduct) string{
			"name": func(p tracker.ListedProduct) string { return strings.ToLower(p.Product.Name) }, "companyName": func(p tracker.ListedProduct) string { return strings.ToLower(p.CompanyName) },
			"projectName": func(p tracker.ListedProduct) string { return strings.ToLower(p.ProjectName) }, "price": func(p tracker.ListedProduct) string { return fmt.Sprintf("%09d", p.Price) },
			"status": func(p tracker.ListedProduct) string { return fmt.Sprint(int(p.Status)) }, "createdAt": func(p tracker.ListedProduct) string { return p.CreatedAt.Format("20060102150405.000") },
		}
		for _, sort := range tracker.ProjectProductSorts {
			for _, descending := range []bool{false, true} {
				var all []tracker.ListedProduct
				for page := range 3 {
					rows, totals := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.Client,
						fmt.Sprintf("/project/product?SortBy=%s&SortDescending=%v&PageSize=5&PageNumber=%d", sort, descending, page+1))
					if all = append(all, rows...); totals.Count != len(w.Products) {
						t.Errorf("page %d: %+v", page, totals)
					}
				}
				if !slices.IsSortedFunc(all, func(a, b tracker.ListedProduct) int {
					if descending {
						a, b = b, a
					}
					return cmp.Compare(keys[sort](a), keys[sort](b))
				}) || len(all) != len(w.Products) {
					t.Errorf("by %s, descending %v: %+v", sort, descending, all)
				}
			}
		}
		rows, _ := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.Client, "/project/product?ProjectId="+w.Projects[2])
		if got := rows[0]; got.CompanyName != "Another shop" || got.ProjectName != "Zoo" || len(got.Responsible) != 1 || got.Responsible[0].Email != "owner@example.com" {
			t.Errorf("%+v", got)
		}
		for _, wrong := range []string{"Status=9", "Status=", "Status=0,", "Status=new", "SortBy=cost", "SortBy=margin"} {
			want := 400
			if wrong == "Status=" {
				want = 200 // as if it were not sent
			}
			w.Get("/project/product?" + wrong).Status(want)
		}
		// What is removed, and all under it, is left out.
		w.Delete("/company", object{"id": w.Company}).Status(200)
		if rows, totals := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.Client, "/project/product"); len(rows) != 4 || totals.Count != 4 {
			t.Errorf("%d rows, %+v", len(rows), totals)
		}
	})
}

// Nothing of the list of products tells a hidden cost.
func TestHiddenCostOfProducts(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		w := apitest.NewProductWorld(api)
		api.AddUser(apitest.UserEmail, "Grace", false)
		w.Post("/project/moderator", object{"id": w.Projects[0], "userEmail": apitest.UserEmail, "role": tracker.RoleSupport}).Status(201)
		grace := api.SignIn(apitest.UserEmail)
		rows, totals := apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product")
		if len(rows) != 4 || totals.Cost != nil || totals.Count != 4 ||
			slices.ContainsFunc(rows, func(p tracker.ListedProduct) bool { return p.Cost != nil || p.ProjectID != w.Projects[0] }) {
			t.Errorf("a supporter sees %+v, %+v", rows, totals)
		}
		w.Post("/project/moderator", object{"id": w.Projects[2], "userEmail": apitest.UserEmail, "role": tracker.RoleManager}).Status(201)
		rows, totals = apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product?Responsible="+url.QueryEscape(apitest.UserEmail)+"&Status=0,1,2")
		cost := tracker.Money(0)
		for _, p := range rows {
			cost += *p.Cost
		}
		if len(rows) != 4 || *totals.Cost != cost {
			t.Errorf("a manager sees %+v, %+v", rows, totals)
		}
		if _, totals = apitest.ListWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product"); totals.Count != 8 || *totals.Cost != cost {
			t.Errorf("both: %+v, want a cost of %v", totals, cost)
		}
	})
}
