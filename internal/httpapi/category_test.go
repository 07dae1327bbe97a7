package httpapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A category shows the number of its items, marked items included, which is the length of the
// list of its items.
func TestCategoriesCountTheirItems(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.attachProduct(2, 1)
		another := object{"categoryName": "Hardware", "name": "Mouse", "status": 0}
		s.made("/product", another)
		s.delete("/product", object{"id": s.product}).status(200)                   // in use: marked
		s.delete("/product", object{"id": s.made("/product", another)}).status(200) // gone
		s.post("/product/categories", object{"name": "Empty"}).status(201)

		var list []struct {
			Data struct {
				Name      string
				ItemCount int
			}
		}
		s.get("/product/categories").status(200).into(&list)
		counts := map[string]int{}
		for _, category := range list {
			counts[category.Data.Name] = category.Data.ItemCount
		}
		if diff := cmp.Diff(map[string]int{"Empty": 0, "Hardware": 2}, counts); diff != "" {
			t.Error(diff)
		}
	})
}

// A removed category is not restored when another category has its name now.
func TestCategoryWhoseNameWasTaken(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		admin := api.admin()
		restore := func(name, want string) {
			t.Helper()
			if got := strings.TrimSpace(admin.put("/product/categories/restore", object{"name": name}).status(200).Body.String()); got != want {
				t.Errorf("restoring %s: %s, want %s", name, got, want)
			}
		}
		admin.post("/product/categories", object{"name": "Printers"}).status(201)
		restore("Printers", "1") // it is not removed
		admin.delete("/product/categories", object{"name": "Printers"}).status(200)
		admin.post("/product/categories", object{"name": "PRINTERS"}).status(201)
		changes := api.count("SELECT count(*) FROM change")
		restore("Printers", "2")
		restore("Printers", "2")
		if n := api.count("SELECT count(*) FROM change"); n != changes {
			t.Errorf("%d changes are logged", n-changes)
		}
		// The category that has the name now can be marked and restored.
		admin.post("/product", object{"categoryName": "Printers", "name": "Laser", "status": 0}).status(201)
		admin.delete("/product/categories", object{"name": "Printers"}).status(200)
		restore("Printers", "1")
		restore("None", "0")
		// A name may be used in both catalogues.
		admin.post("/subscription/categories", object{"name": "Printers"}).status(201)
		if got := strings.TrimSpace(admin.put("/subscription/categories/restore", object{"name": "Printers"}).status(200).Body.String()); got != "1" {
			t.Errorf("a category of the other catalogue: %s", got)
		}
	})
}

// A search of three characters or more finds categories anywhere in the name; a shorter one
// only at its beginning.
func TestCategoriesAreSearchedAnywhere(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.post("/product/categories", object{"name": "Office Möbel 100%"}).status(201)
		for term, want := range map[string]string{"FICE": "1", "m%C3%96b": "1", "00%25": "1", "ware": "1", "of": "1", "fi": "0", "o%25": "0", "f_c": "0"} {
			header := s.get("/product/categories?Search=" + term).status(200).Header().Get("Pagination")
			if !strings.HasPrefix(header, `{"totalItems":`+want+`,`) {
				t.Errorf("%s: %s, want %s", term, header, want)
			}
		}
	})
}
