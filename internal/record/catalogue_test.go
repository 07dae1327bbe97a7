package record_test

import (
	"testing"

	"btracker/internal/apitest"
	"btracker/internal/tracker"
)

func TestCatalogue(t *testing.T) {
	apitest.OnBoth(t, func(t *testing.T, api *apitest.API) {
		s := apitest.NewShop(api.Admin())
		s.Post("/product/categories", object{"name": "HARDWARE"}).FieldError("Name", "Name is already a category.")
		s.Post("/product", object{"categoryName": "None such", "name": "X", "status": 0}).FieldError("CategoryName", "Category is not one of the categories.")
		s.Post("/product", object{"name": "X", "status": 0}).FieldError("CategoryName", "Category field is required.")
		s.Post("/product", object{"categoryName": "Hardware", "name": "X", "status": "broken"}).FieldError("Status", "Status must be one of provided options.")
		for cost, message := range map[any]string{
			nil: "Cost field is required.", "": "Cost field is required.", "1": "Cost has the wrong type.", 0: "Cost must be a positive amount of at most 999999999.99.", -1: "Cost must be a positive amount of at most 999999999.99.",
			1e12: "Cost must be a positive amount of at most 999999999.99.", 1.005: "Cost must have at most two decimals.",
		} {
			s.Post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": cost}).FieldError("Cost", message)
		}
		s.Post("/subscription", object{"categoryName": "Hosting", "name": "X", "status": 0, "cost": 1, "costCurrencyName": "EUR"}).
			FieldError("CostCurrencyName", "Cost Currency Name must be one of provided options.")
		var sub tracker.Subscription
		s.Put("/subscription", object{"data": object{"id": s.Subscription, "version": 1, "categoryName": "Hosting", "name": "Big server",
			"status": 2, "cost": 999999999.99}}).Status(200).Into(&sub)
		if sub.Name != "Big server" || *sub.Cost != 99999999999 || sub.Status != tracker.Deprecated || sub.Version != 2 {
			t.Fatalf("edited %+v", sub)
		}
		s.Put("/subscription", object{"data": object{"id": s.Subscription, "version": 1, "categoryName": "Hosting", "name": "Old", "status": 2, "cost": 1}}).Status(409)
		s.Put("/product", object{"data": object{"id": s.Subscription, "categoryName": "Hardware", "name": "X", "status": 0}}).Status(404) // of the other catalogue
		s.Get("/product/" + s.Subscription).Status(404)

		total := func(path string) string { return s.Get(path).Status(200).Header().Get("Pagination")[:16] }
		for path, want := range map[string]string{
			"/product": `{"totalItems":1,`, "/product?CategoryName=hardware": `{"totalItems":1,`, "/product?CategoryName=other": `{"totalItems":0,`,
			"/product?Status=1": `{"totalItems":0,`, "/product?Status=available": `{"totalItems":1,`, "/subscription?Search=serv": `{"totalItems":1,`,
			"/subscription/categories": `{"totalItems":1,`,
		} {
			if got := total(path); got != want {
				t.Errorf("%s: %s", path, got)
			}
		}
		s.Get("/product?Status=9").FieldError("Status", "Status must be one of provided options.")

		// A category with items is marked, takes no new ones, and is restored.
		remove := func(path string, body object) string { return s.Delete(path, body).Status(200).Body.String() }
		if got := remove("/product/categories", object{"name": "Hardware"}); got != "1" {
			t.Fatalf("used category: %s", got)
		}
		s.Post("/product", object{"categoryName": "Hardware", "name": "X", "status": 0}).Status(422)
		var blocking tracker.Dependants
		s.Get("/product/categories/Hardware/dependants").Status(200).Into(&blocking)
		if blocking.Total != 1 || blocking.Data[0].Name != "Laptop" {
			t.Errorf("dependants %+v", blocking)
		}
		if got := remove("/product", object{"id": s.Product}) + remove("/product/categories", object{"name": "hardware"}) +
			remove("/product/categories", object{"name": "hardware"}); got != "220" {
			t.Errorf("removal %s", got)
		}
		if got := s.Put("/product/restore", object{"id": s.Product}).Status(200).Body.String(); got != "2" {
			t.Errorf("an item of a removed category: %s", got)
		}
		if got := s.Put("/product/categories/restore", object{"name": "Hardware"}).Status(200).Body.String(); got != "1" {
			t.Errorf("category: %s", got)
		}
		if got := s.Put("/product/restore", object{"id": s.Product}).Status(200).Body.String(); got != "1" {
			t.Errorf("item: %s", got)
		}
		s.Get("/product/" + s.Product).Status(200)
	})
}
