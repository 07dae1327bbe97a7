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
	BeNotified                          // of what becomes of subscriptions
	ReadCatalogues                      // whoever has the role on anything
	permissionCount
)

// policy is the whole table of who may do what: a permission that is not in it is
// denied. Administrators are not in it, because they may do everything. No other file
// knows what a role may do; SQL gets the roles from RolesThatMay.
var policy = map[Role][]Permission{
	RoleOwner:     {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus, BeNotified, ReadCatalogues},
	RoleManager:   {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus, BeNotified, ReadCatalogues},
	RoleSupport:   {See, EditSubscriptions, BeNotified, ReadCatalogues},
	RoleDeveloper: {See, SetProductStatus, ReadCatalogues},
	RoleDesigner:  {See, SetProductStatus, ReadCatalogues},
	RoleNone:      {See, ReadCatalogues},
}

// FlipForTest gives a permission to a role, or takes it away, until undo is called. A test
// sees by it that every answer follows the table. No request may be running meanwhile.
func FlipForTest(r Role, p Permission) (undo func()) {
	before := policy[r]
	if i := slices.Index(before, p); i >= 0 {
		policy[r] = slices.Delete(slices.Clone(before), i, i+1)
	} else {
		policy[r] = append(slices.Clone(before), p)
	}
	return func() { policy[r] = before }
}

// Permissions lists all there are.
func Permissions() (all []Permission) {
	for p := range permissionCount {
		all = append(all, p)
	}
	return all
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
	return slices.ContainsFunc(a.Roles, func(r Role) bool { return r.may(p) })
}

// may reports whether a role allows something. Nobody does anything to what they may not see.
func (r Role) may(p Permission) bool {
	return slices.Contains(policy[r], p) && slices.Contains(policy[r], See)
}

// RolesThatMay lists the roles that allow something.
func RolesThatMay(p Permission) []Role {
	roles := []Role{}
	for i := range roleKeys {
		if r := Role(i); r.may(p) {
			roles = append(roles, r)
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
		return ErrRole
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
