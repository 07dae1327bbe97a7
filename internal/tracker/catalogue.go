package tracker

import (
	"slices"
	"time"
)

var productKind = RecordKind{
	Name:    string(Products),
	Page:    "products/{id}",
	Upkeep:  &Upkeep{ReadCatalogues, OnlyAdministrators},
	Fields:  slices.Concat([]Field{category}, named(), fields("details", "status"), []Field{photo}, removable),
	Imports: imported(importedItem),
	Actions: []string{"setStatus", "setCategory", "setField", "remove", "restore"},
	IsList:  true,
	HasOwn:  true,
}

var subscriptionKind = RecordKind{
	Name:    string(Subscriptions),
	Page:    "subscriptions/{id}",
	Upkeep:  &Upkeep{ReadCatalogues, OnlyAdministrators},
	Fields:  slices.Concat([]Field{category}, named(), fields("details", "status"), []Field{cost}, fields("noticeDays"), removable),
	Imports: imported(importedItem, []ImportField{{Name: "cost", Required: true, parse: parseMoney}, importedCurrency("costCurrencyName"), importedNotice}),
	Actions: []string{"setStatus", "setCategory", "setField", "remove", "restore"},
	IsList:  true,
	HasOwn:  true,
}

func categoryKind(of CatalogueKind) RecordKind {
	return RecordKind{Name: string(of) + "Category", Fields: slices.Concat(named(), removable)}
}

// CatalogueKind is one of the two catalogues. They differ only in the JSON of their items:
// a product has a photo, a subscription has a cost.
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

func (Availability) Keys() []string                     { return availabilityKeys }
func (a Availability) Number() int                      { return int(a) }
func (a *Availability) UnmarshalJSON(data []byte) error { return decodeEnum(data, availabilityKeys, a) }

// Category groups the items of one catalogue. The API knows it by its name.
type Category struct {
	Name      string     `json:"name"`
	IsRemoved bool       `json:"isRemoved"`
	RemovedAt *time.Time `json:"removedAt"`
	ItemCount int        `json:"itemCount"` // set in lists only

	ID   string        `json:"-"`
	Kind CatalogueKind `json:"-"`
}

// CategoryInput names a category to add.
type CategoryInput struct {
	Name string `json:"name" rule:"categoryName,required"`
}

// CategoryRename gives a category another name.
type CategoryRename struct {
	Name    string `json:"name" rule:"existingName,required"`
	NewName string `json:"newName" rule:"categoryName,required"`
}

// CatalogueItem is an item of either catalogue.
type CatalogueItem struct {
	ID           string
	Kind         CatalogueKind
	CategoryID   string
	CategoryName string       `json:"categoryName"` // an undo finds the fields by these names
	Name         string       `json:"name"`
	Details      *string      `json:"details"`
	Status       Availability `json:"status"`
	Cost         *Money       `json:"cost"`       // of a subscription
	NoticeDays   *int         `json:"noticeDays"` // of a subscription
	PhotoHash    *string
	PhotoURL     *string `json:"photoUrl"`
	CreatedAt    time.Time
	RemovedAt    *time.Time
	Version      int
	Own          Own `json:"own"`
}

// Product is a product of the catalogue as JSON.
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
	Own          Own          `json:"own" list:"product"`
}

// Subscription is a subscription of the catalogue as JSON.
type Subscription struct {
	ID               string       `json:"id"`
	CategoryName     string       `json:"categoryName"`
	Name             string       `json:"name"`
	Details          *string      `json:"details"`
	Status           Availability `json:"status"`
	Cost             *Money       `json:"cost" doc:"Null for those who may not see cost."`
	CostCurrencyName string       `json:"costCurrencyName"`
	NoticeDays       *int         `json:"noticeDays" doc:"Days before its end by which a subscription of a project must be canceled, unless that has its own."`
	CreatedAt        time.Time    `json:"createdAt"`
	IsRemoved        bool         `json:"isRemoved"`
	RemovedAt        *time.Time   `json:"removedAt"`
	Version          int          `json:"version"`
	Own              Own          `json:"own" list:"subscription"`
}

func (i CatalogueItem) Product() Product {
	return Product{ID: i.ID, CategoryName: i.CategoryName, Name: i.Name, Details: i.Details, Status: i.Status, PhotoURL: i.PhotoURL,
		CreatedAt: i.CreatedAt, IsRemoved: i.RemovedAt != nil, RemovedAt: i.RemovedAt, Version: i.Version, Own: i.Own}
}

func (i CatalogueItem) Subscription() Subscription {
	return Subscription{ID: i.ID, CategoryName: i.CategoryName, Name: i.Name, Details: i.Details, Status: i.Status, Cost: i.Cost, CostCurrencyName: Currency,
		NoticeDays: i.NoticeDays, CreatedAt: i.CreatedAt, IsRemoved: i.RemovedAt != nil, RemovedAt: i.RemovedAt, Version: i.Version, Own: i.Own}
}

// Entity returns the item as a Product or a Subscription.
func (i CatalogueItem) Entity() any {
	if i.Kind == Products {
		return i.Product()
	}
	return i.Subscription()
}

// Logged returns the item as the change log keeps it: with the id of its category, which may
// get another name.
func (i CatalogueItem) Logged() any {
	if i.Kind == Products {
		return struct {
			Product
			CategoryID string `json:"categoryId"`
		}{i.Product(), i.CategoryID}
	}
	return struct {
		Subscription
		CategoryID string `json:"categoryId"`
	}{i.Subscription(), i.CategoryID}
}

// ProductInput creates and edits a product.
type ProductInput struct {
	CategoryName string            `json:"categoryName" rule:"name,required"`
	Name         string            `json:"name" rule:"name,required"`
	Details      Opt[string]       `json:"details" rule:"details"`
	Status       Opt[Availability] `json:"status" rule:"enum,required"`
	Own          OwnInput          `json:"own" list:"product"`
}

// SubscriptionInput creates and edits a subscription.
type SubscriptionInput struct {
	ProductInput     `list:"subscription"`
	Cost             Opt[Amount] `json:"cost" rule:"money,required"`
	CostCurrencyName Opt[string] `json:"costCurrencyName" rule:"currency"`
	NoticeDays       Opt[int]    `json:"noticeDays" rule:"noticeDays"`
}

// CatalogueInput is a ProductInput or a SubscriptionInput.
type CatalogueInput interface {
	Apply(*CatalogueItem) // all sent fields except the category
	Category() string     // name of the item's category
	OwnFields() OwnInput
}

func (in *ProductInput) Category() string    { return in.CategoryName }
func (in *ProductInput) OwnFields() OwnInput { return in.Own }

func (in *ProductInput) Apply(i *CatalogueItem) {
	i.Name, i.Status = in.Name, in.Status.Value
	in.Details.Apply(&i.Details)
}

func (in *SubscriptionInput) Apply(i *CatalogueItem) {
	in.ProductInput.Apply(i)
	cost := in.Cost.Value.Cents()
	i.Cost = &cost
	in.NoticeDays.Apply(&i.NoticeDays)
}

// CatalogueSorts lists what a catalogue can be sorted by, the default first.
var CatalogueSorts = []string{"name", "createdAt"}
