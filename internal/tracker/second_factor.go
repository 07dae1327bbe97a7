package tracker

import "time"

const (
	// TicketLife is how long a sign-in waits for its second factor.
	TicketLife = 5 * time.Minute
	// TicketTries is how many codes one sign-in may try.
	TicketTries = 5
	// RecoveryCodes is how many a person gets.
	RecoveryCodes = 10
)

// Ways to give a second factor.
const (
	FactorTotp     = "totp"
	FactorRecovery = "recovery"
	FactorPasskey  = "passkey"
)

// Who must have a second factor.
const (
	FactorForNone   = "none"
	FactorForAdmins = "admins"
	FactorForAll    = "all"
)

// MustHaveFactor reports whether a rule asks a user for a second factor.
func MustHaveFactor(rule string, u User) bool {
	return rule == FactorForAll || rule == FactorForAdmins && u.IsAdmin
}

// PasswordConfirmation is the caller's password, for changes that a stolen session must not make.
type PasswordConfirmation struct {
	CurrentPassword string `json:"currentPassword" rule:"loginPassword,required"`
}

// TotpSecret is what an authenticator app needs.
type TotpSecret struct {
	Secret string `json:"secret" doc:"To type into an app."`
	URI    string `json:"uri"`
	QR     string `json:"qr" doc:"The uri as a QR code: path data of an SVG, one unit a module, without quiet zone."`
}

// TotpCode confirms an authenticator app by a code of it.
type TotpCode struct {
	Code string `json:"code" rule:"token,required" doc:"Six digits."`
}

// NewRecoveryCodes is shown once.
type NewRecoveryCodes struct {
	RecoveryCodes []string `json:"recoveryCodes" doc:"Each replaces a code of the app once."`
}

// SecondFactorStatus says what the caller has set up.
type SecondFactorStatus struct {
	Totp          bool    `json:"totp"`
	Passkeys      int     `json:"passkeys" doc:"How many there are."`
	RecoveryCodes int     `json:"recoveryCodes" doc:"How many are left."`
	SignOn        *string `json:"signOn" doc:"The name of the provider of single sign-on whose account signs the caller in. Null if there is none."`
	Linked        bool    `json:"-"` // there is such an account
	Required      bool    `json:"required" doc:"The operator asks the caller for a second factor. Without one nothing but setting it up is allowed."`
}

// Any reports whether there is a second factor.
func (s SecondFactorStatus) Any() bool { return s.Totp || s.Passkeys > 0 }

// SecondFactorAsked is the answer to a right password where a second factor is needed.
type SecondFactorAsked struct {
	SecondFactor SignInTicket `json:"secondFactor"`
}

// SignInTicket stands for a sign-in that waits for its second factor.
type SignInTicket struct {
	Ticket  string   `json:"ticket" doc:"Works for five minutes and five tries."`
	Methods []string `json:"methods"`
}

// SecondFactorInput finishes a sign-in.
type SecondFactorInput struct {
	Ticket     string          `json:"ticket" rule:"token,required"`
	Method     string          `json:"method" rule:"factorMethod,required"`
	Code       Opt[string]     `json:"code" rule:"token" doc:"Six digits of the app, or a recovery code."`
	Credential Opt[JSONObject] `json:"credential" rule:"any" doc:"For the method passkey: the browser's PublicKeyCredential, by its toJSON."`
}

// Check validates the input: it has what its method needs.
func (in *SecondFactorInput) Check() error {
	if err := Validate(in); err != nil {
		return err
	}
	switch {
	case in.Method == FactorPasskey && in.Credential.Empty():
		return required("credential")
	case in.Method != FactorPasskey && in.Code.Value == "":
		return required("code")
	}
	return nil
}
