package apitest

import (
	"encoding/json"

	"btracker/internal/tracker"
)

// ProductWorld has products of two catalogue items in three projects of two companies, with every status.
type ProductWorld struct {
	Shop
	Projects []string // two of the shop's company, and one of another company
	Products []tracker.ListedProduct
}

func NewProductWorld(api *API) *ProductWorld {
	w := &ProductWorld{Shop: NewShop(api.Admin())}
	other := w.AddCompany("Another shop")
	second := w.Made("/project", Object{"companyId": w.Company, "name": "Archive"})
	third := w.Made("/project", Object{"companyId": other, "name": "Zoo"})
	w.Projects = []string{w.Project, second, third}
	w.Post("/product/categories", Object{"name": "Furniture"}).Status(201)
	desk := w.Made("/product", Object{"categoryName": "Furniture", "name": "Desk", "status": 0})
	for i := range 12 {
		product := []string{w.Product, desk}[i%2]
		w.Made("/project/product", Object{"projectId": w.Projects[i%3], "productId": product, "price": 1 + 7*(i%5), "cost": 10 + i, "status": i % 3})
	}
	for _, id := range w.Projects {
		var p tracker.ProjectDetails
		w.Get("/project/" + id).Status(200).Into(&p)
		for _, product := range p.Products {
			w.Products = append(w.Products, tracker.ListedProduct{ProjectProduct: product,
				ProjectItemPlace: tracker.ProjectItemPlace{CompanyID: p.CompanyID, CompanyName: p.CompanyName, ProjectName: p.Name}})
		}
	}
	return w
}

// ListWithTotals reads a list with its totals.
func ListWithTotals[T, Totals any](c *Client, path string) (rows []T, totals Totals) {
	c.API.T.Helper()
	answer := c.Get(path).Status(200)
	answer.Into(&rows)
	if err := json.Unmarshal([]byte(answer.Header().Get("Totals")), &totals); err != nil {
		c.API.T.Fatal(err)
	}
	return rows, totals
}

// Shop is a company with a project and one item of each catalogue.
type Shop struct {
	*Client
	Company, Project, Product, Subscription string
}

func NewShop(c *Client) Shop {
	s := Shop{Client: c}
	s.Company = c.AddCompany("Shop")
	s.Project = c.Made("/project", Object{"companyId": s.Company, "name": "Site"})
	c.Post("/product/categories", Object{"name": "Hardware"}).Status(201)
	c.Post("/subscription/categories", Object{"name": "Hosting"}).Status(201)
	s.Product = c.Made("/product", Object{"categoryName": "hardware", "name": "Laptop", "status": "available"})
	s.Subscription = c.Made("/subscription", Object{"categoryName": "Hosting", "name": "Server", "status": 0, "cost": 10.5})
	return s
}

func (s Shop) AttachProduct(price, cost float64) string {
	s.API.T.Helper()
	return s.Made("/project/product", Object{"projectId": s.Project, "productId": s.Product, "price": price, "cost": cost, "status": "InProgress"})
}

func (s Shop) AttachSubscription(days int, autoRenew bool) string {
	s.API.T.Helper()
	now := s.API.Clock.Now()
	return s.Made("/project/subscription", Object{"projectId": s.Project, "subscriptionId": s.Subscription, "price": 20.25,
		"startAt": now.AddDate(0, 0, -1), "endAt": now.AddDate(0, 0, days), "autoRenew": autoRenew})
}
