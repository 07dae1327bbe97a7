package tracker

import "slices"

var projectProductKind = RecordKind{
	Name:    EntityProjectProduct,
	Page:    "projects/{project}/prd/{id}",
	Upkeep:  &Upkeep{See, AttachItems},
	Fields:  slices.Concat([]Field{link("productId", "product.name")}, fields("details"), []Field{cost}, fields("price", "status")),
	Actions: []string{"setStatus", "setField", "remove"},
	IsList:  true,
	HasOwn:  true,
}

// Lists across projects show products and subscriptions alike.

// ProjectItemPlace is where a product or subscription of a project belongs.
type ProjectItemPlace struct {
	CompanyID   string        `json:"companyId"`
	CompanyName string        `json:"companyName"`
	ProjectName string        `json:"projectName"`
	Responsible []Responsible `json:"responsible" doc:"Owners and Managers of the project, or else of its company."`
}

// Responsible is a person who answers for a project.
type Responsible struct {
	Email       string `json:"email"`
	DisplayName string `json:"displayName"`
	Role        Role   `json:"role"`
}

// ProjectItemFilter narrows a list of products or subscriptions across projects.
type ProjectItemFilter struct {
	CompanyID, ProjectID string
	ItemID               string // of the catalogue
}

// ListedProduct is a project product with what a list across projects shows.
type ListedProduct struct {
	ProjectProduct
	ProjectItemPlace
}

// ProjectProductSorts lists what a list of project products can be sorted by, the default first.
var ProjectProductSorts = []string{"name", "companyName", "projectName", "price", "status", "createdAt"}

// ProductTotals sums up a whole list of project products.
type ProductTotals struct {
	Count int    `json:"count"`
	Price Money  `json:"price"`
	Cost  *Money `json:"cost" doc:"Null for those who may see no cost; else of what they may see."`
}
