package tracker

// Where a right comes from.
const (
	FromAdministrator = "administrator"
	FromCompany       = "company"
	FromProject       = "project"
	FromGroup         = "group"
)

// AccessEntry says what one right allows somebody on a company or project. A person with a role on a company and
// another one on its project has two entries there, and may do what either allows.
type AccessEntry struct {
	Email       string   `json:"email"`
	DisplayName string   `json:"displayName"`
	Role        *Role    `json:"role" doc:"Null for an administrator, who needs none."`
	From        string   `json:"from" doc:"Where the right comes from: administrator, company or project; group for the right of an administrator and a role on a company that a group gave at single sign-on. A role on a company holds in its projects."`
	Group       *string  `json:"group" doc:"The group that it came from."`
	Permissions []string `json:"permissions" doc:"Of see, seeCost, edit, manageModerators, editSubscriptions and setProductStatus. Empty for a disabled user."`
	Entity      *string  `json:"entity" doc:"company or project. Null for an administrator by User: that right holds everywhere."`
	ID          *string  `json:"id" doc:"Of the company or project."`
	Name        *string  `json:"name" doc:"Of the company or project."`
	CompanyID   *string  `json:"companyId" doc:"The company of a project."`
	CompanyName *string  `json:"companyName" doc:"The company of a project."`
}

// AccessEntities lists the kinds of records that people have access to.
var AccessEntities = []string{FromCompany, FromProject}

// AccessQuery asks who has access to a company or project, or what a user has access to.
type AccessQuery struct {
	Entity, EntityID string
	User             string // e-mail address
}

// Check refuses a question that names neither a record nor a user, or both.
func (q AccessQuery) Check() error {
	switch {
	case q.User != "" && (q.Entity != "" || q.EntityID != ""):
		return BadQuery("User", NotBoth)
	case q.User == "" && q.Entity == "":
		return BadQuery("Entity", NotAnOption)
	case q.User == "" && q.EntityID == "":
		return BadQuery("EntityId", NotSent)
	}
	return nil
}
