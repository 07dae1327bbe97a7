package httpapi_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"btracker/internal/tracker"
)

// productWorld has products of two catalogue items in three projects of two companies, with every status.
type productWorld struct {
	shop
	projects []string // two of the shop's company, and one of another company
	products []tracker.ListedProduct
}

func newProductWorld(api *testAPI) *productWorld {
	w := &productWorld{shop: newShop(api.admin())}
	other := w.addCompany("Another shop")
	second := w.made("/project", object{"companyId": w.company, "name": "Archive"})
	third := w.made("/project", object{"companyId": other, "name": "Zoo"})
	w.projects = []string{w.project, second, third}
	w.post("/product/categories", object{"name": "Furniture"}).status(201)
	desk := w.made("/product", object{"categoryName": "Furniture", "name": "Desk", "status": 0})
	for i := range 12 {
		product := []string{w.product, desk}[i%2]
		w.made("/project/product", object{"projectId": w.projects[i%3], "productId": product, "price": 1 + 7*(i%5), "cost": 10 + i, "status": i % 3})
	}
	for _, id := range w.projects {
		var p tracker.ProjectDetails
		w.get("/project/" + id).status(200).into(&p)
		for _, product := range p.Products {
			w.products = append(w.products, tracker.ListedProduct{ProjectProduct: product, ProjectItemPlace: tracker.ProjectItemPlace{CompanyID: p.CompanyID, CompanyName: p.CompanyName, ProjectName: p.Name}})
		}
	}
	return w
}

// listWithTotals reads a list with its totals.
func listWithTotals[T, Totals any](c *client, path string) (rows []T, totals Totals) {
	c.api.t.Helper()
	answer := c.get(path).status(200)
	answer.into(&rows)
	if err := json.Unmarshal([]byte(answer.Header().Get("Totals")), &totals); err != nil {
		c.api.t.Fatal(err)
	}
	return rows, totals
}

// Filters, sorts and totals of the products of all projects agree with the projects' own pages.
func TestListedProducts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newProductWorld(api)
		api.addUser("owner@example.com", "Olga", false)
		w.post("/project/moderator", object{"id": w.projects[2], "userEmail": "owner@example.com", "role": tracker.RoleOwner}).status(201)
		for query, matches := range map[string]func(p tracker.ListedProduct) bool{
			"":                                  func(tracker.ListedProduct) bool { return true },
			"Status=2":                          func(p tracker.ListedProduct) bool { return p.Status == 2 },
			"Status=InProgress,2":               func(p tracker.ListedProduct) bool { return p.Status == tracker.InProgress || p.Status == 2 },
			"CompanyId=" + w.company:            func(p tracker.ListedProduct) bool { return p.CompanyID == w.company },
			"ProjectId=" + w.project:            func(p tracker.ListedProduct) bool { return p.ProjectID == w.project },
			"ProductId=" + w.product:            func(p tracker.ListedProduct) bool { return p.ProductID == w.product },
			"CategoryName=furniture":            func(p tracker.ListedProduct) bool { return p.Product.CategoryName == "Furniture" },
			"CategoryName=Unknown":              func(tracker.ListedProduct) bool { return false },
			"ProjectId=%00":                     func(tracker.ListedProduct) bool { return false },
			"Responsible=x%40y.z":               func(tracker.ListedProduct) bool { return false },
			"Responsible=+Owner%40example.com+": func(p tracker.ListedProduct) bool { return p.ProjectID == w.projects[2] },
			"CategoryName=Furniture&Status=0,1&CompanyId=" + w.company: func(p tracker.ListedProduct) bool {
				return p.Product.CategoryName == "Furniture" && p.Status < 2 && p.CompanyID == w.company
			},
		} {
			want, sums := []string{}, tracker.ProductTotals{Cost: new(tracker.Money)}
			for _, p := range w.products {
				if matches(p) {
					want = append(want, p.ID)
					sums.Count, sums.Price, *sums.Cost = sums.Count+1, sums.Price+p.Price, *sums.Cost+*p.Cost
				}
			}
			rows, totals := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.client, "/project/product?"+query)
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
					rows, totals := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.client, fmt.Sprintf("/project/product?SortBy=%s&SortDescending=%v&PageSize=5&PageNumber=%d", sort, descending, page+1))
					if all = append(all, rows...); totals.Count != len(w.products) {
						t.Errorf("page %d: %+v", page, totals)
					}
				}
				if !slices.IsSortedFunc(all, func(a, b tracker.ListedProduct) int {
					if descending {
						a, b = b, a
					}
					return cmp.Compare(keys[sort](a), keys[sort](b))
				}) || len(all) != len(w.products) {
					t.Errorf("by %s, descending %v: %+v", sort, descending, all)
				}
			}
		}
		rows, _ := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.client, "/project/product?ProjectId="+w.projects[2])
		if got := rows[0]; got.CompanyName != "Another shop" || got.ProjectName != "Zoo" || len(got.Responsible) != 1 || got.Responsible[0].Email != "owner@example.com" {
			t.Errorf("%+v", got)
		}
		for _, wrong := range []string{"Status=9", "Status=", "Status=0,", "Status=new", "SortBy=cost", "SortBy=margin"} {
			want := 400
			if wrong == "Status=" {
				want = 200 // as if it were not sent
			}
			w.get("/project/product?" + wrong).status(want)
		}
		// What is removed, and all under it, is left out.
		w.delete("/company", object{"id": w.company}).status(200)
		if rows, totals := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](w.client, "/project/product"); len(rows) != 4 || totals.Count != 4 {
			t.Errorf("%d rows, %+v", len(rows), totals)
		}
	})
}

// Nothing of the list of products tells a hidden cost.
func TestHiddenCostOfProducts(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		w := newProductWorld(api)
		api.addUser(userEmail, "Grace", false)
		w.post("/project/moderator", object{"id": w.projects[0], "userEmail": userEmail, "role": tracker.RoleSupport}).status(201)
		grace := api.signIn(userEmail)
		rows, totals := listWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product")
		if len(rows) != 4 || totals.Cost != nil || totals.Count != 4 || slices.ContainsFunc(rows, func(p tracker.ListedProduct) bool { return p.Cost != nil || p.ProjectID != w.projects[0] }) {
			t.Errorf("a supporter sees %+v, %+v", rows, totals)
		}
		w.post("/project/moderator", object{"id": w.projects[2], "userEmail": userEmail, "role": tracker.RoleManager}).status(201)
		rows, totals = listWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product?Responsible="+url.QueryEscape(userEmail)+"&Status=0,1,2")
		cost := tracker.Money(0)
		for _, p := range rows {
			cost += *p.Cost
		}
		if len(rows) != 4 || *totals.Cost != cost {
			t.Errorf("a manager sees %+v, %+v", rows, totals)
		}
		if _, totals = listWithTotals[tracker.ListedProduct, tracker.ProductTotals](grace, "/project/product"); totals.Count != 8 || *totals.Cost != cost {
			t.Errorf("both: %+v, want a cost of %v", totals, cost)
		}
	})
}
