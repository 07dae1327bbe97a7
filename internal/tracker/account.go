package tracker

// Account is the signed-in user as their own screens see it.
type Account struct {
	Email       string   `json:"email"`
	DisplayName string   `json:"displayName"`
	FirstName   *string  `json:"firstName"`
	LastName    *string  `json:"lastName"`
	PhoneNumber *string  `json:"phoneNumber"`
	Gender      Gender   `json:"gender"`
	PhotoURL    *string  `json:"photoUrl"`
	Address     *Address `json:"address"`
	IsAdmin     bool     `json:"isAdmin"`
	IsClient    bool     `json:"isClient" doc:"Not an administrator, and moderator of at least one company or project."`
	Language    *string  `json:"language" doc:"The language that you chose, en or de, also of mails, the calendar and headings of exports. Null until you choose one."`
	Version     int      `json:"version"`

	NeedsSecondFactor bool `json:"needsSecondFactor" doc:"Must set up a second factor before anything else is allowed."`
	NoMailServer      bool `json:"noMailServer" doc:"No mail server is set up, so nobody receives mail. Told to administrators alone."`

	TimeZone *string `json:"timeZone,omitempty" doc:"The time zone of the notification settings, by which times are shown. Missing while none is chosen: UTC without mails is the default."`

	Token string `json:"token,omitempty" doc:"Answered by login and refreshToken alone."`
}

// LoginInput signs in.
type LoginInput struct {
	Email    string `json:"email" rule:"email,required"`
	Password string `json:"password" rule:"loginPassword,required"`
}

// EndWithPassword says what ends with the old password, besides sessions. Somebody may have it who should not.
type EndWithPassword struct {
	EndKeys     Opt[bool] `json:"endKeys" rule:"flag" doc:"True removes all keys of the user. Otherwise they stay."`
	EndCalendar Opt[bool] `json:"endCalendar" rule:"flag" doc:"True ends the user's calendar address. Otherwise it stays."`
}

// ChangePasswordInput changes the caller's password.
type ChangePasswordInput struct {
	CurrentPassword    string `json:"currentPassword" rule:"loginPassword,required"`
	NewPassword        string `json:"newPassword" rule:"newPassword,required"`
	ConfirmNewPassword string `json:"confirmNewPassword" rule:"equals=newPassword"`
	EndWithPassword
}

// ResetRequestInput asks for a reset link.
type ResetRequestInput struct {
	Email string `json:"email" rule:"email,required"`
}

// ResetPasswordInput sets a new password by a mailed token.
type ResetPasswordInput struct {
	Email              string `json:"email" rule:"email,required"`
	Token              string `json:"token" rule:"token,required" doc:"From the mailed link."`
	NewPassword        string `json:"newPassword" rule:"newPassword,required"`
	ConfirmNewPassword string `json:"confirmNewPassword" rule:"equals=newPassword"`
	EndWithPassword
}

// LanguageInput chooses the language of the caller. Null is no choice.
type LanguageInput struct {
	Language Opt[string] `json:"language" rule:"language"`
}

// ProfileInput edits the caller's own profile.
type ProfileInput struct {
	Version     Opt[int]    `json:"version"`
	DisplayName string      `json:"displayName" rule:"name,required"`
	FirstName   Opt[string] `json:"firstName" rule:"name"`
	LastName    Opt[string] `json:"lastName" rule:"name"`
	PhoneNumber Opt[string] `json:"phoneNumber" rule:"phone"`
	Gender      Opt[Gender] `json:"gender" rule:"enum,required"`
}
