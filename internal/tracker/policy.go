package tracker

import "slices"

// Permission is one thing a role may allow on a company or project.
type Permission int

const (
	See               Permission = iota // the company or project and all in it but cost
	SeeCost                             // what things cost us
	EditCompany                         // and its address and photo; its projects too
	ManageModerators                    // add, change and remove; see MayAssign
	AttachItems                         // project products and subscriptions
	EditSubscriptions                   // and cancel them
	SetProductStatus                    // and details of a project product
)

// policy is the whole table of who may do what. What is not in it is denied.
// Administrators are not in it: they may do everything.
var policy = map[Role][]Permission{
	RoleOwner:     {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus},
	RoleManager:   {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus},
	RoleSupport:   {See, EditSubscriptions},
	RoleDeveloper: {See, SetProductStatus},
	RoleDesigner:  {See, SetProductStatus},
	RoleNone:      {See},
}

// Access is what a person is to one object: an administrator, or the roles they
// hold on it. A company role holds in its projects, so an access to a project
// may carry two roles; what either allows is allowed.
type Access struct {
	Admin bool
	Roles []Role
}

// May reports whether the access covers the permission.
func (a Access) May(p Permission) bool {
	if a.Admin {
		return true
	}
	return slices.ContainsFunc(a.Roles, func(r Role) bool { return slices.Contains(policy[r], p) })
}

// RolesThatMay lists the roles that allow something.
func RolesThatMay(p Permission) []Role {
	roles := []Role{}
	for i := range roleKeys {
		if slices.Contains(policy[Role(i)], p) {
			roles = append(roles, Role(i))
		}
	}
	return roles
}

// Require turns a missing permission into the right refusal: who may not even
// see the object learns nothing of it.
func (a Access) Require(p Permission) error {
	switch {
	case a.May(p):
		return nil
	case a.May(See):
		return Forbidden("Your role does not allow this.")
	}
	return ErrNotFound
}

// MayAssign reports whether a person may give a role to someone, or change or
// take away a link that has it: a Manager manages everyone but Owners.
func (a Access) MayAssign(r Role) bool {
	if !a.May(ManageModerators) {
		return false
	}
	return r != RoleOwner || a.Admin || slices.Contains(a.Roles, RoleOwner)
}

// AssignableRoles lists what MayAssign allows.
func (a Access) AssignableRoles() []Role {
	roles := []Role{}
	for i := range roleKeys {
		if a.MayAssign(Role(i)) {
			roles = append(roles, Role(i))
		}
	}
	return roles
}
