package tracker

import "time"

// CatalogueKind tells the two catalogues apart. They share everything but their
// wire shapes: products have a photo, subscriptions a cost.
type CatalogueKind string

const (
	Products      CatalogueKind = "product"
	Subscriptions CatalogueKind = "subscription"
)

// Availability of a catalogue item.
type Availability int

const (
	Available Availability = iota
	TemporarilyUnavailable
	Deprecated
)

var availabilityKeys = []string{"available", "temporarilyUnavailable", "deprecated"}

func (Availability) Keys() []string { return availabilityKeys }
func (a Availability) Number() int  { return int(a) }
func (a *Availability) UnmarshalJSON(raw []byte) error {
	*a = Availability(decodeEnum(raw, availabilityKeys))
	return nil
}

// Category groups the items of one catalogue. On the wire it is known by its name.
type Category struct {
	Name      string     `json:"name"`
	IsRemoved bool       `json:"isRemoved"`
	RemovedAt *time.Time `json:"removedAt"`
	ItemCount int        `json:"itemCount"` // filled in lists; a new category has none

	ID   string        `json:"-"`
	Kind CatalogueKind `json:"-"`
}

// CategoryInput names a category to add.
type CategoryInput struct {
	Name string `json:"name" rule:"categoryName,required"`
}

// CatalogueItem is an item of either catalogue.
type CatalogueItem struct {
	ID           string
	Kind         CatalogueKind
	CategoryID   string
	CategoryName string
	Name         string
	Details      *string
	Status       Availability
	Cost         *Money // of a subscription
	PhotoHash    *string
	PhotoURL     *string
	CreatedAt    time.Time
	RemovedAt    *time.Time
	Version      int
}

// Product of the catalogue, on the wire.
type Product struct {
	ID           string       `json:"id"`
	CategoryName string       `json:"categoryName"`
	Name         string       `json:"name"`
	Details      *string      `json:"details"`
	Status       Availability `json:"status"`
	PhotoURL     *string      `json:"photoUrl"`
	CreatedAt    time.Time    `json:"createdAt"`
	IsRemoved    bool         `json:"isRemoved"`
	RemovedAt    *time.Time   `json:"removedAt"`
	Version      int          `json:"version"`
}

// Subscription of the catalogue, on the wire.
type Subscription struct {
	ID               string       `json:"id"`
	CategoryName     string       `json:"categoryName"`
	Name             string       `json:"name"`
	Details          *string      `json:"details"`
	Status           Availability `json:"status"`
	Cost             *Money       `json:"cost" doc:"Null for those who may not see cost."`
	CostCurrencyName string       `json:"costCurrencyName"`
	CreatedAt        time.Time    `json:"createdAt"`
	IsRemoved        bool         `json:"isRemoved"`
	RemovedAt        *time.Time   `json:"removedAt"`
	Version          int          `json:"version"`
}

// Product is the item as a product.
func (i CatalogueItem) Product() Product {
	return Product{ID: i.ID, CategoryName: i.CategoryName, Name: i.Name, Details: i.Details, Status: i.Status, PhotoURL: i.PhotoURL,
		CreatedAt: i.CreatedAt, IsRemoved: i.RemovedAt != nil, RemovedAt: i.RemovedAt, Version: i.Version}
}

// Subscription is the item as a subscription.
func (i CatalogueItem) Subscription() Subscription {
	return Subscription{ID: i.ID, CategoryName: i.CategoryName, Name: i.Name, Details: i.Details, Status: i.Status, Cost: i.Cost, CostCurrencyName: Currency,
		CreatedAt: i.CreatedAt, IsRemoved: i.RemovedAt != nil, RemovedAt: i.RemovedAt, Version: i.Version}
}

// Entity is the item in the shape of its kind, for the change log.
func (i CatalogueItem) Entity() any {
	if i.Kind == Products {
		return i.Product()
	}
	return i.Subscription()
}

// ProductInput creates and edits a product.
type ProductInput struct {
	CategoryName string            `json:"categoryName" rule:"name,required"`
	Name         string            `json:"name" rule:"name,required"`
	Details      Opt[string]       `json:"details" rule:"details"`
	Status       Opt[Availability] `json:"status" rule:"enum,required"`
}

// SubscriptionInput creates and edits a subscription.
type SubscriptionInput struct {
	ProductInput
	Cost             Opt[Amount] `json:"cost" rule:"money,required"`
	CostCurrencyName Opt[string] `json:"costCurrencyName" rule:"currency"`
}

// CatalogueInput is either of the two: what app takes for an item.
type CatalogueInput interface {
	// Apply writes what was sent over the item, all but the category.
	Apply(*CatalogueItem)
	// Category names the category the item shall be in.
	Category() string
}

func (in *ProductInput) Category() string { return in.CategoryName }

func (in *ProductInput) Apply(i *CatalogueItem) {
	i.Name, i.Status = in.Name, in.Status.Value
	in.Details.Apply(&i.Details)
}

func (in *SubscriptionInput) Apply(i *CatalogueItem) {
	in.ProductInput.Apply(i)
	cost := in.Cost.Value.Cents()
	i.Cost = &cost
}

// CatalogueSorts lists what a catalogue can be sorted by, the default first.
var CatalogueSorts = []string{"name", "createdAt"}
