package httpapi

import (
	"context"
	"net/http"
	"strconv"

	"btracker/internal/change"
	"btracker/internal/contract"
	"btracker/internal/record"
	"btracker/internal/tracker"
)

type category = wrapped[tracker.Category]

type productEdit struct {
	ID string `json:"id" rule:"id,required"`
	basedOn
	tracker.ProductInput
}

type subscriptionEdit struct {
	ID string `json:"id" rule:"id,required"`
	basedOn
	tracker.SubscriptionInput
}

// nameInput names a category to remove or restore.
type nameInput struct {
	Name string `json:"name" rule:"existingName,required"`
}

func (nameInput) names() {}

func (s *server) catalogueOperations() {
	s.api.Describe(
		contract.Sent[productEdit]("The new state of a product.", contract.ProductSent, object{"id": contract.ProductID, "version": 1}),
		contract.Sent[subscriptionEdit]("The new state of a subscription.", contract.SubscriptionSent, object{"id": contract.SubscriptionID, "version": 2}),
		contract.Sent[nameInput]("A category, by its name.", object{"name": "Printers"}))
	const (
		addRule  = "Its category must exist; a category that is marked removed takes no new items."
		editRule = "An absent optional field stays as it is, null clears it. What projects have attached keeps its price and cost."
	)

	products := catalogue[tracker.Product]{s: s, kind: tracker.Products, path: "/product", name: "Product", tag: "Products", shape: tracker.CatalogueItem.Product,
		file:         contract.ProductID + ",Printers,Label printer,\"Thermal, 4 inch.\",available,2026-01-20T09:30:00Z,\n",
		categoryFile: "Printers,\n"}
	products.operations()
	handle(s, contract.Operation{ID: "addProduct", Method: http.MethodPost, Path: "/product", Tag: "Products", Summary: "Add a product",
		Who: contract.Administrators, Keys: contract.WideKeys, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove}, Status: http.StatusCreated, Details: addRule},
		func(ctx context.Context, c call, in tracker.ProductInput) (change.Saved[tracker.Product], error) {
			return products.saved(s.app.CreateItem(ctx, c.Caller, tracker.Products, &in))
		})
	handle(s, contract.Operation{ID: "editProduct", Method: http.MethodPut, Path: "/product", Tag: "Products", Summary: "Edit a product",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: []*tracker.Error{contract.PendingRemove}, Details: editRule},
		func(ctx context.Context, c call, in wrapped[productEdit]) (change.Saved[tracker.Product], error) {
			return products.saved(s.app.EditItem(ctx, c.Caller, tracker.Products, in.Data.ID, in.Data.Version, &in.Data.ProductInput))
		})
	handle(s, contract.Operation{ID: "setProductPhoto", Method: http.MethodPut, Path: "/product/{id}/photo", Tag: "Products", Summary: "Set a product's photo",
		Who: contract.Administrators, Keys: contract.WideKeys, Photo: true, Details: photoRule},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.Product], error) {
			return products.saved(s.app.SetProductPhoto(ctx, c.Caller, c.path("id"), c.body))
		})
	handle(s, contract.Operation{ID: "removeProductPhoto", Method: http.MethodDelete, Path: "/product/{id}/photo", Tag: "Products", Summary: "Remove a product's photo",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "Nothing happens when there is none."},
		func(ctx context.Context, c call, _ none) (change.Saved[tracker.Product], error) {
			return products.saved(s.app.SetProductPhoto(ctx, c.Caller, c.path("id"), nil))
		})

	subscriptions := catalogue[tracker.Subscription]{s: s, kind: tracker.Subscriptions, path: "/subscription", name: "Subscription", tag: "Subscriptions",
		shape:        tracker.CatalogueItem.Subscription,
		costRule:     " Cost is null for those who are neither administrator nor " + contract.Roles(tracker.RolesThatMay(tracker.SeeCost), "or") + " of anything.",
		file:         contract.SubscriptionID + ",Hosting,Managed server,\"Two cores, nightly backups.\",available,2026-01-21T09:30:00Z,,19.00,USD,30\n",
		categoryFile: "Hosting,\n"}
	subscriptions.operations()
	handle(s, contract.Operation{ID: "addSubscription", Method: http.MethodPost, Path: "/subscription", Tag: "Subscriptions", Summary: "Add a subscription",
		Who: contract.Administrators, Keys: contract.WideKeys, Idempotent: true, Refusals: []*tracker.Error{contract.PendingRemove}, Status: http.StatusCreated, Details: addRule},
		func(ctx context.Context, c call, in tracker.SubscriptionInput) (change.Saved[tracker.Subscription], error) {
			return subscriptions.saved(s.app.CreateItem(ctx, c.Caller, tracker.Subscriptions, &in))
		})
	handle(s, contract.Operation{ID: "editSubscription", Method: http.MethodPut, Path: "/subscription", Tag: "Subscriptions", Summary: "Edit a subscription",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Refusals: []*tracker.Error{contract.PendingRemove}, Details: editRule},
		func(ctx context.Context, c call, in wrapped[subscriptionEdit]) (change.Saved[tracker.Subscription], error) {
			return subscriptions.saved(s.app.EditItem(ctx, c.Caller, tracker.Subscriptions, in.Data.ID, in.Data.Version, &in.Data.SubscriptionInput))
		})
}

// catalogue declares the operations that both catalogues have; T is the JSON of an item.
type catalogue[T any] struct {
	s     *server
	kind  tracker.CatalogueKind
	path  string
	name  string
	tag   string
	shape func(tracker.CatalogueItem) T

	// For the contract: who sees cost, and rows of the exports.
	costRule, file, categoryFile string
}

func (k catalogue[T]) saved(item change.Saved[tracker.CatalogueItem], err error) (change.Saved[T], error) {
	return change.Saved[T]{Entity: k.shape(item.Entity), Seq: item.Seq}, err
}

func (k catalogue[T]) operations() {
	s, list := k.s, &contract.List{Sorts: tracker.CatalogueSorts, Search: true, Removed: true, HasOwn: true}
	filters := []contract.Param{contract.Text("CategoryName", "Only items of this category."), contract.Text("Status", "Only items of this availability, by number or key.")}
	if k.kind == tracker.Subscriptions {
		filters = append(filters, rangeParams("Cost", "whose cost")...)
		k.costRule += " CostFrom and CostTo are a 400 for them."
	}
	handle(s, contract.Operation{ID: "list" + k.name + "s", Method: http.MethodGet, Path: k.path, Tag: k.tag, Summary: "List items",
		Who: contract.Readers, Keys: contract.WideKeys, List: list, Params: filters, Details: "An unknown category lists nothing." + k.costRule + ownRule},
		func(ctx context.Context, c call, _ none) (array[T], error) {
			filter, err := itemFilter(c.listCall, k.kind)
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
	export(s, contract.Operation{ID: "export" + k.name + "s", Method: http.MethodGet, Path: k.path + "/export", Tag: k.tag, Summary: "Export items as CSV or XLSX",
		Who: contract.Readers, Keys: contract.WideKeys, List: list, Params: filters, Selects: string(k.kind), File: k.file, Details: exportRule + k.costRule},
		string(k.kind)+"s", itemColumns(k.kind),
		func(ctx context.Context, c listCall, use func(tracker.CatalogueItem) error) error {
			filter, err := itemFilter(c, k.kind)
			if err != nil {
				return err
			}
			return s.app.EachItem(ctx, c.Caller, k.kind, c.List, filter, use)
		})
	handle(s, contract.Operation{ID: "get" + k.name, Method: http.MethodGet, Path: k.path + "/{id}", Tag: k.tag, Summary: "Read an item",
		Who: contract.Readers, Keys: contract.WideKeys, Missing: true, Details: "One that is marked removed is still there." + k.costRule},
		func(ctx context.Context, c call, _ none) (T, error) {
			item, err := s.app.Item(ctx, c.Caller, k.kind, c.path("id"))
			return k.shape(item), err
		})
	handle(s, contract.Operation{ID: "list" + k.name + "Dependants", Method: http.MethodGet, Path: k.path + "/{id}/dependants", Tag: k.tag,
		Summary: "List what keeps an item from being removed",
		Who:     contract.Administrators, Keys: contract.WideKeys, List: &contract.List{TotalInBody: true}, Details: "The projects that attach it."},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.ItemDependants(ctx, c.Caller, k.kind, c.path("id"), c.List)
		})
	handle(s, contract.Operation{ID: "remove" + k.name, Method: http.MethodDelete, Path: k.path, Tag: k.tag, Summary: "Remove an item, in two steps when projects use it",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "An item is in use while projects attach it. " + removalRule},
		func(ctx context.Context, c call, in idInput) (change.Saved[tracker.RemovalResult], error) {
			return s.app.RemoveItem(ctx, c.Caller, k.kind, in.ID)
		})
	handle(s, contract.Operation{ID: "restore" + k.name, Method: http.MethodPut, Path: k.path + "/restore", Tag: k.tag, Summary: "Restore an item",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: restoreRule},
		func(ctx context.Context, c call, in idInput) (change.Saved[tracker.RestoreResult], error) {
			return s.app.RestoreItem(ctx, c.Caller, k.kind, in.ID)
		})
	k.categories()
}

func (k catalogue[T]) categories() {
	s, path, list := k.s, k.path+"/categories", &contract.List{Sorts: []string{"name"}, Search: true, Removed: true}
	handle(s, contract.Operation{ID: "list" + k.name + "Categories", Method: http.MethodGet, Path: path, Tag: k.tag, Summary: "List categories",
		Who: contract.Readers, Keys: contract.WideKeys, List: list, Details: "Each inside data."},
		func(ctx context.Context, c call, _ none) (array[category], error) {
			page, err := s.app.Categories(ctx, c.Caller, k.kind, c.List)
			rows := make([]category, len(page.Data))
			for i, one := range page.Data {
				rows[i] = category{Data: one}
			}
			return array[category]{Data: rows, Pagination: page.Pagination}, err
		})
	export(s, contract.Operation{ID: "export" + k.name + "Categories", Method: http.MethodGet, Path: path + "/export", Tag: k.tag, Summary: "Export categories as CSV or XLSX",
		Who: contract.Readers, Keys: contract.WideKeys, List: list, File: k.categoryFile, Details: exportRule}, string(k.kind)+"-categories", categoryColumns,
		func(ctx context.Context, c listCall, use func(tracker.Category) error) error {
			return s.app.EachCategory(ctx, c.Caller, k.kind, c.List, use)
		})
	handle(s, contract.Operation{ID: "add" + k.name + "Category", Method: http.MethodPost, Path: path, Tag: k.tag, Summary: "Add a category",
		Who: contract.Administrators, Keys: contract.WideKeys, Idempotent: true, Status: http.StatusCreated, Details: "Names are unique within a catalogue, ignoring case."},
		func(ctx context.Context, c call, in tracker.CategoryInput) (change.Saved[category], error) {
			saved, err := s.app.CreateCategory(ctx, c.Caller, k.kind, in)
			return change.Saved[category]{Entity: category{Data: saved.Entity}, Seq: saved.Seq}, err
		})
	handle(s, contract.Operation{ID: "rename" + k.name + "Category", Method: http.MethodPut, Path: path, Tag: k.tag, Summary: "Rename a category",
		Who: contract.Administrators, Keys: contract.WideKeys, Missing: true, Details: "Its items follow. It is one change, which can be taken back."},
		func(ctx context.Context, c call, in tracker.CategoryRename) (change.Saved[category], error) {
			saved, err := s.app.RenameCategory(ctx, c.Caller, k.kind, in)
			return change.Saved[category]{Entity: category{Data: saved.Entity}, Seq: saved.Seq}, err
		})
	handle(s, contract.Operation{ID: "list" + k.name + "CategoryDependants", Method: http.MethodGet, Path: path + "/{name}/dependants", Tag: k.tag,
		Summary: "List what keeps a category from being removed",
		Who:     contract.Administrators, Keys: contract.WideKeys, List: &contract.List{TotalInBody: true}, Details: "Its items."},
		func(ctx context.Context, c call, _ none) (tracker.Dependants, error) {
			return s.app.CategoryDependants(ctx, c.Caller, k.kind, c.path("name"), c.List)
		})
	handle(s, contract.Operation{ID: "remove" + k.name + "Category", Method: http.MethodDelete, Path: path, Tag: k.tag, Summary: "Remove a category, in two steps when it has items",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: "A category is in use while it has items. " + removalRule},
		func(ctx context.Context, c call, in nameInput) (change.Saved[tracker.RemovalResult], error) {
			return s.app.RemoveCategory(ctx, c.Caller, k.kind, in.Name)
		})
	handle(s, contract.Operation{ID: "restore" + k.name + "Category", Method: http.MethodPut, Path: path + "/restore", Tag: k.tag, Summary: "Restore a category",
		Who: contract.Administrators, Keys: contract.WideKeys, Details: restoreRule},
		func(ctx context.Context, c call, in nameInput) (change.Saved[tracker.RestoreResult], error) {
			return s.app.RestoreCategory(ctx, c.Caller, k.kind, in.Name)
		})
}

// itemColumns are the columns of a catalogue.
func itemColumns(kind tracker.CatalogueKind) (c columns[tracker.CatalogueItem]) {
	c.list, c.own = string(kind), func(i tracker.CatalogueItem) tracker.Own { return i.Own }
	c.standard = []column[tracker.CatalogueItem]{
		textColumn("id", "Id", func(i tracker.CatalogueItem) string { return i.ID }),
		textColumn("categoryName", "Category", func(i tracker.CatalogueItem) string { return i.CategoryName }),
		textColumn("name", "Name", func(i tracker.CatalogueItem) string { return i.Name }),
		textColumn("details", "Details", func(i tracker.CatalogueItem) string { return orEmpty(i.Details) }),
		textColumn("status", "Status", func(i tracker.CatalogueItem) string { return i.Status.Keys()[i.Status] }),
		textColumn("createdAt", "Created At", func(i tracker.CatalogueItem) string { return csvTime(&i.CreatedAt) }),
		textColumn("removedAt", "Removed At", func(i tracker.CatalogueItem) string { return csvTime(i.RemovedAt) }),
	}
	if kind == tracker.Subscriptions {
		c.standard = append(c.standard,
			numberColumn("cost", "Cost", func(i tracker.CatalogueItem) string { return csvMoney(i.Cost) }),
			textColumn("costCurrencyName", "Currency", func(tracker.CatalogueItem) string { return tracker.Currency }),
			numberColumn("noticeDays", "Notice Days", func(i tracker.CatalogueItem) string { return csvNumber(i.NoticeDays) }))
	}
	c.more = []column[tracker.CatalogueItem]{numberColumn("version", "Version", func(i tracker.CatalogueItem) string { return strconv.Itoa(i.Version) })}
	return c
}

var categoryColumns = columns[tracker.Category]{standard: []column[tracker.Category]{
	textColumn("name", "Name", func(c tracker.Category) string { return c.Name }),
	textColumn("removedAt", "Removed At", func(c tracker.Category) string { return csvTime(c.RemovedAt) }),
}}

func itemFilter(c listCall, kind tracker.CatalogueKind) (f record.ItemFilter, err error) {
	f.CategoryName = c.params.Get("CategoryName")
	if f.Status, err = parseEnum[tracker.Availability](c.params, "Status"); err == nil && kind == tracker.Subscriptions {
		f.Cost, err = parseRange(c.params, "Cost")
	}
	return f, err
}
