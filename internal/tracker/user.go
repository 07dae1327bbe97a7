package tracker

import "time"

// User signs in, or is known as a moderator. ID is the key inside; to the
// outside a user is known by the e-mail address, which may change one day.
type User struct {
	Email         string        `json:"email"`
	DisplayName   string        `json:"displayName"`
	Gender        Gender        `json:"gender"`
	FirstName     *string       `json:"firstName"`
	LastName      *string       `json:"lastName"`
	PhoneNumber   *string       `json:"phoneNumber"`
	Address       *Address      `json:"address"`
	IsAdmin       bool          `json:"isAdmin"`
	PhotoURL      *string       `json:"photoUrl"`
	Status        UserStatus    `json:"status"`
	DisableReason DisableReason `json:"disableReason"`
	CreatedAt     time.Time     `json:"createdAt"`
	Version       int           `json:"version"`

	ID        string  `json:"-"`
	PhotoHash *string `json:"-"`
}

// UserInput creates and edits a user.
type UserInput struct {
	Email       string        `json:"email" rule:"email,required"`
	DisplayName string        `json:"displayName" rule:"name,required"`
	Gender      Opt[Gender]   `json:"gender" rule:"enum,required"`
	FirstName   Opt[string]   `json:"firstName" rule:"name"`
	LastName    Opt[string]   `json:"lastName" rule:"name"`
	PhoneNumber Opt[string]   `json:"phoneNumber" rule:"phone"`
	Address     *AddressInput `json:"address"`
}

// UserSorts lists what a list of users can be sorted by, the default first.
var UserSorts = []string{"displayName", "email", "createdAt"}

// UserRef is what a picker shows of a user.
type UserRef struct {
	DisplayName string `json:"displayName"`
	Email       string `json:"email"`
}
