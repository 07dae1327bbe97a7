package tracker

import (
	"slices"
	"time"
)

var userKind = RecordKind{
	Name: EntityUser,
	Page: "users/{id}",
	Fields: slices.Concat(fields("email", "displayName", "gender", "firstName", "lastName", "phoneNumber"), states("isAdmin", "status", "disableReason"),
		[]Field{{Name: "hasSecondFactor", Label: "Second Factor", State: true}, {Name: "hasSignOn", Label: "Single Sign-On", State: true}, photo}, addressFields("address")),
	Imports: imported([]ImportField{
		{Name: "email", Required: true, Also: []string{"e-mail address", "mail", "user", "login"}},
		{Name: "displayName", Required: true, Also: []string{"name", "full name", "user name"}},
		{Name: "gender", Required: true, Default: "0", parse: parseEnum(genderKeys)},
		{Name: "firstName", Also: []string{"given name", "forename"}},
		{Name: "lastName", Also: []string{"surname", "family name"}},
		{Name: "phoneNumber", Also: phoneSynonyms}}, importedAddress("address")),
	Actions: []string{"disable", "enable", "invite", "handOver"},
	IsList:  true,
}

// User signs in, or is only known as a moderator. The API knows a user by the e-mail
// address; the database refers to the ID, because an address may change one day.
type User struct {
	Email           string        `json:"email"`
	DisplayName     string        `json:"displayName"`
	Gender          Gender        `json:"gender"`
	FirstName       *string       `json:"firstName"`
	LastName        *string       `json:"lastName"`
	PhoneNumber     *string       `json:"phoneNumber"`
	Address         *Address      `json:"address"`
	IsAdmin         bool          `json:"isAdmin"`
	PhotoURL        *string       `json:"photoUrl"`
	Status          UserStatus    `json:"status"`
	DisableReason   DisableReason `json:"disableReason"`
	HasPassword     bool          `json:"hasPassword" doc:"False until an invitation was followed."`
	HasSecondFactor bool          `json:"hasSecondFactor" doc:"Signs in with an authenticator app or a passkey besides the password."`
	HasSignOn       bool          `json:"hasSignOn" doc:"Has signed in with an account at the provider of single sign-on, and may again."`
	IsErased        bool          `json:"isErased" doc:"Name, address, phone and photo were replaced by a pseudonym, for good."`
	CreatedAt       time.Time     `json:"createdAt"`
	LastSeenAt      *time.Time    `json:"lastSeenAt,omitempty" doc:"In lists: when a session was last used, to the minute. Absent for somebody who never signed in, or whose sessions were cleaned up since."`
	Version         int           `json:"version"`

	ID        string  `json:"-"`
	PhotoHash *string `json:"-"`
	Language  string  `json:"-"` // that they chose; "" if none
}

// UserFilter narrows a list of users.
type UserFilter struct {
	AdminsOnly bool
	Invited    bool // who may sign in, and never could yet: without a password and without single sign-on
}

// UserInput creates a user, or edits the user with this e-mail address.
type UserInput struct {
	Email       string            `json:"email" rule:"email,required"`
	DisplayName string            `json:"displayName" rule:"name,required"`
	Gender      Opt[Gender]       `json:"gender" rule:"enum,required"`
	FirstName   Opt[string]       `json:"firstName" rule:"name"`
	LastName    Opt[string]       `json:"lastName" rule:"name"`
	PhoneNumber Opt[string]       `json:"phoneNumber" rule:"phone"`
	Address     Opt[AddressInput] `json:"address"`
}

// Check validates what was sent, the address included.
func (in *UserInput) Check() error {
	_, wrongAddress := in.Address.Pointer().Address()
	return JoinInvalid(Validate(in), wrongAddress)
}

// Apply writes what was sent, and is valid, over the user.
func (in *UserInput) Apply(u *User) {
	u.DisplayName, u.Gender = in.DisplayName, in.Gender.Value
	in.FirstName.Apply(&u.FirstName)
	in.LastName.Apply(&u.LastName)
	in.PhoneNumber.Apply(&u.PhoneNumber)
	if in.Address.Sent {
		u.Address, _ = in.Address.Pointer().Address()
	}
}

// AdminInput registers an administrator.
type AdminInput struct {
	UserInput
	Password string `json:"password" rule:"newPassword,required"`
}

// InvitedUser is the answer to whoever invited a user.
type InvitedUser struct {
	User
	InvitationURL string `json:"invitationUrl,omitempty" doc:"The link by which the user sets a password, to be passed on by hand. Only where no mail server is set up, and only in the answer to the request that made it."`
}

// DisableInput takes a user's access away.
type DisableInput struct {
	Email  string             `json:"email" rule:"email,required"`
	Reason Opt[DisableReason] `json:"reason" rule:"enum,required"`
}

// UserSorts lists what a list of users can be sorted by, the default first.
var UserSorts = []string{"displayName", "email", "createdAt"}

// UserRef is the part of a user that people see who may add moderators.
type UserRef struct {
	DisplayName string `json:"displayName"`
	Email       string `json:"email"`
}

// Check validates the input.
func (in *DisableInput) Check() error {
	err := Validate(in)
	if err == nil && in.Reason.Value == DisableNone {
		err = ErrDisableReason
	}
	return err
}
