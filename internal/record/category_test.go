package record_test

import (
	"strings"
	"testing"

	"btracker/internal/apitest"

	"github.com/google/go-cmp/cmp"
)

// A category shows the number of its items, marked items included, which is the length of the
// list of its items.
func TestCategoriesCountTheirItems(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.AttachProduct(2, 1)
		another := object{"categoryName": "Hardware", "name": "Mouse", "status": 0}
		s.Made("/product", another)
		s.Delete("/product", object{"id": s.Product}).Status(200)                   // in use: marked
		s.Delete("/product", object{"id": s.Made("/product", another)}).Status(200) // gone
		s.Post("/product/categories", object{"name": "Empty"}).Status(201)

		var list []struct {
			Data struct {
				Name      string
				ItemCount int
			}
		}
		s.Get("/product/categories").Status(200).Into(&list)
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
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		admin := api.Admin()
		restore := func(name, want string) {
			t.Helper()
			if got := strings.TrimSpace(admin.Put("/product/categories/restore", object{"name": name}).Status(200).Body.String()); got != want {
				t.Errorf("restoring %s: %s, want %s", name, got, want)
			}
		}
		admin.Post("/product/categories", object{"name": "Printers"}).Status(201)
		restore("Printers", "1") // it is not removed
		admin.Delete("/product/categories", object{"name": "Printers"}).Status(200)
		admin.Post("/product/categories", object{"name": "PRINTERS"}).Status(201)
		changes := api.Count("SELECT count(*) FROM change")
		restore("Printers", "2")
		restore("Printers", "2")
		if n := api.Count("SELECT count(*) FROM change"); n != changes {
			t.Errorf("%d changes are logged", n-changes)
		}
		// The category that has the name now can be marked and restored.
		admin.Post("/product", object{"categoryName": "Printers", "name": "Laser", "status": 0}).Status(201)
		admin.Delete("/product/categories", object{"name": "Printers"}).Status(200)
		restore("Printers", "1")
		restore("None", "0")
		// A name may be used in both catalogues.
		admin.Post("/subscription/categories", object{"name": "Printers"}).Status(201)
		if got := strings.TrimSpace(admin.Put("/subscription/categories/restore", object{"name": "Printers"}).Status(200).Body.String()); got != "1" {
			t.Errorf("a category of the other catalogue: %s", got)
		}
	})
}

// A search of three characters or more finds categories anywhere in the name; a shorter one
// only at its beginning.
func TestCategoriesAreSearchedAnywhere(t *testing.T) {
	apitest.OnBothInFull(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Post("/product/categories", object{"name": "Office Möbel 100%"}).Status(201)
		for term, want := range map[string]string{"FICE": "1", "m%C3%96b": "1", "00%25": "1", "ware": "1", "of": "1", "fi": "0", "o%25": "0", "f_c": "0"} {
			header := s.Get("/product/categories?Search=" + term).Status(200).Header().Get("Pagination")
			if !strings.HasPrefix(header, `{"totalItems":`+want+`,`) {
				t.Errorf("%s: %s, want %s", term, header, want)
			}
		}
	})
}
