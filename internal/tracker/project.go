package tracker

import (
	"slices"
	"time"
)

var projectKind = RecordKind{
	Name:   EntityProject,
	Page:   "projects/{id}",
	Upkeep: &Upkeep{See, EditCompany},
	Fields: slices.Concat(named(), removable),
	Imports: imported([]ImportField{importID,
		{Name: "companyId", Label: "Company Id", Finds: true},
		{Name: "companyName", Label: "Company", Finds: true, Also: []string{"customer", "client"}},
		{Name: "name", Required: true, Also: []string{"project", "project name"}}}),
	Actions: []string{"addModerator", "setField", "remove", "removeWithContents", "restore"},
	IsList:  true,
	HasOwn:  true,
}

// Project belongs to one company, which never changes.
type Project struct {
	ID          string     `json:"id"`
	CompanyID   string     `json:"companyId"`
	CompanyName string     `json:"companyName"`
	Name        string     `json:"name"`
	IsRemoved   bool       `json:"isRemoved"`
	RemovedAt   *time.Time `json:"removedAt"`
	CreatedAt   time.Time  `json:"createdAt"`
	Version     int        `json:"version"`
	Own         Own        `json:"own" list:"project"`
	Figures     *Figures   `json:"figures,omitempty" doc:"In lists with Include=figures."`
}

// ProjectDetails is a project with its moderators and items, and the caller's rights.
type ProjectDetails struct {
	Project
	IsLive              bool                  `json:"isLive" doc:"Neither the project nor its company is marked removed: what it holds counts."`
	Access              ProjectAccess         `json:"access"`
	Moderators          []ProjectModerator    `json:"moderators" doc:"The project's own."`
	InheritedModerators []InheritedModerator  `json:"inheritedModerators" doc:"Those of its company, whose roles hold in all its projects. They are changed there."`
	Products            []ProjectProduct      `json:"products"`
	Subscriptions       []ProjectSubscription `json:"subscriptions"`
}

// InheritedModerator is a moderator of the company, as a project shows them.
type InheritedModerator struct {
	UserEmail string        `json:"userEmail"`
	Role      Role          `json:"role"`
	Moderator ModeratorUser `json:"moderator"`
}

// ProjectAccess lets a screen leave out buttons that would be refused.
type ProjectAccess struct {
	Edit              bool   `json:"edit"`
	ManageModerators  bool   `json:"manageModerators"`
	AssignableRoles   []Role `json:"assignableRoles"`
	Remove            bool   `json:"remove"`
	Attach            bool   `json:"attach"`
	EditSubscriptions bool   `json:"editSubscriptions"`
	SetProductStatus  bool   `json:"setProductStatus"`
	SeeCost           bool   `json:"seeCost"`
	SeeCompany        bool   `json:"seeCompany" doc:"The company's page can be opened."`
}

// ProjectSorts lists what a list of projects can be sorted by, the default first.
var ProjectSorts = append([]string{"name", "createdAt"}, FigureSorts...)

// ProjectFilter narrows a list of projects.
type ProjectFilter struct {
	CompanyID     string
	ProductStatus *ProductStatus // has a live product of this status
	EndingSoon    bool           // has a subscription that ends soon
	EndingWeek    *time.Time     // has a subscription that ends in the seven days from this day

	HasResponsible *bool // somebody answers for it: see ResponsibleRoles
	FigureFilter
}

// ProjectInput creates a project.
type ProjectInput struct {
	CompanyID string `json:"companyId" rule:"id,required"`
	ProjectFields
}

// ProjectEdit edits a project.
type ProjectEdit struct {
	ID      string   `json:"id" rule:"id,required"`
	Version Opt[int] `json:"version"`
	ProjectFields
}

// ProjectFields are the fields of a project that can be edited.
type ProjectFields struct {
	Name string   `json:"name" rule:"name,required"`
	Own  OwnInput `json:"own" list:"project"`
}

// Apply writes the sent fields over the project.
func (in *ProjectFields) Apply(p *Project) {
	p.Name = in.Name
}

// ProjectModerator links a user to a project with a role.
type ProjectModerator struct {
	ID        string        `json:"id"`
	ProjectID string        `json:"projectId"`
	UserEmail string        `json:"userEmail"`
	Role      Role          `json:"role"`
	Details   *string       `json:"details"`
	CreatedAt time.Time     `json:"createdAt"`
	Version   int           `json:"version"`
	Moderator ModeratorUser `json:"moderator"`
}

// ProductStatus of a project's product.
type ProductStatus int

const (
	WaitingConfirm ProductStatus = iota
	InProgress
	Delivered
)

var productStatusKeys = []string{"WaitingConfirm", "InProgress", "Delivered"}

func (ProductStatus) Keys() []string { return productStatusKeys }
func (s ProductStatus) Number() int  { return int(s) }
func (s *ProductStatus) UnmarshalJSON(data []byte) error {
	return decodeEnum(data, productStatusKeys, s)
}

// ProjectProduct is a product attached to a project.
type ProjectProduct struct {
	ID                string        `json:"id"`
	ProjectID         string        `json:"projectId"`
	ProductID         string        `json:"productId"`
	Details           *string       `json:"details"`
	Cost              *Money        `json:"cost" doc:"Null for those who may not see cost."`
	CostCurrencyName  string        `json:"costCurrencyName"`
	Price             Money         `json:"price"`
	PriceCurrencyName string        `json:"priceCurrencyName"`
	Status            ProductStatus `json:"status"`
	CreatedAt         time.Time     `json:"createdAt"`
	Version           int           `json:"version"`
	Product           AttachedItem  `json:"product"`
	Own               Own           `json:"own" list:"projectProduct"`
}

// AttachedItem is the part of a catalogue item that its project shows.
type AttachedItem struct {
	Name         string  `json:"name"`
	CategoryName string  `json:"categoryName"`
	PhotoURL     *string `json:"photoUrl"`

	PhotoHash *string `json:"-"`
}

// ProjectProductInput attaches a product to a project.
type ProjectProductInput struct {
	ProjectID string `json:"projectId" rule:"id,required"`
	ProductID string `json:"productId" rule:"id,required"`
	ProjectProductFields
}

// ProjectProductFields are the fields of an attached product that can be edited.
type ProjectProductFields struct {
	Details           Opt[string]        `json:"details" rule:"details"`
	Cost              Opt[Amount]        `json:"cost" rule:"money,required"`
	CostCurrencyName  Opt[string]        `json:"costCurrencyName" rule:"currency"`
	Price             Opt[Amount]        `json:"price" rule:"money,required"`
	PriceCurrencyName Opt[string]        `json:"priceCurrencyName" rule:"currency"`
	Status            Opt[ProductStatus] `json:"status" rule:"enum,required"`
	Own               OwnInput           `json:"own" list:"projectProduct"`
}

// ProjectModeratorEdit changes a moderator; ID is the id of the ProjectModerator.
type ProjectModeratorEdit struct {
	ModeratorEdit
	ProjectID Opt[string] `json:"projectId" rule:"id"`
}

// Item returns which moderator it is.
func (in ProjectModeratorEdit) Item() ItemRef {
	return ItemRef{ID: in.ID, ProjectID: in.ProjectID}
}

// ItemRef names an attached product or subscription, or a moderator. Its
// project is optional. If it is sent, it must be the right one, so that a client that is
// mistaken about the item changes nothing.
type ItemRef struct {
	ID        string      `json:"id" rule:"id,required"`
	ProjectID Opt[string] `json:"projectId" rule:"id"`
}

// IsIn reports whether the project that was sent, if any, is projectID.
func (i ItemRef) IsIn(projectID string) bool {
	return i.ProjectID.Empty() || i.ProjectID.Value == projectID
}

// ProjectProductEdit edits an attached product.
type ProjectProductEdit struct {
	ItemRef
	ProductID Opt[string] `json:"productId" rule:"id"`
	Version   Opt[int]    `json:"version"`
	ProjectProductFields
}

// Needs lists the permissions that the edit of a product needs. A cost that was sent counts also when it is the
// right one: a refusal must not tell what it is.
func (in *ProjectProductEdit) Needs(p ProjectProduct) []Permission {
	switch {
	case !in.Cost.Empty():
		return []Permission{SetProductStatus, AttachItems, SeeCost}
	case !in.Price.Empty() && in.Price.Value.Cents() != p.Price:
		return []Permission{SetProductStatus, AttachItems}
	}
	return []Permission{SetProductStatus}
}

// Apply writes the sent fields over the product.
func (in *ProjectProductFields) Apply(p *ProjectProduct) {
	in.Details.Apply(&p.Details)
	if !in.Cost.Empty() {
		cost := in.Cost.Value.Cents()
		p.Cost = &cost
	}
	p.Price, p.Status = in.Price.Value.Cents(), in.Status.Value
}

// ProjectSubscription is a subscription attached to a project, in its current period.
type ProjectSubscription struct {
	ID                string       `json:"id"`
	ProjectID         string       `json:"projectId"`
	SubscriptionID    string       `json:"subscriptionId"`
	Details           *string      `json:"details"`
	StartAt           time.Time    `json:"startAt"`
	EndAt             time.Time    `json:"endAt"`
	AutoRenew         bool         `json:"autoRenew"`
	Price             Money        `json:"price"`
	PriceCurrencyName string       `json:"priceCurrencyName"`
	Cost              *Money       `json:"cost" doc:"Taken from the catalogue when attached and at each renewal. Null for those who may not see cost."`
	CostCurrencyName  string       `json:"costCurrencyName"`
	IsCanceled        bool         `json:"isCanceled"`
	CancelationReason *string      `json:"cancelationReason"`
	NoticeDays        *int         `json:"noticeDays" doc:"Days before the end by which it must be canceled. Null takes those of the catalogue."`
	CreatedAt         time.Time    `json:"createdAt"`
	Version           int          `json:"version"`
	Subscription      AttachedItem `json:"subscription"`
	Own               Own          `json:"own" list:"projectSubscription"`

	Planned  *PlannedPrice `json:"planned" doc:"A price for later; null without one."`
	RunsFrom *time.Time    `json:"runsFrom" doc:"Of one that was renewed ahead: the start of the period that counts until the current one begins. Else null."`

	AnchorDay int  `json:"-"` // day of the month it renews on; 0 if it renews after as many days
	Live      bool `json:"-"` // it counts: it is not canceled or over, and neither it nor its project or company is removed
	EndRaised bool `json:"-"` // people were told that it has ended

	CatalogueNotice *int `json:"-"` // NoticeDays of the catalogue
	RemindedDay     int  `json:"-"` // the last day before RemindAt for which people were reminded; NoReminder at first

	Running *RunningTerm `json:"-"` // what counts until the period begins, of one that was renewed ahead
}

// LoggedSubscription is an attached subscription as the change log keeps it: with the day that it renews on, which does not follow
// from the current period.
type LoggedSubscription struct {
	ProjectSubscription
	AnchorDay int `json:"anchorDay"`
}

// Logged returns the subscription as the change log keeps it.
func (s ProjectSubscription) Logged() LoggedSubscription { return LoggedSubscription{s, s.AnchorDay} }

// ProjectSubscriptionInput attaches a subscription to a project.
type ProjectSubscriptionInput struct {
	ProjectID      string `json:"projectId" rule:"id,required"`
	SubscriptionID string `json:"subscriptionId" rule:"id,required"`
	ProjectSubscriptionFields
}

// ProjectSubscriptionFields are the fields of an attached subscription that can be edited.
type ProjectSubscriptionFields struct {
	Details           Opt[string]    `json:"details" rule:"details"`
	StartAt           Opt[time.Time] `json:"startAt" rule:"instant,required"`
	EndAt             Opt[time.Time] `json:"endAt" rule:"instant,required"`
	AutoRenew         Opt[bool]      `json:"autoRenew" rule:"flag,required" doc:"Gets a next period when it ends. A POST may leave it out: then it is false."`
	Price             Opt[Amount]    `json:"price" rule:"money,required"`
	PriceCurrencyName Opt[string]    `json:"priceCurrencyName" rule:"currency"`
	NoticeDays        Opt[int]       `json:"noticeDays" rule:"noticeDays"`
	Own               OwnInput       `json:"own" list:"projectSubscription"`
}

// ProjectSubscriptionEdit edits an attached subscription.
type ProjectSubscriptionEdit struct {
	ItemRef
	SubscriptionID Opt[string] `json:"subscriptionId" rule:"id"`
	Version        Opt[int]    `json:"version"`
	ProjectSubscriptionFields
}

// Apply writes the sent fields over the subscription.
func (in *ProjectSubscriptionFields) Apply(s *ProjectSubscription) {
	in.Details.Apply(&s.Details)
	s.SetPeriod(in.StartAt.Value.UTC().Truncate(time.Millisecond), in.EndAt.Value.UTC().Truncate(time.Millisecond))
	s.AutoRenew = in.AutoRenew.Value
	in.NoticeDays.Apply(&s.NoticeDays)
	s.Price = in.Price.Value.Cents()
}

// CheckPeriod checks the rules that concern start and end together.
func (s *ProjectSubscription) CheckPeriod() error {
	switch {
	case s.EndAt.Before(s.StartAt):
		return ErrEndBeforeStart
	case s.AutoRenew && s.EndAt.Before(s.StartAt.AddDate(0, 0, 1)):
		return ErrRenewsTooSoon
	}
	return nil
}

// CancelInput cancels an attached subscription.
type CancelInput struct {
	ItemRef
	CancelationReason string `json:"cancelationReason" rule:"details,required"`
}
