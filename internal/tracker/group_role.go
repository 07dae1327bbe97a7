package tracker

import (
	"cmp"
	"encoding/json"
	"slices"
)

const (
	// MaxGroups is how many groups of a person count.
	MaxGroups = 1000
	// MaxGroupRoles is how many rights groups give in all.
	MaxGroupRoles = 500
	// MaxGroupPeople is how many people a preview tells of.
	MaxGroupPeople = 500
	// MaxKnownGroups is how many groups are suggested.
	MaxKnownGroups = 500
)

// GroupRole is a right that the members of a group get at single sign-on.
type GroupRole struct {
	Group     string     `json:"group"`
	CompanyID *string    `json:"companyId" doc:"Null for administrator alone."`
	Role      GroupRight `json:"role" doc:"administrator, or the number of a role on the company."`

	CompanyName *string `json:"-"`
}

// GroupRight is a role, or that of an administrator.
type GroupRight struct{ Role *Role }

// groupAdministrator is the right that is no role.
const groupAdministrator = FromAdministrator

func (r GroupRight) String() string {
	if r.Role == nil {
		return groupAdministrator
	}
	return r.Role.String()
}

func (r GroupRight) MarshalJSON() ([]byte, error) {
	if r.Role == nil {
		return json.Marshal(groupAdministrator)
	}
	return json.Marshal(*r.Role)
}

func (r *GroupRight) UnmarshalJSON(data []byte) error {
	*r = GroupRight{}
	if string(data) == `"`+groupAdministrator+`"` {
		return nil
	}
	r.Role = new(Role)
	return json.Unmarshal(data, r.Role)
}

// GroupRoleInput is one of the rights of groups, as it is sent.
type GroupRoleInput struct {
	Group     string          `json:"group" rule:"text,required"`
	CompanyID Opt[string]     `json:"companyId" rule:"id" doc:"Null for administrator alone."`
	Role      Opt[GroupRight] `json:"role" rule:"any,required" doc:"administrator, or the number of a role on the company."`
}

// CheckGroupRoles validates what was sent, and returns it sorted, as it is stored.
func CheckGroupRoles(in []GroupRoleInput) ([]GroupRole, error) {
	if len(in) > MaxGroupRoles {
		return nil, ErrTooManyGroupRoles
	}
	roles := make([]GroupRole, 0, len(in))
	for _, r := range in {
		if err := Validate(&r); err != nil {
			return nil, err
		}
		role, company := r.Role.Value, r.CompanyID.Pointer()
		switch {
		case r.Role.Empty():
			return nil, required("role")
		case role.Role != nil && !isKnown(*role.Role):
			return nil, ErrGroupRight
		case role.Role == nil && company != nil:
			return nil, ErrGroupAdministrator
		case role.Role != nil && company == nil:
			return nil, required("companyId")
		}
		roles = append(roles, GroupRole{Group: r.Group, CompanyID: company, Role: role})
	}
	slices.SortFunc(roles, compareGroupRoles)
	for i := 1; i < len(roles); i++ {
		if compareGroupRoles(roles[i-1], roles[i]) == 0 {
			return nil, ErrGroupTwice
		}
	}
	return roles, nil
}

func compareGroupRoles(a, b GroupRole) int {
	return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.company(), b.company()))
}

func (r GroupRole) company() string {
	if r.CompanyID == nil {
		return ""
	}
	return *r.CompanyID
}

// RightsOfGroups picks what the members of some groups get: the group that makes administrators, if any, and the highest role on each
// company. Of groups that give the same, the first by name gives it.
func RightsOfGroups(mapping []GroupRole, groups []string) (admin *GroupRole, roles map[string]GroupRole) {
	roles = map[string]GroupRole{}
	for _, r := range slices.SortedFunc(slices.Values(mapping), compareGroupRoles) {
		switch known, hasOne := roles[r.company()]; {
		case !slices.Contains(groups, r.Group):
		case r.Role.Role == nil && admin == nil:
			admin = &r
		case r.Role.Role != nil && (!hasOne || r.Role.Role.Outranks(*known.Role.Role)):
			roles[r.company()] = r
		}
	}
	return admin, roles
}

// What a sign-on does with a right.
const (
	GroupGiven = "given"
	GroupTaken = "taken"
	GroupKept  = "kept"
)

// GroupEffect is a right that a group gives somebody, or gave.
type GroupEffect struct {
	GroupRole
	CompanyName *string `json:"companyName"`
	Change      string  `json:"change" doc:"given, taken or kept."`
}

// GroupPerson is what the next single sign-on of somebody would do.
type GroupPerson struct {
	Email       string        `json:"email"`
	DisplayName string        `json:"displayName"`
	Rights      []GroupEffect `json:"rights" doc:"Those that groups gave, and those that they would give."`
}

// KnownGroup is a group that somebody had when they signed in.
type KnownGroup struct {
	Group  string `json:"group"`
	People int    `json:"people" doc:"How many had it at their last single sign-on."`
}

// GroupPreview says who would get what.
type GroupPreview struct {
	Claim  *string       `json:"claim" doc:"Where the provider names the groups of a person: BTRACKER_OIDC_GROUPS. Null where it is not set, and sign-ons change no rights."`
	Groups []KnownGroup  `json:"groups" doc:"Those that people had at their last single sign-on, the largest first."`
	People []GroupPerson `json:"people" doc:"Who had one of the groups, or has a right from one."`
	Total  int           `json:"total" doc:"How many there are; people has the first of them, by address."`

	CompanyNames map[string]string `json:"companyNames" doc:"Of the companies that the rights are about, by their ids."`
}
