package httpapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A category tells how many items it holds, those that wait for their removal
// included, as the list of its items does.
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
