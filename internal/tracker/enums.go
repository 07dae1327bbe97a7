package tracker

import (
	"encoding/json"
	"math"
	"slices"
)

// Enum is an enumeration. It is answered as a number, and sent as a number or a key.
type Enum interface {
	Keys() []string // the index of a key is its number
	Number() int
}

// decodeEnum sets an unknown value to -1 instead of returning an error, so that validation
// can name the field.
func decodeEnum[E ~int](data []byte, keys []string, into *E) error {
	*into = -1
	var number float64 // 1.0 is 1 in JSON
	var key string
	switch {
	case json.Unmarshal(data, &number) == nil && number >= 0 && number < float64(len(keys)) && number == math.Trunc(number):
		*into = E(number)
	case json.Unmarshal(data, &key) == nil:
		*into = E(slices.Index(keys, key))
	}
	return nil
}

// Role of a moderator on a company or project; policy.go says what each role may do.
type Role int

const (
	RoleNone Role = iota
	RoleOwner
	RoleManager
	RoleSupport
	RoleDeveloper
	RoleDesigner
)

var roleKeys = []string{"None", "Owner", "Manager", "Support", "Developer", "Designer"}

func (Role) Keys() []string   { return roleKeys }
func (r Role) Number() int    { return int(r) }
func (r Role) String() string { return keyOf(r) }

// Outranks reports whether a role is the higher one of two: Owner, Manager, Support, Developer,
// Designer, None.
func (r Role) Outranks(other Role) bool {
	return r != RoleNone && (other == RoleNone || r < other)
}

// rolesByRank lists the roles, the highest first.
func rolesByRank() []Role {
	roles := make([]Role, 0, len(roleKeys))
	for i := range roleKeys {
		roles = append(roles, Role(i))
	}
	slices.SortFunc(roles, func(a, b Role) int {
		switch {
		case a.Outranks(b):
			return -1
		case b.Outranks(a):
			return 1
		}
		return 0
	})
	return roles
}

func (r *Role) UnmarshalJSON(data []byte) error { return decodeEnum(data, roleKeys, r) }

// Gender of a user.
type Gender int

const (
	GenderNone Gender = iota
	GenderMale
	GenderFemale
)

var genderKeys = []string{"None", "Male", "Female"}

func (Gender) Keys() []string                     { return genderKeys }
func (g Gender) Number() int                      { return int(g) }
func (g Gender) String() string                   { return keyOf(g) }
func (g *Gender) UnmarshalJSON(data []byte) error { return decodeEnum(data, genderKeys, g) }

// UserStatus says whether a user may sign in.
type UserStatus int

const (
	UserEnabled UserStatus = iota
	UserDisabled
)

func (UserStatus) Keys() []string { return []string{"Enabled", "Disabled"} }
func (s UserStatus) Number() int  { return int(s) }

// DisableReason says why a user may not sign in.
type DisableReason int

const (
	DisableNone DisableReason = iota
	DisableAdminRemoval
	DisableUserRequested
)

var disableReasonKeys = []string{"None", "AdminRemoval", "UserRequestedDisable"}

func (DisableReason) Keys() []string { return disableReasonKeys }
func (r DisableReason) Number() int  { return int(r) }
func (r *DisableReason) UnmarshalJSON(data []byte) error {
	return decodeEnum(data, disableReasonKeys, r)
}

// RemovalResult answers a removal; see removal.go for the rule. Its fourth key, Error, is
// never answered: a failure is a status.
type RemovalResult int

const (
	RemovalNotFound RemovalResult = iota
	RemovalRequiresFinalization
	RemovalRemoved
)

func (RemovalResult) Keys() []string {
	return []string{"NotFound", "RequireFinalization", "Removed", "Error"}
}
func (r RemovalResult) Number() int { return int(r) }

// RestoreResult answers a restore.
type RestoreResult int

const (
	RestoreNotFound RestoreResult = iota
	RestoreRestored
	RestoreNotRestored
)

func (RestoreResult) Keys() []string { return []string{"NotFound", "Restored", "NotRestored"} }
func (r RestoreResult) Number() int  { return int(r) }

func keyOf(e Enum) string {
	if isKnown(e) {
		return e.Keys()[e.Number()]
	}
	return "invalid"
}

func isKnown(e Enum) bool { return e.Number() >= 0 && e.Number() < len(e.Keys()) }
