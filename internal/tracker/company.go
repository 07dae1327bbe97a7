package tracker

import (
	"slices"
	"time"
)

var companyKind = RecordKind{
	Name:   EntityCompany,
	Page:   "companies/{id}",
	Upkeep: &Upkeep{See, EditCompany},
	Fields: slices.Concat(named(), fields("details", "supportEmail", "supportPhone"), []Field{photo}, addressFields("headAddress"), removable),
	Imports: imported([]ImportField{importID,
		{Name: "name", Required: true, Also: []string{"company", "company name", "customer", "client", "account"}},
		{Name: "details", Also: textSynonyms},
		{Name: "supportEmail", Also: []string{"email", "e-mail address", "mail"}},
		{Name: "supportPhone", Also: phoneSynonyms}}, importedAddress("headAddress")),
	Actions: []string{"addModerator", "setField", "remove", "removeWithContents", "restore"},
	IsList:  true,
	HasOwn:  true,
}

// Company has projects and moderators.
type Company struct {
	ID           string     `json:"id"`
	Name         string     `json:"name"`
	Details      *string    `json:"details"`
	SupportEmail *string    `json:"supportEmail"`
	SupportPhone *string    `json:"supportPhone"`
	PhotoURL     *string    `json:"photoUrl"`
	IsRemoved    bool       `json:"isRemoved"`
	RemovedAt    *time.Time `json:"removedAt"`
	CreatedAt    time.Time  `json:"createdAt"`
	Version      int        `json:"version"`
	HeadAddress  *Address   `json:"headAddress"`
	Own          Own        `json:"own" list:"company"`
	Figures      *Figures   `json:"figures,omitempty" doc:"In lists with Include=figures."`

	PhotoHash *string `json:"-"`
}

// CompanyDetails is a company with its moderators and first projects, and the caller's
// rights.
type CompanyDetails struct {
	Company
	Access     CompanyAccess      `json:"access"`
	Moderators []CompanyModerator `json:"moderators"`
	Projects   []ProjectRef       `json:"projects" doc:"The first of them; the list of projects has all."`
}

// CompanyAccess lets a screen leave out buttons that would be refused.
type CompanyAccess struct {
	Edit             bool   `json:"edit"`
	ManageModerators bool   `json:"manageModerators"`
	AssignableRoles  []Role `json:"assignableRoles"`
	Remove           bool   `json:"remove"`
}

// CompanyInput creates and edits a company.
type CompanyInput struct {
	Name         string      `json:"name" rule:"name,required"`
	Details      Opt[string] `json:"details" rule:"details"`
	SupportEmail Opt[string] `json:"supportEmail" rule:"email"`
	SupportPhone Opt[string] `json:"supportPhone" rule:"phone"`
	Own          OwnInput    `json:"own" list:"company"`
}

// CompanyFilter narrows a list of companies.
type CompanyFilter struct {
	Editable        bool // the caller may edit them and add projects to them
	HasDetails      *bool
	HasSupportEmail *bool
	FigureFilter
}

// CompanySorts lists what a list of companies can be sorted by, the default first.
var CompanySorts = append([]string{"name", "createdAt"}, FigureSorts...)

// Apply writes the sent fields over the company.
func (in *CompanyInput) Apply(c *Company) {
	c.Name = in.Name
	in.Details.Apply(&c.Details)
	in.SupportEmail.Apply(&c.SupportEmail)
	in.SupportPhone.Apply(&c.SupportPhone)
}

// moderatorKind describes the moderators of companies, or of projects.
func moderatorKind(name string) RecordKind {
	return RecordKind{Name: name, Fields: slices.Concat([]Field{moderator}, fields("role", "details"))}
}

// CompanyModerator links a user to a company with a role.
type CompanyModerator struct {
	ID        string        `json:"id"`
	CompanyID string        `json:"companyId"`
	UserEmail string        `json:"userEmail"`
	Role      Role          `json:"role"`
	Details   *string       `json:"details"`
	CreatedAt time.Time     `json:"createdAt"`
	Version   int           `json:"version"`
	Moderator ModeratorUser `json:"moderator"`
}

// ModeratorUser is the part of a user that their companies and projects show.
type ModeratorUser struct {
	DisplayName string     `json:"displayName"`
	Email       string     `json:"email"`
	PhoneNumber *string    `json:"phoneNumber"`
	Status      UserStatus `json:"status" doc:"A disabled user can not sign in; the role stays."`
}

// ModeratorInput adds a moderator; ID is the id of the company or project.
type ModeratorInput struct {
	ID        string      `json:"id" rule:"id,required"`
	UserEmail string      `json:"userEmail" rule:"email,required"`
	Role      Opt[Role]   `json:"role" rule:"enum,required"`
	Details   Opt[string] `json:"details" rule:"details"`
}

// ModeratorEdit changes a moderator; ID is the id of the CompanyModerator.
type ModeratorEdit struct {
	ID      string      `json:"id" rule:"id,required"`
	Version Opt[int]    `json:"version"`
	Role    Opt[Role]   `json:"role" rule:"enum,required"`
	Details Opt[string] `json:"details" rule:"details"`
}

// ProjectRef is the part of a project that its company shows.
type ProjectRef struct {
	ID        string     `json:"id"`
	Name      string     `json:"name"`
	IsRemoved bool       `json:"isRemoved"`
	RemovedAt *time.Time `json:"removedAt"`
	CreatedAt time.Time  `json:"createdAt"`
}

// Dependant keeps an item from being removed.
type Dependant struct {
	Kind       string  `json:"kind"`
	ID         string  `json:"id"`
	Name       string  `json:"name"`
	ParentID   *string `json:"parentId"`
	ParentName *string `json:"parentName"`
}

// Dependants is a page of dependants, and their number on all pages.
type Dependants struct {
	Total int         `json:"total"`
	Data  []Dependant `json:"data"`
}
