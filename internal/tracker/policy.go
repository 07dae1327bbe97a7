package tracker

import "slices"

// Permission is one thing a role may allow on a company or project.
type Permission int

const (
	See               Permission = iota // the company or project and everything in it except cost
	SeeCost                             // the cost of products and subscriptions
	EditCompany                         // with its address, photo and projects
	ManageModerators                    // add, change and remove; see MayAssign
	AttachItems                         // and detach products and subscriptions of a project
	EditSubscriptions                   // and cancel subscriptions of a project
	SetProductStatus                    // and the details of a product of a project
	BeNotified                          // when a subscription ends, renews or is canceled
	ReadCatalogues                      // for anyone with the role on any company or project
	permissionCount

	OnlyAdministrators = permissionCount // no role has it
)

// policy is the whole table of who may do what. Administrators are not in it, because
// they may do everything. No other file knows what a role may do; SQL gets the roles
// from RolesThatMay.
var policy = map[Role][]Permission{
	RoleOwner:     {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus, BeNotified, ReadCatalogues},
	RoleManager:   {See, SeeCost, EditCompany, ManageModerators, AttachItems, EditSubscriptions, SetProductStatus, BeNotified, ReadCatalogues},
	RoleSupport:   {See, EditSubscriptions, BeNotified, ReadCatalogues},
	RoleDeveloper: {See, SetProductStatus, ReadCatalogues},
	RoleDesigner:  {See, SetProductStatus, ReadCatalogues},
	RoleNone:      {See, ReadCatalogues},
}

// permissionNames names the permissions on a company or project as people are told of them. The others follow
// from the role in the same way, and concern no record that somebody asks about.
var permissionNames = []struct {
	permission Permission
	name       string
}{
	{See, "see"}, {SeeCost, "seeCost"}, {EditCompany, "edit"}, {ManageModerators, "manageModerators"},
	{EditSubscriptions, "editSubscriptions"}, {SetProductStatus, "setProductStatus"},
}

// FlipForTest gives a permission to a role that lacks it, or takes it from a role that has
// it, until undo is called. A test uses it to see that every answer follows the table. No
// request may run in the meantime.
func FlipForTest(r Role, p Permission) (undo func()) {
	before := policy[r]
	if i := slices.Index(before, p); i >= 0 {
		policy[r] = slices.Delete(slices.Clone(before), i, i+1)
	} else {
		policy[r] = append(slices.Clone(before), p)
	}
	return func() { policy[r] = before }
}

// Permissions lists all permissions.
func Permissions() (all []Permission) {
	for p := range permissionCount {
		all = append(all, p)
	}
	return all
}

// Access says by which right a person reaches one object: as an administrator, or by
// roles. A role on a company holds in its projects, so a person can have two roles on a
// project, and may do everything that either of them allows.
type Access struct {
	Admin bool
	Roles []Role
	// NoCatalogues is for a key of one company: the catalogues belong to none.
	NoCatalogues bool
}

// May reports whether the access covers the permission.
func (a Access) May(p Permission) bool {
	if a.Admin {
		return true
	}
	if p == ReadCatalogues && a.NoCatalogues {
		return false
	}
	return slices.ContainsFunc(a.Roles, func(r Role) bool { return r.may(p) })
}

// Names lists what the access covers, by the names of the permissions.
func (a Access) Names() []string {
	names := []string{}
	for _, p := range permissionNames {
		if a.May(p.permission) {
			names = append(names, p.name)
		}
	}
	return names
}

// may reports whether a role has a permission. Without See a role has no other permission.
func (r Role) may(p Permission) bool {
	return slices.Contains(policy[r], p) && slices.Contains(policy[r], See)
}

// RolesThatMay lists the roles that have a permission.
func RolesThatMay(p Permission) []Role {
	roles := []Role{}
	for i := range roleKeys {
		if r := Role(i); r.may(p) {
			roles = append(roles, r)
		}
	}
	return roles
}

// RolesByRight lists the roles, the highest first, that have each right on a company or project. The rights have the
// names that records tell their readers in access.
func RolesByRight() map[string][]string {
	rights := map[string]Permission{"seeCost": SeeCost, "edit": EditCompany, "manageModerators": ManageModerators, "attach": AttachItems,
		"editSubscriptions": EditSubscriptions, "setProductStatus": SetProductStatus}
	roles := map[string][]string{}
	for right, p := range rights {
		for _, r := range rolesByRank() {
			if r.may(p) {
				roles[right] = append(roles[right], r.String())
			}
		}
	}
	return roles
}

// ResponsibleRoles lists the roles that answer for a company or project.
func ResponsibleRoles() []Role { return []Role{RoleOwner, RoleManager} }

// OwnerRoles lists the roles of those who own a company or project.
func OwnerRoles() []Role { return []Role{RoleOwner} }

// Require returns nil if the access covers all of the permissions, or the right refusal: a person who may not
// even see the object gets ErrNotFound.
func (a Access) Require(needed ...Permission) error {
	if !a.May(See) {
		return ErrNotFound
	}
	return a.RequireOr(ErrRole, needed...)
}

// RequireOr is Require with a refusal of its own, for those who may see the object.
func (a Access) RequireOr(refusal *Error, needed ...Permission) error {
	if a.mayAll(needed) {
		return nil
	}
	return refusal.naming(func(a Access) bool { return a.mayAll(needed) })
}

func (a Access) mayAll(needed []Permission) bool {
	return !slices.ContainsFunc(needed, func(p Permission) bool { return !a.May(p) })
}

// NeedAdministrator is what Needs calls the right that is no role.
const NeedAdministrator = "Administrator"

// naming returns the refusal with the names of those who would not get it.
func (e *Error) naming(would func(Access) bool) *Error {
	named := *e
	named.Needs = nil
	for _, r := range rolesByRank() {
		if would(Access{Roles: []Role{r}}) {
			named.Needs = append(named.Needs, r.String())
		}
	}
	named.Needs = append(named.Needs, NeedAdministrator)
	return &named
}

// MayAssign reports whether a person may give a role to a moderator, or change or remove
// a moderator who has it. A Manager manages everyone except Owners.
func (a Access) MayAssign(r Role) bool {
	if !a.May(ManageModerators) {
		return false
	}
	return r != RoleOwner || a.Admin || slices.Contains(a.Roles, RoleOwner)
}

// RequireAssign returns nil if MayAssign allows every one of the roles, or the right refusal. Without a role to
// assign it asks for the permission to manage moderators.
func (a Access) RequireAssign(roles ...Role) error {
	mayAll := func(a Access) bool {
		return a.May(ManageModerators) && !slices.ContainsFunc(roles, func(r Role) bool { return !a.MayAssign(r) })
	}
	switch {
	case mayAll(a):
		return nil
	case a.May(ManageModerators):
		return ErrOwners.naming(mayAll)
	case a.May(See):
		return ErrRole.naming(mayAll)
	}
	return ErrNotFound
}

// AssignableRoles lists the roles that MayAssign allows.
func (a Access) AssignableRoles() []Role {
	roles := []Role{}
	for i := range roleKeys {
		if a.MayAssign(Role(i)) {
			roles = append(roles, Role(i))
		}
	}
	return roles
}
