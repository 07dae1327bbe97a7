package httpapi_test

import (
	"strings"
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

// Categories are searched like every list: anywhere in the name from three
// characters on, and below that at its beginning.
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
