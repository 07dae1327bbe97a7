package httpapi_test

import (
	"testing"

	"btracker/internal/tracker"
)

func TestCatalogue(t *testing.T) {
	onBoth(t, func(t *testing.T, api *testAPI) {
		s := newShop(api.admin())
		s.post("/product/categories", object{"name": "HARDWARE"}).fieldError("Name", "Name is already a category.")
		s.post("/product", object{"categoryName": "None such", "name": "X", "status": 0}).fieldError("CategoryName", "Category is not one of the categories.")
		s.post("/product", object{"name": "X", "status": 0}).fieldError("CategoryName", "Category field is required.")
		s.post("/product", object{"categoryName": "Hardware", "name": "X", "status": "broken"}).fieldError("Status", "Status must be one of provided options.")
		for cost, message := range map[any]string{
			nil: "Cost field is required.", "": "Cost field is required.", "1": "Cost has the wrong type.", 0: "Cost must be a positive amount of at most 999999999.99.", -1: "Cost must be a positive amount of at most 999999999.99.",
			1e12: "Cost must be a positive amount of at most 999999999.99.", 1.005: "Cost must have at most two decimals.",
		} {
			s.post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": cost}).fieldError("Cost", message)
		}
		s.post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": 1, "costCurrencyName": "EUR"}).
			fieldError("CostCurrencyName", "Cost Currency Name must be one of provided options.")
		var sub tracker.Subscription
		s.put("/subscription", object{"data": object{"id": s.subscription, "version": 1, "categoryName": "Hosting", "name": "Big server", "status": 2, "cost": 999999999.99}}).status(200).into(&sub)
		if sub.Name != "Big server" || *sub.Cost != 99999999999 || sub.Status != tracker.Deprecated || sub.Version != 2 {
			t.Fatalf("edited %+v", sub)
		}
		s.put("/subscription", object{"data": object{"id": s.subscription, "version": 1, "categoryName": "Hosting", "name": "Old", "status": 2, "cost": 1}}).status(409)
		s.put("/product", object{"data": object{"id": s.subscription, "categoryName": "Hardware", "name": "X", "status": 0}}).status(404) // of the other catalogue
		s.get("/product/" + s.subscription).status(404)

		total := func(path string) string { return s.get(path).status(200).Header().Get("Pagination")[:16] }
		for path, want := range map[string]string{
			"/product": `{"totalItems":1,`, "/product?CategoryName=hardware": `{"totalItems":1,`, "/product?CategoryName=other": `{"totalItems":0,`,
			"/product?Status=1": `{"totalItems":0,`, "/product?Status=available": `{"totalItems":1,`, "/subscription?Search=serv": `{"totalItems":1,`,
			"/subscription/categories": `{"totalItems":1,`,
		} {
			if got := total(path); got != want {
				t.Errorf("%s: %s", path, got)
			}
		}
		s.get("/product?Status=9").fieldError("Status", "Status must be one of provided options.")

		// A category with items is marked, takes no new ones, and is restored.
		remove := func(path string, body object) string { return s.delete(path, body).status(200).Body.String() }
		if got := remove("/product/categories", object{"name": "Hardware"}); got != "1" {
			t.Fatalf("used category: %s", got)
		}
		s.post("/product", object{"categoryName": "Hardware", "name": "X", "status": 0}).status(422)
		var blocking tracker.Dependants
		s.get("/product/categories/Hardware/dependants").status(200).into(&blocking)
		if blocking.Total != 1 || blocking.Data[0].Name != "Laptop" {
			t.Errorf("dependants %+v", blocking)
		}
		if got := remove("/product", object{"id": s.product}) + remove("/product/categories", object{"name": "hardware"}) + remove("/product/categories", object{"name": "hardware"}); got != "220" {
			t.Errorf("removal %s", got)
		}
		if got := s.put("/product/restore", object{"id": s.product}).status(200).Body.String(); got != "2" {
			t.Errorf("an item of a removed category: %s", got)
		}
		if got := s.put("/product/categories/restore", object{"name": "Hardware"}).status(200).Body.String(); got != "1" {
			t.Errorf("category: %s", got)
		}
		if got := s.put("/product/restore", object{"id": s.product}).status(200).Body.String(); got != "1" {
			t.Errorf("item: %s", got)
		}
		s.get("/product/" + s.product).status(200)
	})
}
