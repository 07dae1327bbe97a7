package httpapi

import (
	"context"
	"net/http"

	"btracker/internal/app"
	"btracker/internal/tracker"
)

// category is how a category stands on the wire: inside {"data": …}.
type category = wrapped[tracker.Category]

type productEdit struct {
	ID      string           `json:"id" rule:"id,required"`
	Version tracker.Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	tracker.ProductInput
}

type subscriptionEdit struct {
	ID      string           `json:"id" rule:"id,required"`
	Version tracker.Opt[int] `json:"version" doc:"The version the edit is based on; any other than the stored one is refused with 409."`
	tracker.SubscriptionInput
}

func (s *server) catalogueOperations() {
	products := catalogue[tracker.Product]{s: s, kind: tracker.Products, path: "/product", name: "Product", tag: "Products", shape: tracker.CatalogueItem.Product}
	products.operations()
	handle(s, operation{id: "addProduct", method: http.MethodPost, path: "/product", tag: "Products", summary: "Add a product", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.ProductInput) (tracker.Product, error) {
			return products.one(s.app.CreateItem(ctx, c.Request, tracker.Products, &in))
		})
	handle(s, operation{id: "editProduct", method: http.MethodPut, path: "/product", tag: "Products", summary: "Edit a product"},
		func(ctx context.Context, c call, in wrapped[productEdit]) (tracker.Product, error) {
			return products.one(s.app.EditItem(ctx, c.Request, tracker.Products, in.Data.ID, in.Data.Version, &in.Data.ProductInput))
		})
	handle(s, operation{id: "setProductPhoto", method: http.MethodPut, path: "/product/{id}/photo", tag: "Products", summary: "Set a product's photo", photo: true},
		func(ctx context.Context, c call, _ none) (tracker.Product, error) {
			return products.one(s.app.SetProductPhoto(ctx, c.Caller, c.path("id"), c.photo))
		})
	handle(s, operation{id: "removeProductPhoto", method: http.MethodDelete, path: "/product/{id}/photo", tag: "Products", summary: "Remove a product's photo"},
		func(ctx context.Context, c call, _ none) (tracker.Product, error) {
			return products.one(s.app.SetProductPhoto(ctx, c.Caller, c.path("id"), nil))
		})

	subscriptions := catalogue[tracker.Subscription]{s: s, kind: tracker.Subscriptions, path: "/subscription", name: "Subscription", tag: "Subscriptions", shape: tracker.CatalogueItem.Subscription}
	subscriptions.operations()
	handle(s, operation{id: "addSubscription", method: http.MethodPost, path: "/subscription", tag: "Subscriptions", summary: "Add a subscription", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.SubscriptionInput) (tracker.Subscription, error) {
			return subscriptions.one(s.app.CreateItem(ctx, c.Request, tracker.Subscriptions, &in))
		})
	handle(s, operation{id: "editSubscription", method: http.MethodPut, path: "/subscription", tag: "Subscriptions", summary: "Edit a subscription"},
		func(ctx context.Context, c call, in wrapped[subscriptionEdit]) (tracker.Subscription, error) {
			return subscriptions.one(s.app.EditItem(ctx, c.Request, tracker.Subscriptions, in.Data.ID, in.Data.Version, &in.Data.SubscriptionInput))
		})
}

// catalogue declares what the two catalogues share; T is the shape of an item.
type catalogue[T any] struct {
	s     *server
	kind  tracker.CatalogueKind
	path  string
	name  string
	tag   string
	shape func(tracker.CatalogueItem) T
}

func (k catalogue[T]) one(i tracker.CatalogueItem, err error) (T, error) { return k.shape(i), err }

func (k catalogue[T]) operations() {
	s, list := k.s, &listSpec{sorts: tracker.CatalogueSorts, search: true, removed: true}
	filters := []queryParam{{"CategoryName", "string", "Only items of this category."}, {"Status", "string", "Only items of this availability, by number or key."}}
	handle(s, operation{id: "list" + k.name + "s", method: http.MethodGet, path: k.path, tag: k.tag, summary: "List items", list: list, params: filters},
		func(ctx context.Context, c call, _ none) (array[T], error) {
			filter, err := itemFilter(c)
			if err != nil {
				return array[T]{}, err
			}
			page, err := s.app.Items(ctx, c.Caller, k.kind, c.List, filter)
			rows := make([]T, len(page.Data))
			for i, item := range page.Data {
				rows[i] = k.shape(item)
			}
			return array[T]{Data: rows, Pagination: page.Pagination}, err
		})
	handle(s, operation{id: "export" + k.name + "s", method: http.MethodGet, path: k.path + "/export", tag: k.tag, summary: "Export items as CSV", list: list, params: filters},
		func(_ context.Context, c call, _ none) (csvFile, error) {
			filter, err := itemFilter(c)
			return s.itemsCSV(c, k.kind, filter), err
		})
	handle(s, operation{id: "get" + k.name, method: http.MethodGet, path: k.path + "/{id}", tag: k.tag, summary: "Read an item"},
		func(ctx context.Context, c call, _ none) (T, error) {
			return k.one(s.app.Item(ctx, c.Caller, k.kind, c.path("id")))
		})
	handle(s, operation{id: "list" + k.name + "Dependants", method: http.MethodGet, path: k.path + "/{id}/dependants", tag: k.tag, summary: "List what keeps an item from being removed", list: &listSpec{}},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.ItemDependants(ctx, c.Caller, k.kind, c.path("id"), c.List)
		})
	handle(s, operation{id: "remove" + k.name, method: http.MethodDelete, path: k.path, tag: k.tag, summary: "Remove an item, in two steps when projects use it"},
		func(ctx context.Context, c call, in idInput) (tracker.RemovalResult, error) {
			return s.app.RemoveItem(ctx, c.Request, k.kind, in.ID)
		})
	handle(s, operation{id: "restore" + k.name, method: http.MethodPut, path: k.path + "/restore", tag: k.tag, summary: "Restore an item"},
		func(ctx context.Context, c call, in idInput) (tracker.RestoreResult, error) {
			return s.app.RestoreItem(ctx, c.Request, k.kind, in.ID)
		})
	k.categories()
}

func (k catalogue[T]) categories() {
	s, path, list := k.s, k.path+"/categories", &listSpec{sorts: []string{"name"}, search: true, removed: true}
	handle(s, operation{id: "list" + k.name + "Categories", method: http.MethodGet, path: path, tag: k.tag, summary: "List categories", list: list},
		func(ctx context.Context, c call, _ none) (array[category], error) {
			page, err := s.app.Categories(ctx, c.Caller, k.kind, c.List)
			rows := make([]category, len(page.Data))
			for i, one := range page.Data {
				rows[i] = category{Data: one}
			}
			return array[category]{Data: rows, Pagination: page.Pagination}, err
		})
	handle(s, operation{id: "export" + k.name + "Categories", method: http.MethodGet, path: path + "/export", tag: k.tag, summary: "Export categories as CSV", list: list},
		func(_ context.Context, c call, _ none) (csvFile, error) { return s.categoriesCSV(c, k.kind), nil })
	handle(s, operation{id: "add" + k.name + "Category", method: http.MethodPost, path: path, tag: k.tag, summary: "Add a category", status: http.StatusCreated},
		func(ctx context.Context, c call, in tracker.CategoryInput) (category, error) {
			one, err := s.app.CreateCategory(ctx, c.Request, k.kind, in)
			return category{Data: one}, err
		})
	handle(s, operation{id: "list" + k.name + "CategoryDependants", method: http.MethodGet, path: path + "/{name}/dependants", tag: k.tag, summary: "List what keeps a category from being removed", list: &listSpec{}},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.CategoryDependants(ctx, c.Caller, k.kind, c.path("name"), c.List)
		})
	handle(s, operation{id: "remove" + k.name + "Category", method: http.MethodDelete, path: path, tag: k.tag, summary: "Remove a category, in two steps when it has items"},
		func(ctx context.Context, c call, in nameInput) (tracker.RemovalResult, error) {
			return s.app.RemoveCategory(ctx, c.Request, k.kind, in.Name)
		})
	handle(s, operation{id: "restore" + k.name + "Category", method: http.MethodPut, path: path + "/restore", tag: k.tag, summary: "Restore a category"},
		func(ctx context.Context, c call, in nameInput) (tracker.RestoreResult, error) {
			return s.app.RestoreCategory(ctx, c.Request, k.kind, in.Name)
		})
}

// nameInput names a category to remove or restore.
type nameInput struct {
	Name string `json:"name" rule:"id,required"`
}

func (nameInput) names() {}

func itemFilter(c call) (f app.ItemFilter, err error) {
	f.CategoryName = c.params.Get("CategoryName")
	sent := c.params.Get("Status")
	if sent == "" {
		return f, nil
	}
	number, err := parseEnum("Status", sent, tracker.Available.Keys())
	status := tracker.Availability(number)
	f.Status = &status
	return f, err
}

func (s *server) itemsCSV(c call, kind tracker.CatalogueKind, filter app.ItemFilter) csvFile {
	header := []string{"Id", "Category", "Name", "Details", "Status", "Created At", "Removed At"}
	if kind == tracker.Subscriptions {
		header = append(header, "Cost", "Currency")
	}
	return csvFile{name: string(kind) + "s", header: header, each: func(row func(...string) error) error {
		return s.app.EachItem(c.r.Context(), c.Caller, kind, c.List, filter, func(i tracker.CatalogueItem) error {
			cells := []string{i.ID, i.CategoryName, i.Name, orEmpty(i.Details), i.Status.Keys()[i.Status], csvTime(&i.CreatedAt), csvTime(i.RemovedAt)}
			if kind == tracker.Subscriptions {
				cells = append(cells, csvMoney(i.Cost), tracker.Currency)
			}
			return row(cells...)
		})
	}}
}

func (s *server) categoriesCSV(c call, kind tracker.CatalogueKind) csvFile {
	return csvFile{name: string(kind) + "-categories", header: []string{"Name", "Removed At"}, each: func(row func(...string) error) error {
		return s.app.EachCategory(c.r.Context(), c.Caller, kind, c.List, func(one tracker.Category) error {
			return row(one.Name, csvTime(one.RemovedAt))
		})
	}}
}

func csvMoney(m *tracker.Money) string {
	if m == nil {
		return ""
	}
	return m.String()
}
