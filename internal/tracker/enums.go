package tracker

import (
	"encoding/json"
	"math"
	"slices"
)

// Enumerations go out as numbers and come in as a number or a key name. A value
// that is neither decodes to -1, so that validation can name the field instead
// of the decoder rejecting the whole body.

// Enum is what the validator and the contract need to know of an enumeration.
type Enum interface {
	Keys() []string // position is the number
	Number() int
}

const invalidEnum = -1

func decodeEnum(data []byte, keys []string) int {
	var number float64 // 1.0 and 1 are the same number
	if json.Unmarshal(data, &number) == nil && number >= 0 && number < float64(len(keys)) && number == math.Trunc(number) {
		return int(number)
	}
	var key string
	if json.Unmarshal(data, &key) == nil {
		return slices.Index(keys, key)
	}
	return invalidEnum
}

// Role is what a moderator is to a company or project; policy.go says what each may do.
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

func (r Role) Keys() []string                   { return roleKeys }
func (r Role) Number() int                      { return int(r) }
func (r Role) String() string                   { return keyOf(r) }
func (r *Role) UnmarshalJSON(data []byte) error { *r = Role(decodeEnum(data, roleKeys)); return nil }

// Gender of a user.
type Gender int

const (
	GenderNone Gender = iota
	GenderMale
	GenderFemale
)

var genderKeys = []string{"None", "Male", "Female"}

func (g Gender) Keys() []string { return genderKeys }
func (g Gender) Number() int    { return int(g) }
func (g Gender) String() string { return keyOf(g) }
func (g *Gender) UnmarshalJSON(data []byte) error {
	*g = Gender(decodeEnum(data, genderKeys))
	return nil
}

// UserStatus says whether a user may sign in.
type UserStatus int

const (
	UserEnabled UserStatus = iota
	UserDisabled
)

func (UserStatus) Keys() []string { return []string{"Enabled", "Disabled"} }
func (s UserStatus) Number() int  { return int(s) }

// DisableReason says why a user may not.
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
	*r = DisableReason(decodeEnum(data, disableReasonKeys))
	return nil
}

// RemovalResult answers a removal; see removal.go for the rule. 3 (Error) is
// part of the vocabulary but never sent: a failure is a status.
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
